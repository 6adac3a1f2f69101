"""Exported conversations taken back."""

from dataclasses import replace

import orjson
import pytest

from chatapp.conversation import queries
from chatapp.conversation.exporting import export_json
from chatapp.conversation.importing import import_json
from chatapp.domain.conversations import MessageView
from chatapp.domain.errors import InvalidRequest
from chatapp.domain.events import Artifact, ToolFinished, ToolStarted
from chatapp.domain.ids import new_id
from chatapp.domain.messages import ProviderState
from chatapp.domain.stream import TextDelta
from chatapp.infra.handle import Infra
from tests.unit.conversation.fakes import ALICE, BOB, ScriptedAgent, answer


@pytest.fixture
def exported(infra: Infra) -> bytes:
    state = ProviderState("g", "m", {"s": "S"})
    agent = ScriptedAgent(
        ToolStarted("c", "read", {"n": 1}, provider_state=state),
        ToolFinished("c", "read", "s", "x", Artifact(new_id(), "t", [1])),
        TextDelta("So."),
    )
    first = answer(infra, "One", agent=agent).ref
    ref = answer(infra, "Two", request_id="r-2", conversation_id=first.conversation_id).ref
    return export_json(infra, ALICE, ref.conversation_id)


def essence(message: MessageView) -> MessageView:
    return replace(message, message_id="", conversation_id="", request_id="")


@pytest.mark.requirement("H02")
def test_an_import_has_the_same_messages_in_the_same_order(infra: Infra, exported: bytes) -> None:
    (source,) = queries.list_page(infra, ALICE, queries.ConversationFilter()).items
    made = import_json(infra, BOB, exported)
    before = queries.messages(infra, ALICE, source.conversation_id)
    after = queries.messages(infra, BOB, made.conversation_id)
    assert [essence(m) for m in after] == [essence(m) for m in before]
    assert made.title == "One"
    following = answer(
        infra, "Three", owner=BOB, request_id="r-3", conversation_id=made.conversation_id
    )
    assert len(queries.messages(infra, BOB, following.ref.conversation_id)) == 6


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"{}",
        b'{"format":"chatapp.conversation","version":2,"messages":[]}',
        b'{"format":"chatapp.conversation","version":1}',
        b'{"format":"chatapp.conversation","version":1,"messages":[1]}',
        b'{"format":"chatapp.conversation","version":1,"messages":[{}]}',
    ],
)
def test_other_files_are_refused_and_leave_nothing(infra: Infra, data: bytes) -> None:
    with pytest.raises(InvalidRequest):
        import_json(infra, ALICE, data)
    assert queries.list_page(infra, ALICE, queries.ConversationFilter()).items == ()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("role", "system"),
        ("state", "gone"),
        ("parts", [{"type": "picture"}]),
        ("parts", [{"type": "text", "text": 5}]),
        ("parts", [{"type": "tool_call", "call_id": "c", "name": "n", "arguments": []}]),
        ("parts", [{"type": "text", "text": "x", "surprise": 1}]),
        ("artifacts", [{"artifact_id": "a"}]),
        ("artifacts", None),
        ("created_at", "yesterday"),
        ("created_at", 5),
    ],
)
def test_a_bad_value_is_refused_with_its_place(
    infra: Infra, exported: bytes, field: str, value: object
) -> None:
    document = orjson.loads(exported)
    document["messages"][1][field] = value
    with pytest.raises(InvalidRequest, match="Message 2"):
        import_json(infra, ALICE, orjson.dumps(document))


def test_a_running_answer_of_the_file_is_imported_as_broken_off(
    infra: Infra, exported: bytes
) -> None:
    document = orjson.loads(exported)
    document["messages"][1]["state"] = "streaming"
    document["title"] = "T\x00" + "x" * 500
    made = import_json(infra, ALICE, orjson.dumps(document))
    assert queries.messages(infra, ALICE, made.conversation_id)[1].state == "stale"
    assert len(made.title) == 200


def test_a_file_that_repeats_an_artifact_has_the_last(infra: Infra, exported: bytes) -> None:
    document = orjson.loads(exported)
    artifact = document["messages"][1]["artifacts"][0]
    document["messages"][1]["artifacts"] = [artifact, {**artifact, "data": 2}]
    made = import_json(infra, ALICE, orjson.dumps(document))
    (kept,) = queries.messages(infra, ALICE, made.conversation_id)[1].artifacts
    assert kept.data == 2

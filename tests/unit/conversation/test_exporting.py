"""Conversations as files."""

import orjson
import pytest

from chatapp.conversation import exporting
from chatapp.domain.errors import NotFound, ProviderBusy
from chatapp.domain.events import ToolFinished, ToolStarted
from chatapp.domain.stream import TextDelta
from chatapp.infra.handle import Infra
from tests.unit.conversation.fakes import ALICE, BOB, ScriptedAgent, answer


def test_markdown_reads_as_a_conversation(infra: Infra) -> None:
    agent = ScriptedAgent(
        ToolStarted("c", "read", {"path": "a.py"}),
        ToolFinished("c", "read", "s", "x"),
        TextDelta("It is **so**.\n"),
        ProviderBusy("The provider is busy."),
    )
    ref = answer(infra, "What is it?", agent=agent).ref
    assert exporting.export_markdown(infra, ALICE, ref.conversation_id) == (
        "# What is it?\n\n## Question\n\nWhat is it?\n\n## Answer (scripted · script-1)\n\n"
        '> `read` {"path":"a.py"}\n\nIt is **so**.\n\n*The provider is busy.*\n'
    )


def test_json_names_its_format_and_has_every_message(infra: Infra) -> None:
    ref = answer(infra, "问").ref
    document = orjson.loads(exporting.export_json(infra, ALICE, ref.conversation_id))
    assert (document["format"], document["version"]) == ("chatapp.conversation", 1)
    assert [message["role"] for message in document["messages"]] == ["user", "assistant"]


@pytest.mark.requirement("U01")
def test_nobody_exports_what_is_not_theirs(infra: Infra) -> None:
    ref = answer(infra, owner=BOB).ref
    for export in (exporting.export_json, exporting.export_markdown):
        with pytest.raises(NotFound):
            export(infra, ALICE, ref.conversation_id)

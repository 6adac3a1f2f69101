"""What the model is told of a conversation."""

import orjson
import pytest
from gevent.event import Event

from chatapp.conversation import commands, fork, history, queries
from chatapp.conversation.history import NOTES, UNANSWERED
from chatapp.conversation.prepare import prepare_turn
from chatapp.domain.errors import ProviderBusy
from chatapp.domain.events import ToolFinished, ToolStarted
from chatapp.domain.messages import Message, ProviderState, Role, ToolCallPart, ToolResultPart
from chatapp.domain.stream import TextDelta
from chatapp.domain.turns import MessageState
from chatapp.infra.handle import Infra
from tests.unit.conversation.fakes import (
    ALICE,
    BOB,
    ScriptedAgent,
    answer,
    begin,
    kill,
    question,
    wait_until_told,
)

CALLS = [ToolStarted(f"c{number}", "read", {"n": number}) for number in (1, 2, 3)]


def told(messages: tuple[Message, ...]) -> list[tuple[str, str]]:
    return [(message.role.value, message.text) for message in messages]


def cache_keys(infra: Infra) -> list[bytes]:
    return sorted(infra.redis.keys("history:*"))


@pytest.mark.requirement("H01")
def test_the_model_gets_every_ended_message_that_the_page_shows(infra: Infra) -> None:
    ref = answer(infra, "One").ref
    failing = ScriptedAgent(TextDelta("half"), ProviderBusy("Busy."))
    answer(infra, "Two", agent=failing, request_id="r-2", conversation_id=ref.conversation_id)
    live = begin(
        infra,
        question("Three", request_id="r-3", conversation_id=ref.conversation_id),
        ScriptedAgent(TextDelta("and so"), Event()),
    )
    wait_until_told(infra, live.ref.turn_id, 2)
    kill(infra, live.ref.turn_id)
    four = prepare_turn(
        infra, ALICE, question("Four", request_id="r-4", conversation_id=ref.conversation_id)
    )
    assert told(four.history) == [
        ("user", "One"),
        ("assistant", "Hello there"),
        ("user", "Two"),
        ("assistant", "half\n\n" + NOTES[MessageState.FAILED]),
        ("user", "Three"),
        ("assistant", "and so\n\n" + NOTES[MessageState.STALE]),
    ]
    shown = queries.messages(infra, ALICE, ref.conversation_id)[:-2]
    assert [view.text for view in shown if view.role is Role.USER] == [
        message.text for message in four.history if message.role is Role.USER
    ]


@pytest.mark.requirement("A01")
def test_calls_without_a_result_get_one_that_says_cancelled(infra: Infra) -> None:
    done = ToolFinished("c2", "read", "ok", "the file")
    live = begin(infra, question(), ScriptedAgent(*CALLS, done, Event()))
    wait_until_told(infra, live.ref.turn_id, 5)
    kill(infra, live.ref.turn_id)
    agent = ScriptedAgent()
    answer(
        infra,
        "Go on",
        agent=agent,
        request_id="r-2",
        conversation_id=live.ref.conversation_id,
    )
    parts = agent.histories[0][1].parts
    results = {part.call_id: part for part in parts if isinstance(part, ToolResultPart)}
    assert [part.call_id for part in parts if isinstance(part, ToolCallPart)] == ["c1", "c2", "c3"]
    assert results["c2"].content == "the file"
    assert {results["c1"].error_code, results["c3"].error_code} == {"cancelled"}


@pytest.mark.requirement("P11")
def test_provider_state_survives_store_and_cache(infra: Infra) -> None:
    state = ProviderState("gemini", "g", {"thought_signature": "S"})
    call = ToolStarted("c", "read", {}, provider_state=state)
    ref = answer(infra, agent=ScriptedAgent(call, ToolFinished("c", "read", "", "x"))).ref
    assert cache_keys(infra)
    for _ in range(2):
        told_now = history.load(infra, ALICE, ref.conversation_id, 1)
        assert told_now[1].parts[0] == ToolCallPart("c", "read", {}, provider_state=state)
        infra.redis.flushdb()


@pytest.mark.requirement("P11")
def test_provider_state_survives_deletion_and_restoring(infra: Infra) -> None:
    state = ProviderState("gemini", "g", {"thought_signature": "S"})
    call = ToolStarted("c", "read", {}, provider_state=state)
    ref = answer(infra, agent=ScriptedAgent(call, ToolFinished("c", "read", "", "x"))).ref
    commands.delete(infra, ALICE, ref.conversation_id)
    infra.redis.flushdb()

    commands.restore(infra, ALICE, ref.conversation_id)

    told_now = history.from_database(infra, ref.conversation_id)
    assert told_now[1].parts[0] == ToolCallPart("c", "read", {}, provider_state=state)


def test_the_cache_is_used_at_its_version_only(infra: Infra) -> None:
    ref = answer(infra, "One").ref
    (key,) = cache_keys(infra)
    cached = orjson.loads(infra.redis.get(key))
    assert cached["version"] == 1
    cached["messages"][0][1][0]["text"] = "from the cache"
    infra.redis.set(key, orjson.dumps(cached))
    assert history.load(infra, ALICE, ref.conversation_id, 1)[0].text == "from the cache"
    assert history.load(infra, ALICE, ref.conversation_id, 2)[0].text == "One"


def test_the_cache_key_holds_the_whole_scope(infra: Infra) -> None:
    ref = answer(infra).ref
    other = answer(infra, owner=BOB).ref
    assert cache_keys(infra) == sorted(
        [
            f"history:acme:alice:{ref.conversation_id}".encode(),
            f"history:acme:bob:{other.conversation_id}".encode(),
        ]
    )


@pytest.mark.parametrize("junk", [b"", b"{", b'{"version":1}', b'{"version":1,"messages":[[1]]}'])
def test_a_broken_cache_costs_time_not_the_answer(infra: Infra, junk: bytes) -> None:
    ref = answer(infra, "One").ref
    infra.redis.set(cache_keys(infra)[0], junk)
    assert history.load(infra, ALICE, ref.conversation_id, 1)[0].text == "One"


def test_without_redis_the_database_tells_the_history(infra: Infra, without_redis: Infra) -> None:
    ref = answer(infra, "One").ref
    assert told(history.load(without_redis, ALICE, ref.conversation_id, 1))[0] == ("user", "One")


def test_a_question_without_an_answer_is_said_to_have_none(infra: Infra) -> None:

    ref = answer(infra, "One").ref
    branch = fork.fork(infra, ALICE, ref.conversation_id, through_message_id=ref.user_message_id)
    assert told(history.from_database(infra, branch.conversation_id)) == [
        ("user", "One"),
        ("assistant", UNANSWERED),
    ]
    following = answer(infra, "Two", request_id="r-2", conversation_id=branch.conversation_id)
    assert [
        role for role, _ in told(history.from_database(infra, following.ref.conversation_id))
    ] == [
        "user",
        "assistant",
        "user",
        "assistant",
    ]


def test_the_cache_after_a_turn_is_what_the_rows_say(infra: Infra) -> None:
    failing = ScriptedAgent(TextDelta("half"), CALLS[0], ProviderBusy("Busy."))
    ref = answer(infra, "One\x00", agent=failing).ref
    answer(infra, "Two", request_id="r-2", conversation_id=ref.conversation_id)
    cached = history.load(infra, ALICE, ref.conversation_id, 2)
    infra.redis.flushdb()
    assert cached == history.load(infra, ALICE, ref.conversation_id, 2)
    assert cached[0].text == "One\u2400"

"""A question is claimed once, whatever happens around it."""

import gevent
import pytest
from gevent.event import Event

from chatapp.conversation import leases, prepare, terminal
from chatapp.conversation.prepare import PreparedTurn, prepare_turn
from chatapp.domain.ask import Route
from chatapp.domain.errors import (
    ConversationBusy,
    DependencyUnavailable,
    InvalidRequest,
    NotFound,
    RequestIdReused,
    RequestInProgress,
)
from chatapp.domain.ids import new_id
from chatapp.domain.messages import Message, Role, TextPart
from chatapp.infra import locks
from chatapp.infra.handle import Infra
from tests.unit.conversation.fakes import (
    ALICE,
    BOB,
    ScriptedAgent,
    answer,
    begin,
    question,
    read,
    rows,
    text_of,
)


def crash(infra: Infra, prepared: PreparedTurn) -> None:
    """The process is killed: nobody renews the lock, and it expires."""
    assert prepared.lock
    infra.redis.delete(prepared.lock.key)


def test_a_first_question_makes_a_conversation_with_two_messages(infra: Infra) -> None:
    prepared = prepare_turn(infra, ALICE, question("How does it start?\nTell me."))
    user, assistant = rows(infra, prepared.ref.conversation_id)
    assert (user.seq, user.role, user.state) == (1, "user", "completed")
    assert (assistant.seq, assistant.role, assistant.state) == (2, "assistant", "streaming")
    assert not prepared.is_replay
    assert prepared.lock
    assert prepared.history == ()


def test_what_the_caller_brings_is_stored_as_said_before_the_question(infra: Infra) -> None:
    said = [(Role.USER, "A?"), (Role.ASSISTANT, "B."), (Role.USER, "C?"), (Role.ASSISTANT, "D.")]
    earlier = tuple(Message(role, (TextPart(text),)) for role, text in said)
    prepared = prepare_turn(infra, ALICE, question("E?", earlier=earlier))
    assert prepared.history == earlier
    kept = rows(infra, prepared.ref.conversation_id)
    assert [(row.seq, row.text) for row in kept[:5]] == list(
        enumerate(["A?", "B.", "C?", "D.", "E?"], 1)
    )
    assert {row.state for row in kept[:5]} == {"completed"}
    assert len({row.request_id for row in kept}) == 3
    assert {row.provider for row in kept} == {None}


def test_a_stored_conversation_takes_nothing_from_the_caller(infra: Infra) -> None:
    ref = answer(infra, "One?").ref
    forged = (Message(Role.USER, (TextPart("Forged"),)),)
    asked = question("Two?", request_id="r-2", conversation_id=ref.conversation_id, earlier=forged)
    prepared = prepare_turn(infra, ALICE, asked)
    assert [message.text for message in prepared.history] == ["One?", "Hello there"]
    assert [row.seq for row in rows(infra, ref.conversation_id)] == [1, 2, 3, 4]


def test_the_history_is_what_was_said_before(infra: Infra) -> None:
    ref = answer(infra, "One?").ref
    prepared = prepare_turn(
        infra, ALICE, question("Two?", request_id="r-2", conversation_id=ref.conversation_id)
    )
    assert [(message.role, message.text) for message in prepared.history] == [
        (Role.USER, "One?"),
        (Role.ASSISTANT, "Hello there"),
    ]


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"text": "  \n"}, InvalidRequest),
        ({"text": "x" * 100_001}, InvalidRequest),
        ({"request_id": "spaces are not"}, InvalidRequest),
        ({"request_id": ""}, InvalidRequest),
        ({"conversation_id": "../../etc"}, NotFound),
        ({"conversation_id": new_id()}, NotFound),
    ],
)
def test_unusable_questions_are_refused_before_anything_is_written(
    infra: Infra, fields: dict[str, str], error: type[Exception]
) -> None:
    with pytest.raises(error):
        prepare_turn(infra, ALICE, question(**fields))
    assert infra.redis.keys("convlock:*") == []


@pytest.mark.requirement("U01")
def test_nobody_asks_in_somebody_elses_conversation(infra: Infra) -> None:
    ref = answer(infra).ref
    with pytest.raises(NotFound):
        prepare_turn(infra, BOB, question(request_id="r-2", conversation_id=ref.conversation_id))


def test_a_conversation_is_asked_about_its_own_repository_only(infra: Infra) -> None:
    ref = answer(infra).ref
    with pytest.raises(NotFound):
        prepare_turn(
            infra,
            ALICE,
            question(request_id="r-2", conversation_id=ref.conversation_id, repository_id=new_id()),
        )


@pytest.mark.requirement("I01")
def test_the_same_request_while_running_attaches_to_the_running_turn(infra: Infra) -> None:
    gate = Event()
    agent = ScriptedAgent(gate)
    first = begin(infra, question(), agent)
    second = begin(infra, question(), agent)
    assert second.attach
    assert second.ref == first.ref
    gate.set()
    read(infra, second.ref.turn_id)
    assert agent.runs == 1


@pytest.mark.requirement("I01")
def test_the_ask_entries_are_told_that_the_request_is_in_progress(infra: Infra) -> None:
    ask = question(route=Route.AGENT_ASK)
    begin(infra, ask, ScriptedAgent(Event()))
    with pytest.raises(RequestInProgress):
        prepare_turn(infra, ALICE, ask)


@pytest.mark.requirement("I01")
def test_the_same_request_after_the_end_replays_the_stored_answer(infra: Infra) -> None:
    agent = ScriptedAgent()
    first = answer(infra, agent=agent)
    second = begin(infra, question(), agent)
    assert second.is_replay
    assert second.ref == first.ref
    assert text_of(read(infra, second.ref.turn_id)) == "Hello there"
    assert agent.runs == 1


@pytest.mark.requirement("I01")
def test_a_repeated_first_question_finds_the_conversation_it_made(infra: Infra) -> None:
    first = answer(infra)
    again = prepare_turn(infra, ALICE, question(conversation_id=None))
    assert again.ref.conversation_id == first.ref.conversation_id
    assert [row.role for row in rows(infra, first.ref.conversation_id)] == ["user", "assistant"]


@pytest.mark.requirement("I01")
def test_five_parallel_copies_of_a_request_run_once(infra: Infra) -> None:
    agent = ScriptedAgent()
    copies = [gevent.spawn(begin, infra, question(), agent) for _ in range(5)]
    gevent.joinall(copies, raise_error=True)
    assert len({copy.value.ref for copy in copies}) == 1
    for copy in copies:
        assert text_of(read(infra, copy.value.ref.turn_id)) == "Hello there"
    assert agent.runs == 1


@pytest.mark.requirement("I03")
def test_two_requests_that_both_found_nothing_do_not_both_run(
    infra: Infra, elsewhere: Infra, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second one looks before the first has written, and writes after it."""
    first: list[PreparedTurn] = []
    original = prepare._claimed

    def slipped(*args: object) -> PreparedTurn:
        if not first:
            first.append(PreparedTurn(None))  # type: ignore[arg-type]
            first[0] = prepare_turn(elsewhere, ALICE, question())
        return original(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(prepare, "_claimed", slipped)
    second = prepare_turn(infra, ALICE, question())
    assert second.attach
    assert second.ref == first[0].ref
    assert second.lock is None


@pytest.mark.requirement("I03")
def test_a_crash_after_the_claim_frees_it_with_the_lock(infra: Infra) -> None:
    prepared = prepare_turn(infra, ALICE, question())
    crash(infra, prepared)
    again = prepare_turn(infra, ALICE, question())
    assert again.is_replay
    assert rows(infra, prepared.ref.conversation_id)[-1].state == "stale"


@pytest.mark.requirement("I03")
def test_after_a_crash_the_next_question_of_the_conversation_runs(infra: Infra) -> None:
    prepared = prepare_turn(infra, ALICE, question())
    crash(infra, prepared)
    conversation_id = prepared.ref.conversation_id
    following = answer(infra, "Go on", request_id="r-2", conversation_id=conversation_id)
    states = [row.state for row in rows(infra, following.ref.conversation_id)]
    assert states == ["completed", "stale", "completed", "completed"]


def test_a_crash_before_the_claim_blocks_until_the_lock_expires(infra: Infra) -> None:
    ref = answer(infra).ref
    key = leases.lock_key(ALICE, ref.conversation_id)
    locks.acquire(infra.redis, key, ttl_s=leases.LEASE_S)
    following = question("Go on", request_id="r-2", conversation_id=ref.conversation_id)
    with pytest.raises(ConversationBusy):
        prepare_turn(infra, ALICE, following)
    infra.redis.delete(key)
    assert prepare_turn(infra, ALICE, following).lock


@pytest.mark.requirement("I01")
@pytest.mark.parametrize(
    "changed",
    [{"text": "Another question"}, {"model": "m-2"}, {"language": "en"}],
)
def test_a_request_id_with_another_body_is_refused(infra: Infra, changed: dict[str, str]) -> None:
    answer(infra)
    with pytest.raises(RequestIdReused):
        prepare_turn(infra, ALICE, question(**changed))


def test_request_ids_belong_to_an_owner_and_a_route(infra: Infra) -> None:
    refs = {
        answer(infra).ref.turn_id,
        answer(infra, owner=BOB).ref.turn_id,
        answer(infra, route=Route.AGENT_ASK).ref.turn_id,
        answer(infra, request_id="R-1").ref.turn_id,
    }
    assert len(refs) == 4


@pytest.mark.requirement("H01")
def test_two_questions_at_once_in_one_conversation_never_lose_one(infra: Infra) -> None:
    ref = answer(infra).ref
    gate = Event()
    begin(
        infra,
        question("A", request_id="r-a", conversation_id=ref.conversation_id),
        ScriptedAgent(gate),
    )
    with pytest.raises(ConversationBusy) as busy:
        prepare_turn(
            infra, ALICE, question("B", request_id="r-b", conversation_id=ref.conversation_id)
        )
    assert "still answering" in str(busy.value)
    gate.set()
    read(infra, rows(infra, ref.conversation_id)[-1].id)
    answer(infra, "B", request_id="r-b", conversation_id=ref.conversation_id)
    told = [row.text for row in rows(infra, ref.conversation_id) if row.role == "user"]
    assert told == ["What is this?", "A", "B"]


@pytest.mark.requirement("I05")
def test_without_redis_a_question_is_refused_with_a_time_to_come_back(
    infra: Infra, without_redis: Infra
) -> None:
    for _ in range(2):
        with pytest.raises(DependencyUnavailable) as refused:
            prepare_turn(without_redis, ALICE, question())
        assert refused.value.retry_after_s == 5
    assert prepare_turn(infra, ALICE, question()).lock


@pytest.mark.requirement("I05")
def test_without_redis_an_ended_answer_is_still_replayed(
    infra: Infra, without_redis: Infra
) -> None:
    ref = answer(infra).ref
    prepared = prepare_turn(without_redis, ALICE, question())
    assert prepared.is_replay
    assert text_of(read(without_redis, ref.turn_id)) == "Hello there"


@pytest.mark.requirement("H06")
def test_a_question_with_nul_and_half_characters_is_kept_visibly(infra: Infra) -> None:
    prepared = prepare_turn(infra, ALICE, question("abc\x00def \ud83d"))
    assert rows(infra, prepared.ref.conversation_id)[0].text == "abc\u2400def \\ud83d"
    assert prepare_turn(infra, ALICE, question("abc\x00def \ud83d")).attach


def test_a_turn_with_files_in_the_making_keeps_its_conversation_busy(infra: Infra) -> None:
    prepared = prepare_turn(infra, ALICE, question())
    terminal.mark_processing(infra, prepared.ref.turn_id)
    crash(infra, prepared)
    assert prepare_turn(infra, ALICE, question()).is_replay
    with pytest.raises(ConversationBusy):
        prepare_turn(
            infra,
            ALICE,
            question(request_id="r-2", conversation_id=prepared.ref.conversation_id),
        )

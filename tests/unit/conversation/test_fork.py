"""Branches of a conversation."""

import pytest
from gevent.event import Event
from sqlalchemy import update

from chatapp.conversation import fork, history, queries
from chatapp.conversation.models import MessageRow
from chatapp.domain.conversations import MessageView
from chatapp.domain.errors import Conflict, InvalidRequest, NotFound
from chatapp.domain.events import Artifact, ToolFinished, ToolStarted
from chatapp.domain.ids import new_id
from chatapp.domain.messages import ProviderState
from chatapp.domain.stream import TextDelta
from chatapp.infra.handle import Infra
from tests.unit.conversation.fakes import (
    ALICE,
    BOB,
    ScriptedAgent,
    answer,
    begin,
    question,
)

STATE = ProviderState("gemini", "g", {"s": "S"})


def long_conversation(infra: Infra, turns: int = 20) -> str:
    """Twice as many messages, all in the same moment, each answer with a tool pair."""
    conversation_id = None
    for number in range(turns):
        agent = ScriptedAgent(
            ToolStarted("c", "read", {"n": number}, provider_state=STATE),
            ToolFinished("c", "read", "s", "x", Artifact(new_id(), "t", {"n": number})),
            TextDelta(f"Answer {number}"),
        )
        ref = answer(
            infra,
            f"Question {number}",
            agent=agent,
            request_id=f"r-{number}",
            conversation_id=conversation_id,
        ).ref
        conversation_id = ref.conversation_id
    assert conversation_id
    return conversation_id


def what_is_copied(messages: tuple[MessageView, ...]) -> list[object]:
    return [
        (m.seq, m.role, m.state, m.parts, m.artifacts, m.created_at, m.finished_at, m.model)
        for m in messages
    ]


@pytest.mark.requirement("H02")
def test_a_fork_has_exactly_the_messages_up_to_the_chosen_one(infra: Infra) -> None:
    source = long_conversation(infra)
    before = queries.messages(infra, ALICE, source)
    branch = fork.fork(infra, ALICE, source, through_message_id=before[29].message_id)
    copied = queries.messages(infra, ALICE, branch.conversation_id)
    assert what_is_copied(copied) == what_is_copied(before[:30])
    assert queries.messages(infra, ALICE, source) == before
    assert not {m.message_id for m in copied} & {m.message_id for m in before}
    assert branch.forked_from == before[29].message_id


@pytest.mark.requirement("H02")
def test_the_order_is_the_sequence_not_the_clock(infra: Infra) -> None:
    source = long_conversation(infra, turns=3)
    told = queries.messages(infra, ALICE, source)
    with infra.database.transaction() as session:
        session.execute(
            update(MessageRow).where(MessageRow.seq == 1).values(created_at=infra.clock.now())
        )
    branch = fork.fork(infra, ALICE, source, through_message_id=told[-1].message_id)
    copied = queries.messages(infra, ALICE, branch.conversation_id)
    assert [m.text for m in copied] == [m.text for m in told]


@pytest.mark.requirement("P11")
def test_the_model_is_told_the_same_in_the_branch(infra: Infra) -> None:
    source = long_conversation(infra, turns=2)
    last = queries.messages(infra, ALICE, source)[-1]
    branch = fork.fork(infra, ALICE, source, through_message_id=last.message_id)
    assert history.from_database(infra, branch.conversation_id) == history.from_database(
        infra, source
    )


def test_editing_is_a_fork_before_a_question_and_a_new_question(infra: Infra) -> None:
    source = long_conversation(infra, turns=2)
    second_question = queries.messages(infra, ALICE, source)[2]
    branch = fork.fork(infra, ALICE, source, before_message_id=second_question.message_id)
    answer(infra, "Edited", request_id="r-9", conversation_id=branch.conversation_id)
    assert [m.text for m in queries.messages(infra, ALICE, branch.conversation_id)] == [
        "Question 0",
        "Answer 0",
        "Edited",
        "Hello there",
    ]
    assert len(queries.messages(infra, ALICE, source)) == 4


def test_a_fork_before_the_first_message_is_empty(infra: Infra) -> None:
    source = long_conversation(infra, turns=1)
    first = queries.messages(infra, ALICE, source)[0]
    branch = fork.fork(infra, ALICE, source, before_message_id=first.message_id)
    assert queries.messages(infra, ALICE, branch.conversation_id) == ()


def test_the_artifacts_of_a_branch_are_read_under_the_same_id(infra: Infra) -> None:
    source = long_conversation(infra, turns=1)
    told = queries.messages(infra, ALICE, source)[-1]
    branch = fork.fork(infra, ALICE, source, through_message_id=told.message_id)
    artifact_id = told.artifacts[0].artifact_id
    found = queries.artifact(infra, ALICE, branch.conversation_id, artifact_id)
    assert found.data == {"n": 0}


@pytest.mark.parametrize("given", [(), ("through_message_id", "before_message_id")])
def test_exactly_one_edge_must_be_given(infra: Infra, given: tuple[str, ...]) -> None:
    ref = answer(infra).ref
    edges = dict.fromkeys(given, ref.turn_id)
    with pytest.raises(InvalidRequest):
        fork.fork(infra, ALICE, ref.conversation_id, **edges)


def test_a_running_answer_cannot_be_forked_but_what_is_before_it_can(infra: Infra) -> None:
    first = answer(infra).ref
    running = begin(
        infra,
        question(request_id="r-2", conversation_id=first.conversation_id),
        ScriptedAgent(Event()),
    ).ref
    with pytest.raises(Conflict):
        fork.fork(
            infra, ALICE, first.conversation_id, through_message_id=running.assistant_message_id
        )
    branch = fork.fork(
        infra, ALICE, first.conversation_id, before_message_id=running.user_message_id
    )
    assert branch.live_turn_id is None
    assert len(queries.messages(infra, ALICE, branch.conversation_id)) == 2


@pytest.mark.requirement("U01")
def test_nobody_forks_what_is_not_theirs(infra: Infra) -> None:
    mine, theirs = answer(infra).ref, answer(infra, owner=BOB).ref
    for conversation_id, message_id in (
        (theirs.conversation_id, theirs.turn_id),
        (mine.conversation_id, theirs.turn_id),
        (mine.conversation_id, new_id()),
    ):
        with pytest.raises(NotFound):
            fork.fork(infra, ALICE, conversation_id, through_message_id=message_id)

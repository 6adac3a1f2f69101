"""Turns whose owner is gone."""

import pytest
from gevent.event import Event
from redis import RedisError

from chatapp.conversation import mirror, repair, stored, terminal
from chatapp.conversation.endings import COMPLETED
from chatapp.conversation.prepare import prepare_turn
from chatapp.conversation.record import TurnRecord
from chatapp.conversation.terminal import TurnEnd
from chatapp.domain.events import Artifact, ToolFinished, ToolStarted
from chatapp.domain.ids import new_id
from chatapp.domain.stream import TextDelta, Usage
from chatapp.domain.turns import MessageState
from chatapp.infra.handle import Infra
from tests.unit.conversation.fakes import (
    ALICE,
    ScriptedAgent,
    answer,
    begin,
    kill,
    question,
    wait_until_told,
)


def test_a_turn_with_an_owner_is_left_alone(infra: Infra) -> None:
    ref = prepare_turn(infra, ALICE, question()).ref
    assert repair.settle(infra, stored.load(infra, ref.turn_id)).state is MessageState.STREAMING


def test_an_ended_turn_needs_no_redis(infra: Infra, without_redis: Infra) -> None:
    turn = stored.load(infra, answer(infra).ref.turn_id)
    assert repair.settle(without_redis, turn) == turn


def test_while_redis_is_away_nothing_is_taken_for_dead(infra: Infra, without_redis: Infra) -> None:
    turn = stored.load(infra, prepare_turn(infra, ALICE, question()).ref.turn_id)
    with pytest.raises(RedisError):
        repair.settle(without_redis, turn)


def test_everything_the_journal_has_is_kept(infra: Infra) -> None:
    artifact = Artifact(new_id(), "t", {})
    agent = ScriptedAgent(
        ToolStarted("c", "read", {}),
        ToolFinished("c", "read", "s", "x", artifact),
        Usage(5, 7),
        TextDelta("half"),
        Event(),
    )
    ref = begin(infra, question(), agent).ref
    wait_until_told(infra, ref.turn_id, 4)
    kill(infra, ref.turn_id)
    turn = repair.settle(infra, stored.load(infra, ref.turn_id))
    assert turn.state is MessageState.STALE
    assert (turn.answer.text, turn.answer.output_tokens) == ("half", 7)
    assert [row.artifact_id for row in turn.artifacts] == [artifact.artifact_id]


@pytest.mark.parametrize("junk", [b"{", b'{"n":1,"i":[{"e":{"type":"?"}}]}', b"[]"])
def test_a_broken_journal_does_not_keep_a_turn_from_being_mended(infra: Infra, junk: bytes) -> None:
    ref = prepare_turn(infra, ALICE, question()).ref
    infra.redis.xadd(mirror.stream_key(ref.turn_id), {b"b": junk})
    assert repair.mark_stale(infra, stored.load(infra, ref.turn_id)).state is MessageState.STALE


def test_a_turn_that_ends_while_it_is_mended_stays_as_it_ended(infra: Infra) -> None:
    ref = prepare_turn(infra, ALICE, question()).ref
    looked_at = stored.load(infra, ref.turn_id)
    terminal.write(infra, TurnEnd(ref.conversation_id, ref.turn_id, COMPLETED, TurnRecord()))
    assert repair.mark_stale(infra, looked_at).state is MessageState.COMPLETED

"""What the turns of this process say to Redis and hear from it, in batches for all of them.

Out: new events of the running turns, renewed locks, and "somebody here reads this turn". In: events
of followed turns, requests to stop, and whether somebody elsewhere reads. One step does what is
due; `chatapp.conversation.worker` repeats it. With Redis down the turns go on; what was missed is
written again when it is back.
"""

import logging
from collections.abc import Iterator
from typing import Any, Final, cast

from redis import RedisError

from chatapp.conversation import leases, mirror, repair, replay, stored
from chatapp.conversation.endings import LOCK_LOST, STOPPED
from chatapp.conversation.followed import Followed
from chatapp.conversation.live import LiveTurn
from chatapp.conversation.mirror import FIELD, Hole, Mirror, stream_key
from chatapp.conversation.turn_log import TurnLog
from chatapp.domain.turns import is_terminal_state
from chatapp.infra.handle import Infra

log: Final = logging.getLogger(__name__)

FAST_S: Final = 0.05
IDLE_S: Final = 0.25
BACKOFF_S: Final = 1.0
UNREAD_FLUSH_S: Final = 0.5
CONTROL_S: Final = 0.5
CHECK_S: Final = 2.0
READING_TTL_S: Final = 5
STOP_TTL_S: Final = 600


def stop_key(turn_id: str) -> str:
    """Set by whoever wants the turn to stop, seen by its owner."""
    return f"turnstop:{turn_id}"


def reading_key(turn_id: str) -> str:
    """Set while a worker that does not own the turn has readers of it."""
    return f"turnread:{turn_id}"


class Link:
    """The turns of one process, and their exchange with Redis."""

    def __init__(self, infra: Infra) -> None:
        self.live: dict[str, LiveTurn] = {}
        self.mirrors: dict[str, Mirror] = {}
        self.followed: dict[str, Followed] = {}
        self._infra = infra
        self._controlled_at_s = float("-inf")
        self._is_down = False

    @property
    def is_busy(self) -> bool:
        """Whether there is anything to serve."""
        return bool(self.live or self.mirrors or self.followed)

    def logs(self) -> Iterator[TurnLog]:
        """Every log at hand."""
        yield from (mirror.log for mirror in list(self.mirrors.values()))
        yield from (followed.log for followed in list(self.followed.values()))

    def step(self) -> float:
        """Do what is due; the seconds until there will be something due again."""
        now_s = self._infra.clock.monotonic_s()
        try:
            self._exchange(now_s)
            self._is_down = False
        except RedisError as error:
            self._note_down(error)
            self._check_followed(now_s)
            return BACKOFF_S
        self._forget()
        return FAST_S if self._is_read_across_workers() else IDLE_S

    def _exchange(self, now_s: float) -> None:
        self._renew(now_s)
        mirror.flush(self._infra.redis, self._due(now_s), now_s)
        self._poll()
        if now_s - self._controlled_at_s >= CONTROL_S:
            self._controlled_at_s = now_s
            self._control(now_s)
            self._check_followed(now_s)

    def _due(self, now_s: float) -> list[Mirror]:
        return [
            one
            for one in self.mirrors.values()
            if one.log.is_closed
            or one.is_read_elsewhere
            or now_s - one.flushed_at_s >= UNREAD_FLUSH_S
        ]

    def _poll(self) -> None:
        """Take in what other workers wrote."""
        open_turns = {
            stream_key(name): one
            for name, one in self.followed.items()
            if not (one.log.is_closed or one.has_hole)
        }
        if not open_turns:
            return
        positions: dict[Any, Any] = {key: one.last_id for key, one in open_turns.items()}
        reply = cast("Any", self._infra.redis.xread(positions))
        for key, batches in reply.items() if isinstance(reply, dict) else reply:
            _take(open_turns[key.decode()], batches)

    def _renew(self, now_s: float) -> None:
        due = [turn for turn in self.live.values() if now_s - turn.renewed_at_s >= leases.RENEW_S]
        for turn, is_kept in zip(due, leases.keep(self._infra, [t.lock for t in due]), strict=True):
            turn.renewed_at_s = now_s
            if not is_kept:
                turn.end(LOCK_LOST)

    def _control(self, now_s: float) -> None:
        """Hear what other workers want of the turns here, and say what is read here."""
        turns = list(self.live.values())
        read = [name for name, one in self.followed.items() if one.log.readers]
        if read:
            pipe = self._infra.redis.pipeline(transaction=False)
            for name in read:
                pipe.set(reading_key(name), 1, ex=READING_TTL_S)
            pipe.execute()
        if turns:
            self._hear(turns, now_s)

    def _hear(self, turns: list[LiveTurn], now_s: float) -> None:
        names = [turn.ref.turn_id for turn in turns]
        keys = [*map(stop_key, names), *map(reading_key, names)]
        heard = cast("list[bytes | None]", self._infra.redis.mget(keys))
        for turn, must_stop, is_read in zip(turns, heard, heard[len(turns) :], strict=False):
            turn.mirror.is_read_elsewhere = is_read is not None
            if is_read:
                turn.read_at_s = max(turn.read_at_s, now_s)
            if must_stop:
                turn.end(STOPPED)

    def _check_followed(self, now_s: float) -> None:
        """Give the readers of a followed turn its row when the journal will not end it."""
        for one in list(self.followed.values()):
            if not one.log.is_closed and now_s - one.checked_at_s >= CHECK_S:
                one.checked_at_s = now_s
                self._check(one)

    def _check(self, one: Followed) -> None:
        turn = stored.load(self._infra, one.log.turn_id)
        if not self._is_down:
            turn = repair.settle(self._infra, turn)
        if is_terminal_state(turn.state) and (one.has_ended or self._is_down):
            one.log.replace(replay.entries(turn, after=0))
        # Its last batch may still be on its way: the row counts at the next check.
        one.has_ended = is_terminal_state(turn.state)

    def _forget(self) -> None:
        for name, one in list(self.mirrors.items()):
            if name not in self.live and one.is_done and not one.log.readers:
                del self.mirrors[name]
        for name, followed in list(self.followed.items()):
            if not followed.log.readers:
                del self.followed[name]

    def _is_read_across_workers(self) -> bool:
        return bool(self.followed) or any(one.is_read_elsewhere for one in self.mirrors.values())

    def _note_down(self, error: RedisError) -> None:
        for one in self.mirrors.values():
            one.doubt()
        for turn in self.live.values():
            turn.renewed_at_s = float("-inf")  # the lock may be lost: take it back at once
        if not self._is_down:
            log.warning("Redis does not answer (%s); running turns go on without it", error)
        self._is_down = True


def _take(one: Followed, batches: Any) -> None:
    try:
        for batch_id, fields in batches:
            mirror.apply(one.log, fields[FIELD])
            one.last_id = batch_id
    except Hole:
        one.has_hole = True
        log.warning("the journal of turn %s has a hole; its row will tell it", one.log.turn_id)

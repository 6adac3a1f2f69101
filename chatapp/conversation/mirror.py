"""The journal's copy in Redis: one stream a turn, written in batches by the turn's worker.

A batch is JSON: the number of its first event, and items. Deltas keep their borders, so that a
reader in another worker can resume at any of them. Batches overlap after a lost connection, since
the writer then begins again; readers pass over what they have, and stop at a hole.

Everything here can be lost: it is for readers elsewhere and for mending after a crash.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, cast

import orjson
from redis import Redis

from chatapp.conversation.entries import JournalEntry
from chatapp.conversation.event_codec import event_object, read_event
from chatapp.conversation.turn_log import Block, Run, TurnLog
from chatapp.domain.events import ServerEvent, TurnEvent
from chatapp.domain.json import Json
from chatapp.domain.stream import ReasoningDelta, TextDelta

TTL_S: Final = 900
FIELD: Final = b"b"


class Hole(Exception):
    """A batch does not join the one before: Redis lost something."""


class Place(NamedTuple):
    """How far a log is copied: block, pieces of that block, and the number of the last event."""

    block: int = 0
    pieces: int = 0
    seq: int = 0


START: Final = Place()


@dataclass(slots=True)
class Mirror:
    """One log of this worker and how much of it is in Redis.

    Attributes:
        is_read_elsewhere: Another worker has readers, so that batches are written at once.
        is_behind: Redis may have lost some of it: the whole log has to be written again.
        renewed_at_s: When the stream's time to live was last set.
    """

    log: TurnLog
    place: Place = START
    is_read_elsewhere: bool = False
    is_behind: bool = False
    renewed_at_s: float = float("-inf")
    flushed_at_s: float = float("-inf")

    @property
    def is_done(self) -> bool:
        """Whether Redis has the log to its end."""
        return self.log.is_closed and self.place == _end(self.log)

    def doubt(self) -> None:
        """Begin again: the connection broke, and what Redis still has is not known."""
        self.place = START
        self.is_behind = True


def stream_key(turn_id: str) -> str:
    """The turn's stream."""
    return f"turnlog:{turn_id}"


def flush(redis: Redis, mirrors: Iterable[Mirror], now_s: float) -> None:
    """Write what is new in each log, in one round trip.

    Raises:
        RedisError: nothing is known of what was written; `Mirror.doubt` is in place.
    """
    reached: list[tuple[Mirror, Place]] = []
    pipe = redis.pipeline(transaction=False)
    for mirror in mirrors:
        end = _end(mirror.log)
        if end != mirror.place:
            _queue(pipe, mirror, now_s)
            reached.append((mirror, end))
    if reached:
        pipe.execute()
    for mirror, end in reached:
        mirror.place, mirror.is_behind, mirror.flushed_at_s = end, False, now_s


def apply(log: TurnLog, batch: bytes) -> None:
    """Add a batch to a log of another worker; what it has already is passed over.

    Raises:
        Hole: events between the log's last and the batch's first are missing.
    """
    for seq, event in _numbered(orjson.loads(batch)):
        if seq > log.last_seq + 1:
            raise Hole
        if seq == log.last_seq + 1:
            log.append(event)


def recorded(redis: Redis, turn_id: str) -> Iterator[TurnEvent]:
    """Every event of a turn that Redis still has, up to the first hole."""
    expected = 1
    for _, fields in cast("list[Any]", redis.xrange(stream_key(turn_id))):
        batch = orjson.loads(fields[FIELD])
        if batch["n"] > expected:
            return
        for item in batch["i"]:
            for event in _events(item):
                yield event
                expected += not isinstance(event, ServerEvent)


def _queue(pipe: "Redis", mirror: Mirror, now_s: float) -> None:
    key = stream_key(mirror.log.turn_id)
    if mirror.is_behind:
        pipe.delete(key)
    pipe.xadd(key, {FIELD: _batch(mirror)})
    if mirror.is_behind or mirror.log.is_closed or now_s > mirror.renewed_at_s + TTL_S / 10:
        pipe.expire(key, TTL_S)
        mirror.renewed_at_s = now_s


def _batch(mirror: Mirror) -> bytes:
    place, blocks = mirror.place, mirror.log.blocks
    items = [_item(block, 0) for block in blocks[place.block + 1 :]]
    if place.block < len(blocks) and place.pieces < _size(blocks[place.block]):
        items.insert(0, _item(blocks[place.block], place.pieces))
    return orjson.dumps({"n": place.seq + 1, "i": items})


def _item(block: Block, start: int) -> Mapping[str, Json]:
    match block:
        case Run():
            return {"t" if block.kind is TextDelta else "r": block.pieces(start)}
        case JournalEntry():
            return {"e": event_object(block.event)}
        case _:
            return {"h": event_object(block)}


def _numbered(batch: Mapping[str, Any]) -> Iterator[tuple[int, TurnEvent]]:
    """The batch's events that readers may see, with their numbers."""
    seq = batch["n"]
    for item in batch["i"]:
        if "h" not in item:
            for event in _events(item):
                yield seq, event
                seq += 1


def _events(item: Mapping[str, Any]) -> Iterator[TurnEvent]:
    for kind, value in item.items():
        if kind == "t":
            yield from map(TextDelta, value)
        elif kind == "r":
            yield from map(ReasoningDelta, value)
        else:
            yield read_event(value)


def _end(log: TurnLog) -> Place:
    if not log.blocks:
        return START
    return Place(len(log.blocks) - 1, _size(log.blocks[-1]), log.last_seq)


def _size(block: Block) -> int:
    return len(block.ends) if isinstance(block, Run) else 1

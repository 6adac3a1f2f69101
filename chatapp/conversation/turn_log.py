"""The events of one turn in this process: written once, read by any number of readers.

Deltas are kept as runs of text with the place where each ended, a few bytes a token. So a reader
can resume after any number, and one that lags gets what it missed as a single delta; nothing is
ever dropped. `Usage` and provider state are kept for the record but have no number and are never
given to readers. No input or output happens here; `chatapp.conversation.journal` is the door.
"""

from array import array
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Final, TypeAlias

from gevent.event import Event

from chatapp.conversation.entries import UNKNOWN, JournalEntry
from chatapp.domain.events import ServerEvent, TurnEvent, is_terminal
from chatapp.domain.stream import ReasoningDelta, StateKept, TextDelta, Usage

RUN_CHARS: Final = 2000
"""Longest run: appending copies it, so it stays short."""


class Run:
    """Consecutive deltas of one kind, numbered `first` to `last`."""

    __slots__ = ("ends", "first", "kind", "text")

    def __init__(self, kind: type[TextDelta | ReasoningDelta], first: int) -> None:
        self.kind = kind
        self.first = first
        self.text = ""
        self.ends = array("I")

    @property
    def last(self) -> int:
        """The number of the newest delta."""
        return self.first + len(self.ends) - 1

    def add(self, text: str) -> None:
        """Take in one more delta."""
        self.text += text
        self.ends.append(len(self.text))

    def after(self, seq: int) -> str:
        """The text that came after delta `seq`."""
        if seq < self.first:
            return self.text
        return self.text[self.ends[seq - self.first] :] if seq < self.last else ""

    def pieces(self, start: int) -> list[str]:
        """The single deltas from index `start` on."""
        bounds = [self.ends[start - 1] if start else 0, *self.ends[start:]]
        return [self.text[a:b] for a, b in pairwise(bounds)]


Block: TypeAlias = Run | JournalEntry | ServerEvent


class TurnLog:
    """Grows by `append` until a terminal event closes it.

    Attributes:
        was_read: A reader came since this was last asked, and may have gone again.
        replacement: Set when the log could not be completed: what readers get instead.
    """

    def __init__(self, turn_id: str) -> None:
        self.turn_id = turn_id
        self.last_seq = 0
        self.is_closed = False
        self.blocks: list[Block] = []
        self.readers: list[LogReader] = []
        self.was_read = False
        self.replacement: tuple[JournalEntry, ...] | None = None

    def append(self, event: TurnEvent) -> None:
        """Add one event and wake the readers; after a terminal event nothing is taken any more."""
        if self.is_closed:
            return
        match event:
            case TextDelta(text):
                self._run(TextDelta).add(text)
            case ReasoningDelta(text):
                self._run(ReasoningDelta).add(text)
            case Usage() | StateKept():
                self.blocks.append(event)
                return
            case _:
                self.blocks.append(JournalEntry(self.turn_id, self.last_seq + 1, event))
                self.is_closed = is_terminal(event)
        self.last_seq += 1
        self.wake()

    def replace(self, entries: tuple[JournalEntry, ...]) -> None:
        """Close the log with a snapshot of the whole turn, because its own events have a hole."""
        self.replacement = entries
        self.is_closed = True
        self.wake()

    def wake(self) -> None:
        """Let waiting readers look."""
        for reader in self.readers:
            reader.woken.set()

    def events(self) -> Iterator[TurnEvent]:
        """Every event so far with deltas merged, also those that readers never see."""
        for block in self.blocks:
            match block:
                case Run():
                    yield block.kind(block.text)
                case JournalEntry():
                    yield block.event
                case _:
                    yield block

    def _run(self, kind: type[TextDelta | ReasoningDelta]) -> Run:
        last = self.blocks[-1] if self.blocks else None
        if isinstance(last, Run) and last.kind is kind and len(last.text) < RUN_CHARS:
            return last
        run = Run(kind, self.last_seq + 1)
        self.blocks.append(run)
        return run


class LogReader:
    """One reader's place in a log.

    Attributes:
        woken: Set when there may be something new.
        wake_at_s: The clock's time at which to wake it in any case.
    """

    def __init__(self, log: TurnLog, after: int | None) -> None:
        self.woken = Event()
        self.wake_at_s = 0.0
        self.seq = after or 0
        self._log = log
        self._block = 0
        log.readers.append(self)
        log.was_read = True

    @property
    def is_ahead(self) -> bool:
        """Whether it claims to have seen more than there is."""
        return self.seq == UNKNOWN or self.seq > self._log.last_seq

    def close(self) -> None:
        """Leave the log; doing it twice is harmless."""
        if self in self._log.readers:
            self._log.readers.remove(self)

    def take(self, *, may_wait: bool = False) -> list[JournalEntry]:
        """What came since the last call, each run of deltas as one.

        Args:
            may_wait: A reader that is ahead gets nothing yet, since the log is still catching up.
        """
        if self._log.replacement is not None:
            return self._replaced(self._log.replacement)
        if not self.is_ahead:
            return self._new()
        if may_wait and self.seq != UNKNOWN:
            return []
        self.seq = 0
        entries = self._new()
        return [replace(entry, is_snapshot=not place) for place, entry in enumerate(entries)]

    def _replaced(self, entries: tuple[JournalEntry, ...]) -> list[JournalEntry]:
        if self.seq == entries[-1].seq:
            return []
        self.seq = entries[-1].seq
        return list(entries)

    def _new(self) -> list[JournalEntry]:
        entries: list[JournalEntry] = []
        blocks = self._log.blocks
        for block in blocks[self._block :] if self._block else blocks:
            if isinstance(block, Run):
                text = block.after(self.seq)
                if text:
                    entries.append(JournalEntry(self._log.turn_id, block.last, block.kind(text)))
            elif isinstance(block, JournalEntry) and block.seq > self.seq:
                entries.append(block)
        self._block = max(0, len(blocks) - 1)
        self.seq = self._log.last_seq
        return entries

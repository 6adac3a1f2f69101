"""The calls between the definitions that were read, as far as `get_context` lists them.

A small graph of this turn only. Built from the pages' links and checked against nothing else.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from chatapp.domain.evidence import Evidence, parse_evidence
from chatapp.providers.extractive.conversation import Situation
from chatapp.providers.extractive.pages import Link, Page
from chatapp.providers.extractive.ranking import is_in_the_way
from chatapp.providers.extractive.reading import CONTEXT, pages_of

Key = tuple[str, str]
"""A definition: path and qualified name."""


@dataclass(frozen=True, slots=True)
class CallGraph:
    """Definitions with their lines, and the calls between them and those next to them.

    Attributes:
        calls: For each definition that was read or is next to one, what it calls.
    """

    blocks: Mapping[Key, Evidence]
    calls: Mapping[Key, Sequence[Key]]

    def called(self, key: Key) -> list[Key]:
        """What it calls, of what was read."""
        return [other for other in self.calls.get(key, ()) if other in self.blocks]

    def neighbours(self) -> list[Key]:
        """Definitions that were not read and are one call away."""
        keys = dict.fromkeys(key for edge in self._edges() for key in edge)
        return [key for key in keys if key not in self.blocks]

    def users(self, key: Key) -> int:
        """How many of those that were read call it."""
        return sum(1 for caller, called in self._edges() if called == key and caller in self.blocks)

    def used(self, key: Key) -> int:
        """How many of those that were read it calls."""
        return len(self.called(key))

    def _edges(self) -> Iterator[tuple[Key, Key]]:
        return ((caller, key) for caller, called in self.calls.items() for key in called)


def call_graph(situation: Situation) -> CallGraph:
    """The graph of what was read; tests that nobody asked about are left out."""
    pages = {
        (page.path, page.title): page
        for page in pages_of(situation)
        if not page.is_file and not is_in_the_way(page.path, situation.question)
    }
    blocks = {key: block for key, block in _blocks(situation) if key in pages}
    calls: defaultdict[Key, list[Key]] = defaultdict(list)
    for caller, called in dict.fromkeys(_edges(pages)):
        calls[caller].append(called)
    return CallGraph(blocks, calls)


def _blocks(situation: Situation) -> Iterator[tuple[Key, Evidence]]:
    for finding in situation.findings:
        if finding.tool == CONTEXT:
            for block in parse_evidence(finding.content):
                yield (block.path, block.symbol), block


def _edges(pages: Mapping[Key, Page]) -> Iterator[tuple[Key, Key]]:
    for key, page in pages.items():
        for other, is_caller in _links(key, page):
            yield (other, key) if is_caller else (key, other)


def _links(key: Key, page: Page) -> Iterator[tuple[Key, bool]]:
    """The definitions one call away, and whether they are callers."""
    for link, is_caller in _sides(page):
        other = (link.path, link.symbol)
        if link.symbol and other != key:
            yield other, is_caller


def _sides(page: Page) -> Iterator[tuple[Link, bool]]:
    yield from ((link, False) for link in page.uses)
    yield from ((link, True) for link in page.used_by if not link.is_possible)

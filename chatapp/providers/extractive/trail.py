"""Reading the code that a document points at: what to read next, and what has been found.

A pointer is completed to a path that the index has (documents leave out the first folders), and
where it names a whole file, the definition in it that fits the words around the pointer is read.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from chatapp.domain.evidence import Evidence, parse_evidence
from chatapp.providers.extractive.conversation import Situation
from chatapp.providers.extractive.documents import Item, items, passage
from chatapp.providers.extractive.pages import Page, not_found
from chatapp.providers.extractive.question import read
from chatapp.providers.extractive.quoting import is_prose
from chatapp.providers.extractive.reading import CONTEXT, best_of, pages_of
from chatapp.providers.extractive.weights import Weights

POINTERS_OF_ITEM: Final = 2
MAX_ITEMS: Final = 8
FEW_ITEMS: Final = 3


@dataclass(frozen=True, slots=True)
class Seen:
    """What the tools have shown so far."""

    paths: Sequence[str]
    pages: Sequence[Page]
    blocks: Sequence[Evidence]

    def complete(self, pointer: str) -> str:
        """The pointer with its path completed to one that the index has."""
        path, sign, name = pointer.partition("::")
        whole = next((full for full in self.paths if f"/{full}".endswith(f"/{path}")), path)
        return f"{whole}{sign}{name}"

    def block(self, target: str) -> Evidence | None:
        """The lines of a definition that was read."""
        path, _, name = target.partition("::")
        wanted = name or path
        found = (block for block in self.blocks if block.symbol == wanted)
        return next((block for block in found if not name or block.path == path), None)

    def file(self, path: str) -> Page | None:
        """The page of a file that was read."""
        return next((page for page in self.pages if page.is_file and page.path == path), None)


def seen(situation: Situation) -> Seen:
    """Everything that this turn's results hold."""
    texts = [finding.content for finding in situation.findings]
    blocks = [block for text in texts for block in parse_evidence(text)]
    similar = [path for text in texts for names in not_found(text) for path in names]
    read_closely = [
        block
        for finding in situation.findings
        if finding.tool == CONTEXT
        for block in parse_evidence(finding.content)
        if not is_prose(block.path)
    ]
    paths = dict.fromkeys((*(block.path for block in blocks), *similar))
    return Seen(tuple(paths), tuple(pages_of(situation)), tuple(read_closely))


def unread(situation: Situation) -> Iterator[str]:
    """What the document's items point at and has not been read."""
    shown = seen(situation)
    for item in _items(situation):
        for pointer in item.pointers[:POINTERS_OF_ITEM]:
            target = _closest(pointer, item, shown)
            if shown.block(target) is None and shown.file(target) is None:
                yield target


def documented(situation: Situation) -> Iterator[Evidence]:
    """Of each item the code that fits its words best, in the document's order, no place twice."""
    shown = seen(situation)
    told: set[Evidence] = set()
    for item in _items(situation):
        targets = (_closest(pointer, item, shown) for pointer in item.pointers)
        found = [block for block in map(shown.block, targets) if block and block not in told]
        if found:
            weights = Weights(read(item.text), [block.content for block in found])
            best = max(found, key=lambda block: weights.of(block.content))
            told.add(best)
            yield best


def is_documented(situation: Situation) -> bool:
    """Whether a document tells the way, in items that point at code."""
    return len(_items(situation)) >= FEW_ITEMS


def _items(situation: Situation) -> list[Item]:
    found = passage(situation)
    return list(items(found))[:MAX_ITEMS] if found else []


def _closest(pointer: str, item: Item, shown: Seen) -> str:
    """The pointer's target; of a file whose outline is known, the definition that fits best."""
    target = shown.complete(pointer)
    page = shown.file(target)
    if page is None:
        return target
    best = best_of(page, read(item.text), 1)
    return best[0] if best else target

"""What the repository's own documents say about a question, and the code that they point to.

People explain in documents what no call graph shows. A passage is used when it holds most of the
question's words; the paths and names it mentions, item by item, are the steps to look at.
"""

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from chatapp.domain.evidence import Evidence, parse_evidence
from chatapp.providers.extractive.conversation import Situation
from chatapp.providers.extractive.forms import Form
from chatapp.providers.extractive.question import Question
from chatapp.providers.extractive.quoting import heading_mask, is_prose
from chatapp.providers.extractive.ranking import SEARCHES, is_in_the_way
from chatapp.providers.extractive.weights import Weights

DOCUMENTS: Final = "*.[mr][ds]*"
"""Markdown and reStructuredText, as the path filter of a search."""
EXPLAINED: Final = frozenset({Form.FLOW, Form.GENERAL, Form.WHY})
ENOUGH_SHARE: Final = 0.7
HEADING_SHARE: Final = 0.5
BEGINNING_SHARE: Final = 0.75
BEGINNING_LINES: Final = 4
POINTER_WORTH: Final = 0.1
MAX_POINTERS: Final = 12
SECTION_LINES: Final = 44
LINES_TO_HEADING: Final = 3
MAX_PASSAGES: Final = 2

_TICKED: Final = re.compile(r"`([^`\n]{2,100})`")
_INSIDE: Final = re.compile(r"([\w./-]+\.\w{1,5})(?:::|: ?)([A-Za-z_][\w.]*)")
_PATH: Final = re.compile(
    r"[\w.-]*/[\w./-]*\w|[\w-]+\.(?:py|js|ts|go|rs|java|rb|php|c|h|cpp|cs|kt)"
)
_NAME: Final = re.compile(
    r"(?:[A-Za-z]\w*\.)*[A-Za-z_]*(?:[a-z][A-Z]|_[a-z]|[a-z]\.[a-z_])\w*(?:\(\))?"
)
_ITEM: Final = re.compile(r"\n(?=\s*(?:[-*+]|\d+[.)])\s)|\n\s*\n")


@dataclass(frozen=True, slots=True)
class Item:
    """A paragraph or list item that points at code, and the words around the pointers."""

    text: str
    pointers: tuple[str, ...]


def passage(situation: Situation) -> Evidence | None:
    """The passage that explains what is asked, else None; as long as it has been read so far.

    A lone line explains nothing: `to_read_on` says how to read around it.
    """
    return next((found for found in _passages(situation) if "\n" in found.content), None)


def to_read_on(situation: Situation) -> Iterator[str]:
    """Targets that show the best passages with what follows them, and lone lines in their place."""
    for found in _passages(situation)[:MAX_PASSAGES]:
        is_lone = "\n" not in found.content
        first = max(1, found.lines.start - LINES_TO_HEADING) if is_lone else found.lines.start
        yield f"{found.path}:{first}-{first + SECTION_LINES}"


@functools.lru_cache(maxsize=8)
def _passages(situation: Situation) -> tuple[Evidence, ...]:
    """The passages that explain, best first; kept, since every step of an answer asks for them.

    A Chinese question may be explained in English or in Chinese, so it is judged in each alone.
    """
    question = situation.question
    if question.form not in EXPLAINED:
        return ()
    blocks = _blocks(situation)
    if not question.han:
        return _explaining(question, blocks)
    english = _explaining(replace(question, han=()), blocks)
    return english or _explaining(replace(question, choices=()), blocks)


def _explaining(question: Question, blocks: Sequence[Evidence]) -> tuple[Evidence, ...]:
    weights = Weights(question, [block.content for block in blocks])
    needed = ENOUGH_SHARE * weights.total
    prose = [block for block in blocks if is_prose(block.path)]
    found = [_section(block) for block in prose if weights.of(block.content) >= needed > 0]

    def worth(block: Evidence) -> tuple[float, int]:
        pointers = min(MAX_POINTERS, len(pointers_in(block.content)))
        return weights.of(block.content) + POINTER_WORTH * pointers, len(block.content)

    fitting = [section for section in found if _is_about(section, weights)]
    return tuple(sorted(fitting, key=worth, reverse=True))


def _is_about(section: Evidence, weights: Weights) -> bool:
    """Whether the question is the section's subject: in its heading, or whole in its beginning.

    Documents mention much in passing; a section that only mentions is no explanation.
    """
    lines = section.content.split("\n")
    heading, beginning = lines[0], " ".join(lines[:BEGINNING_LINES])
    return (
        weights.of(heading) >= HEADING_SHARE * weights.total
        or weights.of(beginning) >= BEGINNING_SHARE * weights.total
    )


def _blocks(situation: Situation) -> list[Evidence]:
    texts = (item.content for item in situation.findings if item.tool in (*SEARCHES, "get_context"))
    blocks = (block for text in texts for block in parse_evidence(text))
    return [block for block in blocks if not is_in_the_way(block.path, situation.question)]


def _section(block: Evidence) -> Evidence:
    """The block from its first heading to the next one."""
    lines = block.content.split("\n")
    heads = [place for place, is_heading in enumerate(heading_mask(lines)) if is_heading]
    start = heads[0] if heads else 0
    end = next((place for place in heads if place > start + 1), len(lines))
    while end > start + 1 and not lines[end - 1].strip():
        end -= 1
    return block.part(start, end)


def items(found: Evidence) -> Iterator[Item]:
    """The paragraphs and list items of a passage that point at code."""
    for text in _ITEM.split(found.content):
        pointers = pointers_in(text)
        if pointers:
            yield Item(text, pointers)


def pointers_in(text: str) -> tuple[str, ...]:
    """Paths, names, and ``path::name`` that a text sets in code style, each once, in order."""
    return tuple(dict.fromkeys(filter(None, map(_pointer, _TICKED.findall(text)))))


def _pointer(token: str) -> str:
    inside = _INSIDE.fullmatch(token)
    if inside:
        return f"{inside.group(1)}::{inside.group(2)}"
    is_pointer = _PATH.fullmatch(token) or _NAME.fullmatch(token)
    return token.removesuffix("()") if is_pointer else ""

"""What to read closer after a search: the definitions that hits belong to, or a file's best ones.

A hit shows a few lines. Where they are a file's head, only its outline tells what is in it; the
definitions in there that fit the question are read next.
"""

from collections.abc import Iterator
from typing import Final

from chatapp.domain.evidence import Evidence
from chatapp.providers.extractive.conversation import Situation
from chatapp.providers.extractive.pages import Page, pages
from chatapp.providers.extractive.question import Question
from chatapp.providers.extractive.quoting import is_prose
from chatapp.providers.extractive.ranking import hits
from chatapp.providers.extractive.weights import Weights

CONTEXT: Final = "get_context"
MAX_HITS: Final = 10
MAX_HEADS: Final = 3
MAX_PER_FILE: Final = 2
CODE_KINDS: Final = frozenset(
    ["function", "method", "class", "interface", "struct", "trait", "enum", "type"]
)


def definitions_to_read(situation: Situation) -> Iterator[str]:
    """The best hits' definitions, and the files of hits that belong to none."""
    seen = {(page.path, page.title) for page in pages_of(situation)}
    for hit in hits(situation.findings, situation.question)[:MAX_HITS]:
        if is_prose(hit.path):
            continue
        title = hit.symbol if is_definition(hit) else hit.path
        if (hit.path, title) not in seen:
            yield f"{hit.path}::{title}" if is_definition(hit) else hit.path


def heads_to_read(situation: Situation) -> Iterator[str]:
    """The best hits' files: what a module is for stands at its beginning."""
    found = hits(situation.findings, situation.question)
    yield from (hit.path for hit in found[:MAX_HEADS] if not is_prose(hit.path))


def is_definition(block: Evidence) -> bool:
    """Whether the block is a function, class or the like, rather than a piece of a file."""
    return bool(block.symbol) and block.kind in CODE_KINDS


def outlined(situation: Situation) -> Iterator[str]:
    """The definitions that fit the question in files of which only the outline was read."""
    for page in pages_of(situation):
        if page.is_file:
            yield from best_of(page, situation.question, MAX_PER_FILE)


def best_of(page: Page, question: Question, count: int) -> list[str]:
    """The definitions of a file, by its outline, that say most about the question."""
    texts = [f"{item.name} {item.signature}" for item in page.outline]
    weights = Weights(question, texts)
    scores = [weights.of(text) for text in texts]
    order = sorted(range(len(texts)), key=lambda place: -scores[place])
    best = [page.outline[place] for place in order[:count] if scores[place] > 0]
    return [f"{page.path}::{item.name}" for item in best]


def pages_of(situation: Situation) -> list[Page]:
    """Everything that `get_context` has shown in this turn."""
    read = (finding.content for finding in situation.findings if finding.tool == CONTEXT)
    return [page for content in read for page in pages(content)]

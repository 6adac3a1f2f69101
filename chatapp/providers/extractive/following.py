"""Following calls: who calls what was read, and what it calls, as `get_context` lists them."""

from collections.abc import Iterator
from typing import Final

from chatapp.providers.extractive.callgraph import Key, call_graph
from chatapp.providers.extractive.conversation import Situation
from chatapp.providers.extractive.ends import ends_of
from chatapp.providers.extractive.question import Question
from chatapp.providers.extractive.ranking import file_scores, is_in_the_way
from chatapp.providers.extractive.reading import pages_of
from chatapp.providers.extractive.weights import Weights

AROUND_LINES: Final = 2
MAX_NEIGHBOURS: Final = 8
JOINS_WORTH: Final = 0.5
NEW_FILE_WORTH: Final = 0.4
HUB_COST: Final = 0.4
"""What many definitions use (`log`, `settings`) is on no way in particular."""


def call_sites(situation: Situation) -> Iterator[str]:
    """The lines around each place that uses what was read."""
    for page in pages_of(situation):
        for link in page.used_by:
            yield f"{link.path}:{max(1, link.line - AROUND_LINES)}-{link.line + AROUND_LINES}"


def neighbours(situation: Situation) -> Iterator[str]:
    """Definitions one call away that are most likely on the way the question is about."""
    graph = call_graph(situation)
    found = [key for key in graph.neighbours() if not is_in_the_way(key[0], situation.question)]
    weights = Weights(_wider(situation.question), [f"{path} {name}" for path, name in found])
    most = max((weights.of(f"{path} {name}") for path, name in found), default=0.0) or 1.0
    read = {path for path, _ in graph.blocks}
    files = file_scores(situation.findings)

    def worth(key: Key) -> float:
        path, name = key
        users, used = graph.users(key), graph.used(key)
        joins = JOINS_WORTH if users and used else 0.0
        hub = HUB_COST * max(0, users - 1)
        new = NEW_FILE_WORTH if path not in read else 0.0
        return weights.of(f"{path} {name}") / most + files.get(path, 0.0) + joins + new - hub

    best = sorted(found, key=worth, reverse=True)[:MAX_NEIGHBOURS]
    yield from (f"{path}::{name}" for path, name in best)


def _wider(question: Question) -> Question:
    """The question with the words for its ends."""
    ends = ends_of(question.text)
    more = (*ends.start, *ends.end) if ends else ()
    return question.about((*question.names, *question.terms, *more))

"""The way through the code that a "how does it get there" question asks for.

Among the definitions that were read, the chain of calls that says most about the question; with
ends given, it has to begin at the one and arrive at the other. Where code goes on through a queue
or a thread no call shows it, and there is no way to show.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from chatapp.domain.evidence import Evidence
from chatapp.providers.extractive.callgraph import CallGraph, Key, call_graph
from chatapp.providers.extractive.conversation import Situation
from chatapp.providers.extractive.ends import ends_of
from chatapp.providers.extractive.question import Question
from chatapp.providers.extractive.ranking import file_scores
from chatapp.providers.extractive.weights import Weights

MAX_STEPS: Final = 6
END_WORTH: Final = 2.0
AT_THE_END: Final = 0.6
"""How much a definition has to say about an end, beside the best one, to stand for it."""
SAME_FILE_SHARE: Final = 0.6
NAME_SHARE: Final = 0.5
PATH_SHARE: Final = 0.15
TEXT_SHARE: Final = 0.35
FILE_WORTH: Final = 0.3
HEAD_CHARS: Final = 600
FEW_USERS: Final = 2
HUB_COST: Final = 0.1
ASIDE_SHARE: Final = 0.5
STEP_COST: Final = 0.3
"""What a step has to be worth: a chain gets longer only through what the question is about."""

_ASIDE: Final = re.compile(r"error|exception|fail|warn|log$|_is_|clear|repr", re.IGNORECASE)
"""What happens when something goes wrong, and small change: beside the way, as types are."""

Chain = tuple[Key, ...]


def way(situation: Situation) -> tuple[Evidence, ...]:
    """The chain; empty when no call joins what was found, or none leads from end to end."""
    graph = call_graph(situation)
    chains = [chain for start in graph.blocks for chain in _from((start,), graph)]
    if not chains:
        return ()
    values = _values(situation, graph, chains)
    ends = ends_of(situation.question.text)
    if ends is None:
        return _shown(graph, max(chains, key=values.__getitem__))
    starts = _relative(situation.question.about(ends.start), graph)
    arrives = _relative(situation.question.about(ends.end), graph)

    def value(chain: Chain) -> float:
        return values[chain] + END_WORTH * (starts[chain[0]] + arrives[chain[-1]])

    best = max(chains, key=value)
    is_through = min(starts[best[0]], arrives[best[-1]]) >= AT_THE_END
    return _shown(graph, best) if is_through else ()


def _from(chain: Chain, graph: CallGraph) -> Iterator[Chain]:
    """Every chain that goes on from this one, without going in circles."""
    for called in graph.called(chain[-1]):
        if called not in chain and len(chain) < MAX_STEPS:
            longer = (*chain, called)
            yield longer
            yield from _from(longer, graph)


def _values(
    situation: Situation, graph: CallGraph, chains: Sequence[Chain]
) -> Mapping[Chain, float]:
    said = _relative(situation.question, graph)
    files = file_scores(situation.findings)
    worth = {key: said[key] + FILE_WORTH * files.get(key[0], 0.0) for key in graph.blocks}
    for key in graph.blocks:
        worth[key] -= HUB_COST * max(0, graph.users(key) - FEW_USERS)
        if _ASIDE.search(key[1]) or graph.blocks[key].kind not in ("function", "method"):
            worth[key] *= ASIDE_SHARE
    return {chain: _value(chain, worth) for chain in chains}


def _value(chain: Chain, worth: Mapping[Key, float]) -> float:
    """The worth of the steps; another step within the same file is worth less."""
    value, paths = 0.0, set()
    for key in chain:
        value += worth[key] * (SAME_FILE_SHARE if key[0] in paths else 1.0) - STEP_COST
        paths.add(key[0])
    return value


def _relative(question: Question, graph: CallGraph) -> Mapping[Key, float]:
    """How much each definition says about the question, up to 1: its name above all."""
    keys = list(graph.blocks)
    sides = (
        (NAME_SHARE, [name for _, name in keys]),
        (PATH_SHARE, [path for path, _ in keys]),
        (TEXT_SHARE, [graph.blocks[key].content[:HEAD_CHARS] for key in keys]),
    )
    shares = [[share * value for value in _scaled(question, texts)] for share, texts in sides]
    return {key: sum(values) for key, *values in zip(keys, *shares, strict=True)}


def _scaled(question: Question, texts: Sequence[str]) -> list[float]:
    weights = Weights(question, texts)
    found = [weights.of(text) for text in texts]
    most = max(found, default=0.0) or 1.0
    return [value / most for value in found]


def _shown(graph: CallGraph, chain: Chain) -> tuple[Evidence, ...]:
    return tuple(graph.blocks[key] for key in chain)

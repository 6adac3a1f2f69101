"""The way through the code that a "how does it get there" question asks for.

Among the definitions that were read, the chain of calls that says most about the question; with
ends given, it has to begin at the one and arrive at the other. Where code goes on through a queue
or a thread no call shows it, and there is no way to show.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from chatapp.domain.evidence import Evidence
from chatapp.providers.extractive.callgraph import CallGraph, Key, call_graph
from chatapp.providers.extractive.conversation import Situation
from chatapp.providers.extractive.ends import ends_of
from chatapp.providers.extractive.ranking import file_scores
from chatapp.providers.extractive.weights import Weights

MAX_STEPS: Final = 6
END_WORTH: Final = 2.0
AT_THE_END: Final = 0.6
"""How much a definition has to say about an end, beside the best one, to stand for it."""
SAME_FILE_SHARE: Final = 0.6
STEP_COST: Final = 0.2
"""What a step has to be worth: a chain gets longer only through what the question is about."""

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
    starts = _relative(situation, graph, ends.start)
    arrives = _relative(situation, graph, ends.end)

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
    said = _relative(situation, graph, None)
    files = file_scores(situation.findings)
    worth = {key: (said[key] + files.get(key[0], 0.0)) / 2 for key in graph.blocks}
    return {chain: _value(chain, worth) for chain in chains}


def _value(chain: Chain, worth: Mapping[Key, float]) -> float:
    """The worth of the steps; another step within the same file is worth less."""
    value, paths = 0.0, set()
    for key in chain:
        value += worth[key] * (SAME_FILE_SHARE if key[0] in paths else 1.0) - STEP_COST
        paths.add(key[0])
    return value


def _relative(
    situation: Situation, graph: CallGraph, words: Sequence[str] | None
) -> Mapping[Key, float]:
    """How much each definition says about the words (or the question), 1 for the best one."""
    texts = {key: f"{key[0]} {key[1]} {_head(block)}" for key, block in graph.blocks.items()}
    question = situation.question if words is None else situation.question.about(words)
    weights = Weights(question, list(texts.values()))
    found = {key: weights.of(text) for key, text in texts.items()}
    most = max(found.values(), default=0.0) or 1.0
    return {key: value / most for key, value in found.items()}


def _head(block: Evidence) -> str:
    return block.content[:400]


def _shown(graph: CallGraph, chain: Chain) -> tuple[Evidence, ...]:
    return tuple(graph.blocks[key] for key in chain)

"""The import graph as a Mermaid flowchart small enough to read.

Files are folded into their folders, deeper ones first, until at most 25 nodes are left, and the
50 heaviest arrows are drawn. Ids are n1, n2, ... and labels quoted, so no path can break it.
"""

import sqlite3
from collections import Counter
from typing import Final

MAX_NODES: Final = 25
MAX_EDGES: Final = 50
MAX_DEPTH: Final = 8

_EDGES: Final = """
SELECT a.path, b.path, e.imports FROM edges e
JOIN files a ON a.id = e.from_file_id AND a.kind = 'code'
JOIN files b ON b.id = e.to_file_id AND b.kind = 'code'
"""


def module_diagram(index: sqlite3.Connection) -> str:
    """The diagram, or "" when fewer than two folders import each other."""
    edges = [(str(a), str(b), int(n)) for a, b, n in index.execute(_EDGES)]
    folded: Counter[tuple[str, str]] = Counter()
    for depth in range(MAX_DEPTH, 0, -1):
        folded = _folded(edges, depth)
        if len({name for pair in folded for name in pair}) <= MAX_NODES:
            break
    return _mermaid(folded) if folded else ""


def _folded(edges: list[tuple[str, str, int]], depth: int) -> Counter[tuple[str, str]]:
    folded: Counter[tuple[str, str]] = Counter()
    for source, target, weight in edges:
        pair = (_folder(source, depth), _folder(target, depth))
        if pair[0] != pair[1]:
            folded[pair] += weight
    return folded


def _folder(path: str, depth: int) -> str:
    folders = path.split("/")[:-1]
    return "/".join(folders[:depth]) or "."


def _mermaid(folded: Counter[tuple[str, str]]) -> str:
    heaviest = sorted(folded.items(), key=lambda item: (-item[1], item[0]))[:MAX_EDGES]
    weights: Counter[str] = Counter()
    for (source, target), weight in heaviest:
        weights[source] += weight
        weights[target] += weight
    kept = sorted(name for name, _ in weights.most_common(MAX_NODES))
    ids = {name: f"n{number}" for number, name in enumerate(kept, start=1)}
    lines = [f'  {ids[name]}["{_label(name)}"]' for name in kept]
    lines += [
        f"  {ids[source]} --> {ids[target]}"
        for (source, target), _ in heaviest
        if source in ids and target in ids
    ]
    return "\n".join(["flowchart LR", *lines])


def _label(name: str) -> str:
    return name.replace('"', "#quot;").replace("<", "#lt;").replace(">", "#gt;")

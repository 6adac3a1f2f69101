"""The import graph's shape: who is central, and which files belong together.

PageRank (Page et al. 1999) over "imports" as votes, and communities by the first phase of Louvain
(Blondel et al. 2008), repeated on the merged graph. Nodes are visited in the order of their paths
and ties go to the smaller community, so the same graph always gives the same answer.
"""

import posixpath
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from chatapp.codebase.parse.languages import is_test_path

DAMPING: Final = 0.85
ROUNDS: Final = 25
DIGITS: Final = 8
LEVELS: Final = 6
PASSES: Final = 8

Weights: TypeAlias = Mapping[int, Mapping[int, float]]
"""An undirected graph: node -> neighbour -> weight, both ways."""


def rebuild_network(index: sqlite3.Connection) -> None:
    """Write `nodes` and `communities` anew from `edges`."""
    edges = index.execute("SELECT from_file_id, to_file_id, imports FROM edges").fetchall()
    paths = dict(index.execute("SELECT id, path FROM files"))
    ends = {end for edge in edges for end in edge[:2]}
    nodes = sorted(ends, key=paths.__getitem__)
    ranks = page_rank(nodes, [edge[:2] for edge in edges])
    communities = communities_of(nodes, edges)
    outgoing, incoming = Counter(e[0] for e in edges), Counter(e[1] for e in edges)
    index.execute("DELETE FROM nodes")
    index.executemany(
        "INSERT INTO nodes VALUES (?,?,?,?,?)",
        [(n, communities[n], ranks[n], incoming[n], outgoing[n]) for n in sorted(nodes)],
    )
    _write_communities(index, communities, paths)


def page_rank(nodes: list[int], edges: Iterable[tuple[int, int]]) -> dict[int, float]:
    """The share of attention of each node; they add up to 1."""
    if not nodes:
        return {}
    targets: dict[int, list[int]] = defaultdict(list)
    for start, end in sorted(edges):
        targets[start].append(end)
    ranks = dict.fromkeys(nodes, 1 / len(nodes))
    for _ in range(ROUNDS):
        loose = sum(ranks[node] for node in nodes if node not in targets)
        base = (1 - DAMPING + DAMPING * loose) / len(nodes)
        following = dict.fromkeys(nodes, base)
        for start, ends in targets.items():
            share = DAMPING * ranks[start] / len(ends)
            for end in ends:
                following[end] += share
        ranks = following
    return {node: round(rank, DIGITS) for node, rank in ranks.items()}


def communities_of(nodes: list[int], edges: Iterable[tuple[int, int, int]]) -> dict[int, int]:
    """The community of each node, named by the id of its first node in the given order."""
    weights: dict[int, dict[int, float]] = {node: {} for node in nodes}
    for start, end, count in sorted(edges):
        weights[start][end] = weights[start].get(end, 0) + count
        weights[end][start] = weights[end].get(start, 0) + count
    member = {node: node for node in nodes}
    graph: Weights = weights
    for _ in range(LEVELS):
        moved = _moved(list(graph), graph)
        member = {node: moved[community] for node, community in member.items()}
        if len(set(moved.values())) == len(graph):
            break
        graph = _merged(graph, moved)
    return _named_by_first(nodes, member)


def _moved(nodes: list[int], graph: Weights) -> dict[int, int]:
    """Each node in the neighbouring community that gains most modularity, until none moves."""
    degree = {node: sum(graph[node].values()) for node in nodes}
    double = sum(degree.values()) or 1.0
    community, total = {node: node for node in nodes}, dict(degree)
    for _ in range(PASSES):
        moves = 0
        for node in nodes:
            old = community[node]
            total[old] -= degree[node]
            best = _best(node, graph[node], community, total, degree[node] / double)
            total[best] += degree[node]
            community[node] = best
            moves += best != old
        if not moves:
            break
    return community


def _best(
    node: int,
    neighbours: Mapping[int, float],
    community: Mapping[int, int],
    total: Mapping[int, float],
    share: float,
) -> int:
    links: dict[int, float] = {community[node]: 0.0}
    for neighbour, weight in neighbours.items():
        if neighbour != node:
            links[community[neighbour]] = links.get(community[neighbour], 0.0) + weight
    return max(links, key=lambda one: (round(links[one] - total[one] * share, 9), -one))


def _merged(graph: Weights, community: Mapping[int, int]) -> Weights:
    merged: dict[int, dict[int, float]] = {}
    for node, neighbours in graph.items():
        row = merged.setdefault(community[node], {})
        for neighbour, weight in neighbours.items():
            row[community[neighbour]] = row.get(community[neighbour], 0.0) + weight
    return merged


def _named_by_first(nodes: list[int], member: Mapping[int, int]) -> dict[int, int]:
    names: dict[int, int] = {}
    for node in nodes:
        names.setdefault(member[node], node)
    return {node: names[member[node]] for node in nodes}


def _write_communities(
    index: sqlite3.Connection, member: Mapping[int, int], paths: Mapping[int, str]
) -> None:
    groups: dict[int, list[str]] = defaultdict(list)
    for node in sorted(member, key=paths.__getitem__):
        groups[member[node]].append(paths[node])
    index.execute("DELETE FROM communities")
    index.executemany(
        "INSERT INTO communities VALUES (?,?,?)",
        [(one, label_of(group), len(group)) for one, group in sorted(groups.items())],
    )


def label_of(paths: list[str]) -> str:
    """The folder that most of the files share, as deep as more than half of them agree.

    Tests only count where there is nothing else: a group is named for what it tests.
    """
    paths = [path for path in paths if not is_test_path(path)] or paths
    label, depth = "", 1
    while True:
        folders = Counter(
            "/".join(posixpath.dirname(path).split("/")[:depth])
            for path in paths
            if posixpath.dirname(path).count("/") >= depth - 1 and "/" in path
        )
        best, count = max(folders.items(), key=lambda one: (one[1], one[0]), default=("", 0))
        if count * 2 <= len(paths):
            return label or "."
        label, depth = best, depth + 1

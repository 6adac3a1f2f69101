"""The sections of a wiki page: what is known about a file, a folder or a definition, as JSON.

Used by `context`, which chooses the sections and turns them into text too. Every list is bounded;
what a page leaves out is asked for with `include`.
"""

from typing import Final, Literal, get_args

from chatapp.codebase.facts import decisions, graph, history
from chatapp.codebase.facts.graph import Link
from chatapp.codebase.search.contents import File
from chatapp.codebase.search.symbols import Symbol, symbols_in
from chatapp.codebase.tools.desk import Desk
from chatapp.codebase.tools.shapes import (
    ChangeData,
    CommunityData,
    DecisionData,
    LinkData,
    MetricsData,
    OwnerData,
    SkeletonItem,
)

Section = Literal[
    "skeleton",
    "callers",
    "callees",
    "last_change",
    "ownership",
    "metrics",
    "community",
    "decisions",
    "full_doc",
]
ALL_SECTIONS: Final[tuple[Section, ...]] = get_args(Section)
COMPACT: Final[frozenset[Section]] = frozenset({"skeleton", "callers", "callees", "last_change"})
MAX_SKELETON: Final = 150
COMPACT_ITEMS: Final = 8
FULL_ITEMS: Final = 30
MAX_DECISIONS: Final = 8


def skeleton(desk: Desk, file_id: int, inside: Symbol | None = None) -> list[SkeletonItem]:
    """The definitions of a file, or those inside one of them, as an outline."""
    depths: dict[int, int] = {}
    items: list[SkeletonItem] = []
    for symbol in symbols_in(desk.index, file_id):
        depth = depths.get(symbol.parent_id, -1) + 1 if symbol.parent_id is not None else 0
        depths[symbol.symbol_id] = depth
        is_inside = inside is None or _is_within(symbol, inside)
        if is_inside and len(items) < MAX_SKELETON:
            items.append(_outline(symbol, depth))
    return items


def _is_within(symbol: Symbol, outer: Symbol) -> bool:
    is_spanned = outer.start_line <= symbol.start_line and symbol.end_line <= outer.end_line
    return is_spanned and symbol.symbol_id != outer.symbol_id


def _outline(symbol: Symbol, depth: int) -> SkeletonItem:
    return {
        "name": symbol.name,
        "kind": symbol.kind,
        "signature": symbol.signature or symbol.name,
        "start_line": symbol.start_line,
        "end_line": symbol.end_line,
        "depth": depth,
        "summary": first_line(symbol.docstring),
    }


def first_line(text: str) -> str:
    """The first line of a docstring."""
    return text.strip().partition("\n")[0].strip()


def link_data(links: list[Link]) -> list[LinkData]:
    """Calls for the panel."""
    return [
        {
            "path": link.path,
            "line": link.line,
            "symbol": link.symbol,
            "kind": link.kind,
            "confidence": round(link.confidence, 2),
        }
        for link in links
    ]


def import_links(paths: list[str]) -> list[LinkData]:
    """Imports for the panel: whole files, so line 1."""
    return [
        {"path": path, "line": 1, "symbol": "", "kind": "import", "confidence": 1.0}
        for path in paths
    ]


def last_change(desk: Desk, file_id: int) -> ChangeData | None:
    """The newest commit that touched the file, None where history has not seen it."""
    past = history.history(desk.index, file_id)
    if past is None or past.last_hash is None:
        return None
    return {
        "commit": past.last_hash,
        "author": past.last_author or "",
        "subject": past.last_subject or "",
        "at": past.last_at,
    }


def ownership(desk: Desk, file_id: int) -> list[OwnerData]:
    """The file's main authors."""
    return [
        {"author": owner.author, "commits": owner.commits, "share": round(owner.share, 3)}
        for owner in history.owners(desk.index, file_id)
    ]


def metrics(desk: Desk, file: File) -> MetricsData:
    """Sizes, history and place in the graph."""
    past = history.history(desk.index, file.file_id)
    node = graph.node(desk.index, file.file_id)
    return {
        "lines": file.lines,
        "size_bytes": file.size_bytes,
        "complexity": file.complexity,
        "commits": past.commits if past else 0,
        "fixes": past.fixes if past else 0,
        "churn_percentile": round(past.churn_percentile, 3) if past else 0.0,
        "authors": past.authors if past else 0,
        "bus_factor": past.bus_factor if past else 0,
        "imported_by": node.imported_by,
        "imports": node.imports,
        "centrality": round(node.centrality, 6),
    }


def community(desk: Desk, file_id: int) -> CommunityData | None:
    """The file's community, None for a file without imports."""
    node = graph.node(desk.index, file_id)
    return {"label": node.community, "files": node.community_files} if node.community else None


def file_decisions(desk: Desk, file: File) -> list[DecisionData]:
    """Decisions written in the file, or recorded about it."""
    found = decisions.decisions_of(desk.index, file.file_id, MAX_DECISIONS)
    return [decision_data(decision) for decision in found]


def decision_data(decision: decisions.Decision) -> DecisionData:
    """A decision for the panel."""
    return {
        "kind": decision.kind,
        "title": decision.title,
        "text": decision.text,
        "path": decision.path,
        "start_line": decision.start_line,
        "end_line": decision.end_line,
        "commit": decision.commit,
        "author": decision.author,
        "at": decision.decided_at,
    }

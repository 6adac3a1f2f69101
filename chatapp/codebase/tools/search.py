"""`search_codebase`: symbols, paths, text, patterns and questions through one door."""

import re
from collections.abc import Callable
from fnmatch import translate
from typing import Final, Literal, TypedDict

from chatapp.codebase.marks import cut_around, shortened
from chatapp.codebase.search.find import (
    Found,
    find,
    find_lines,
    find_matches,
    find_paths,
    find_symbol_hits,
)
from chatapp.codebase.search.hits import Hit
from chatapp.codebase.text import cut_line
from chatapp.codebase.tools.budget import Block, Reference
from chatapp.codebase.tools.desk import Desk
from chatapp.codebase.tools.reply import Place, Reply, evidence, text
from chatapp.domain.json import JsonObject

How = Literal["any", "symbol", "path", "text", "regex"]
MAX_LIMIT: Final = 50
MAX_ECHO: Final = 300
_FINDERS: Final = {
    "any": find,
    "symbol": find_symbol_hits,
    "path": find_paths,
    "text": find_lines,
    "regex": find_matches,
}

HELP: Final = (
    "The query is empty. Give words, a name, a path, `kind='regex'` with a pattern, or a question,"
    " for example: where are sessions stored?"
)


class LineData(TypedDict):
    """One quoted line; `is_match` where the line itself matched."""

    number: int
    text: str
    is_match: bool


class HitData(Place):
    """A place that matches, best first; ``why`` is symbol, path, text or regex."""

    symbol: str
    kind: str
    language: str
    why: str
    score: float
    lines: list[LineData]


class SearchResults(TypedDict):
    """The artifact ``search_results``; `total` counts what was found before `limit` and `offset`.

    `is_complete` is false where a scan stopped early because there was enough.
    """

    query: str
    kind: str
    path: str
    total: int
    offset: int
    is_complete: bool
    hits: list[HitData]


def search_codebase(
    desk: Desk, query: str, kind: How = "any", path: str = "", limit: int = 10, offset: int = 0
) -> Reply:
    """Find code by name, path, text, pattern or plain question; the best places with their lines.

    Use it first when you do not know where something is.

    Args:
        desk: Set by the server.
        query: A question, words, a symbol (`Class.method`), a path, an exact text or a pattern.
        kind: How to read the query; `any` combines symbols, paths and text.
        path: Only files below this folder or matching this glob, e.g. `src/` or `*.ts`.
        limit: How many hits, up to 50.
        offset: How many hits to skip, to read on.
    """
    if not query.strip():
        return Reply("empty query", (text(HELP),), _data(query, kind, path, offset, Found(())))
    limit = min(max(1, limit), MAX_LIMIT)
    is_wanted = path_filter(path)
    found = _FINDERS[kind](desk.index, query, is_wanted, offset + limit)
    page = found.hits[offset : offset + limit]
    return Reply(
        summary=_summary(found),
        blocks=(*_blocks(desk, page), *_nothing(query, page)),
        data=_data(query, kind, path, offset, Found(page, found.total, found.is_complete)),
        more=_rest(query, kind, path, offset + limit, found),
    )


def path_filter(path: str) -> Callable[[str], bool]:
    """Whether a path is below the folder, or matches the glob, that `path` names."""
    wanted = path.strip().removeprefix("./").lstrip("/")
    if not wanted:
        return lambda _path: True
    if not any(sign in wanted for sign in "*?["):
        folder = wanted.rstrip("/") + "/"
        return lambda candidate: candidate == wanted or candidate.startswith(folder)
    pattern = re.compile(translate(wanted if "/" in wanted else f"*{wanted}"))
    return lambda candidate: pattern.match(candidate) is not None


def _summary(found: Found) -> str:
    places = "place" if found.total == 1 else "places"
    return f"{found.total}{'' if found.is_complete else '+'} {places}"


def _blocks(desk: Desk, hits: tuple[Hit, ...]) -> list[Block]:
    return [
        evidence(desk, (hit.path, hit.lines), shown_lines(hit), symbol=hit.symbol, kind=hit.kind)
        for hit in hits
    ]


def shown_lines(hit: Hit) -> list[str]:
    """A hit's lines cut to the longest shown, around the match where there is one."""
    if hit.position is None:
        return [cut_line(line) for line in hit.content]
    return [cut_around(line, hit.position) for line in hit.content]


def _nothing(query: str, page: tuple[Hit, ...]) -> list[Block]:
    if page:
        return []
    shown = shortened(query, MAX_ECHO)
    return [text(f"Nothing found for: {shown}\nTry other words, a part of a name, or no filter.")]


def _rest(query: str, kind: str, path: str, offset: int, found: Found) -> tuple[Reference, ...]:
    left = found.total - offset
    if left <= 0:
        return ()
    arguments: JsonObject = {
        "query": shortened(query, MAX_ECHO),
        "kind": kind,
        "path": path,
        "offset": offset,
    }
    return (Reference("search_codebase", arguments, f"{left} more"),)


def _data(query: str, kind: str, path: str, offset: int, found: Found) -> SearchResults:
    return {
        "query": shortened(query, MAX_ECHO),
        "kind": kind,
        "path": path,
        "total": found.total,
        "offset": offset,
        "is_complete": found.is_complete,
        "hits": [hit_data(hit) for hit in found.hits],
    }


def hit_data(hit: Hit) -> HitData:
    """A hit for the panel."""
    numbered = enumerate(shown_lines(hit), start=hit.lines.start)
    return {
        "path": hit.path,
        "start_line": hit.lines.start,
        "end_line": hit.lines.end,
        "symbol": hit.symbol,
        "kind": hit.kind,
        "language": hit.language,
        "why": hit.why,
        "score": hit.score,
        "lines": [
            {"number": number, "text": line, "is_match": number in hit.matches}
            for number, line in numbered
        ],
    }

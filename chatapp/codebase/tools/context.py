"""`get_context`: the wiki page of files, line ranges, folders and definitions."""

from collections.abc import Iterator, Sequence
from typing import Final

from chatapp.codebase.facts import graph
from chatapp.codebase.search.contents import File, clamp
from chatapp.codebase.search.symbols import Symbol
from chatapp.codebase.search.targets import (
    FileTarget,
    FolderTarget,
    SymbolTarget,
    Target,
    Unknown,
    resolve,
)
from chatapp.codebase.tools import pages
from chatapp.codebase.tools.budget import Block, Reference
from chatapp.codebase.tools.desk import Desk
from chatapp.codebase.tools.pages import COMPACT, COMPACT_ITEMS, FULL_ITEMS, Section
from chatapp.codebase.tools.prose import page_text
from chatapp.codebase.tools.reply import Place, Reply, evidence, text
from chatapp.codebase.tools.shapes import PageData, UnknownTarget, WikiPage
from chatapp.domain.errors import InvalidArguments
from chatapp.domain.sources import LineRange

HEAD_LINES: Final = 16
SYMBOL_LINES: Final = 60
PIECE_LINES: Final = 80
MAX_FULL_LINES: Final = 2000
MAX_FOLDER_FILES: Final = 200
MAX_TARGETS: Final = 12


def get_context(desk: Desk, targets: list[str], include: list[Section] | None = None) -> Reply:
    """Read files, lines, folders or definitions, with what surrounds them.

    Compact by default: the source of a definition or the outline of a file, callers, callees and
    the last change. Several targets in one call are cheaper than several calls.

    Args:
        desk: Set by the server.
        targets: Paths (`src/app.py`), lines (`src/app.py:10-40`), folders (`src/web`) or names
            (`Session.get`, `src/app.py::main`).
        include: Sections beyond the compact ones; `full_doc` is the whole text.
    """
    if not targets:
        raise InvalidArguments("Name at least one target: a path, path:line-line or a name.")
    wanted = COMPACT | frozenset(include or ())
    found = [resolve(desk.index, target) for target in targets[:MAX_TARGETS]]
    known = list(zip(targets, found, strict=False))
    made = [(target, _page(desk, name, target, wanted)) for name, target in known]
    page_list = [page for _, page in made if page]
    unknown = [unknown_data(target) for target in found if isinstance(target, Unknown)]
    data: WikiPage = {"pages": page_list, "unknown": unknown}
    blocks = [block for target, page in made for block in _blocks(desk, target, page, wanted)]
    return Reply(_summary(page_list, unknown), tuple(blocks), data, _over(targets))


def _over(targets: Sequence[str]) -> tuple[Reference, ...]:
    rest = list(targets[MAX_TARGETS:])
    if not rest:
        return ()
    return (Reference("get_context", {"targets": rest}, f"{len(rest)} more targets"),)


def _summary(made: list[PageData], unknown: list[UnknownTarget]) -> str:
    titles = ", ".join(page["title"] for page in made)
    missing = ", ".join(item["target"] for item in unknown)
    return "; ".join(filter(None, [titles, f"not found: {missing}" if missing else ""]))


def _page(desk: Desk, name: str, target: Target, wanted: frozenset[Section]) -> PageData | None:
    match target:
        case FileTarget(file, lines):
            return _file_page(desk, name, file, lines, wanted)
        case SymbolTarget():
            return _symbol_page(desk, name, target, wanted)
        case FolderTarget(path):
            return _folder_page(desk, name, path)
        case Unknown():
            return None


def _file_page(
    desk: Desk, name: str, file: File, lines: LineRange | None, wanted: frozenset[Section]
) -> PageData:
    span = clamp(lines.start, lines.end, file.lines) if lines else clamp(1, file.lines, file.lines)
    page = _base(name, "file", file, span)
    if "skeleton" in wanted and not lines:
        page["skeleton"] = pages.skeleton(desk, file.file_id)
    limit = FULL_ITEMS if "metrics" in wanted or "community" in wanted else COMPACT_ITEMS
    if "callers" in wanted and not lines:
        page["callers"] = pages.import_links(graph.imported_by(desk.index, file.file_id, limit))
    if "callees" in wanted and not lines:
        page["callees"] = pages.import_links(graph.imports(desk.index, file.file_id, limit))
    _add_file_sections(desk, page, file, wanted)
    return page


def _symbol_page(
    desk: Desk, name: str, target: SymbolTarget, wanted: frozenset[Section]
) -> PageData:
    symbol = target.symbol
    page = _base(name, "symbol", target.file, LineRange(symbol.start_line, symbol.end_line))
    page["title"] = symbol.qualified_name
    page["summary"] = symbol.docstring.strip()
    page["signature"] = symbol.signature
    page["others"] = [_place(other) for other in target.others[:COMPACT_ITEMS]]
    page["skeleton"] = pages.skeleton(desk, symbol.file_id, inside=symbol)
    limit = FULL_ITEMS if "metrics" in wanted else COMPACT_ITEMS
    page["callers"] = pages.link_data(
        graph.callers(desk.index, symbol.symbol_id, symbol.name, limit)
    )
    page["callees"] = pages.link_data(graph.callees(desk.index, symbol.symbol_id, limit))
    _add_file_sections(desk, page, target.file, wanted)
    return page


def _folder_page(desk: Desk, name: str, path: str) -> PageData:
    paths = folder_paths(desk, path)
    return {
        "target": name,
        "kind": "folder",
        "title": path or desk.repository.name,
        "path": path,
        "start_line": 0,
        "end_line": 0,
        "language": "",
        "summary": f"{len(paths)} files",
        "files": paths[:MAX_FOLDER_FILES],
    }


def folder_paths(desk: Desk, path: str) -> list[str]:
    """Every indexed path below a folder."""
    prefix = f"{path}/" if path else ""
    rows = desk.index.execute(
        "SELECT path FROM files WHERE substr(path, 1, ?) = ? ORDER BY path", (len(prefix), prefix)
    )
    return [row[0] for row in rows]


def _base(name: str, kind: str, file: File, span: LineRange) -> PageData:
    return {
        "target": name,
        "kind": kind,
        "title": file.path,
        "path": file.path,
        "start_line": span.start,
        "end_line": span.end,
        "language": file.language,
        "summary": file.summary,
    }


def _add_file_sections(desk: Desk, page: PageData, file: File, wanted: frozenset[Section]) -> None:
    if "last_change" in wanted:
        page["last_change"] = pages.last_change(desk, file.file_id)
    if "ownership" in wanted:
        page["ownership"] = pages.ownership(desk, file.file_id)
    if "metrics" in wanted:
        page["metrics"] = pages.metrics(desk, file)
    if "community" in wanted:
        page["community"] = pages.community(desk, file.file_id)
    if "decisions" in wanted:
        page["decisions"] = pages.file_decisions(desk, file)
    if "full_doc" in wanted:
        last = min(page["end_line"], page["start_line"] + MAX_FULL_LINES - 1)
        page["full_doc"] = "\n".join(desk.lines(file, LineRange(page["start_line"], last)))


def _place(symbol: Symbol) -> Place:
    return {"path": symbol.path, "start_line": symbol.start_line, "end_line": symbol.end_line}


def unknown_data(target: Unknown) -> UnknownTarget:
    """A target that is not there, for the panel."""
    return {
        "target": target.target[:200],
        "reason": target.reason,
        "suggestions": list(target.suggestions),
    }


def _blocks(
    desk: Desk, target: Target, page: PageData | None, wanted: frozenset[Section]
) -> Iterator[Block]:
    if isinstance(target, Unknown):
        yield unknown_block(target)
    elif page:
        yield text(page_text(page))
        yield from _source(desk, target, page, wanted)


def unknown_block(target: Unknown) -> Block:
    """A target that is not there, for the model."""
    hint = f" Similar: {', '.join(target.suggestions)}." if target.suggestions else ""
    return text(f"Not found: {target.target[:200]} ({target.reason}).{hint}")


def _source(
    desk: Desk, target: Target, page: PageData, wanted: frozenset[Section]
) -> Iterator[Block]:
    if isinstance(target, FolderTarget | Unknown) or page["end_line"] == 0:
        return
    file = target.file
    symbol = target.symbol if isinstance(target, SymbolTarget) else None
    is_whole = "full_doc" in wanted or (isinstance(target, FileTarget) and target.lines)
    room = MAX_FULL_LINES if is_whole else SYMBOL_LINES if symbol else HEAD_LINES
    last = min(page["end_line"], page["start_line"] + room - 1)
    lines = desk.lines(file, LineRange(page["start_line"], last))
    for at in range(0, len(lines), PIECE_LINES):
        piece = lines[at : at + PIECE_LINES]
        start = page["start_line"] + at
        yield evidence(
            desk,
            (file.path, LineRange(start, start + len(piece) - 1)),
            piece,
            symbol=symbol.qualified_name if symbol else "",
            kind=symbol.kind if symbol else file.kind,
        )

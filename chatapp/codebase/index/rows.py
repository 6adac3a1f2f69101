"""From a parsed file to the rows of its tables: what a worker sends to the writer."""

import zlib
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from chatapp.codebase import texts
from chatapp.codebase.git.tree import TreeEntry
from chatapp.codebase.ids import ORDINALS, part_id
from chatapp.codebase.parse.model import Extracted, ParsedFile

Row: TypeAlias = tuple[object, ...]


class Numbered(NamedTuple):
    """A tree's entry and the id of its path within that tree."""

    file_id: int
    entry: TreeEntry


@dataclass(slots=True)
class FileRows:
    """Every row of one file, in the order of the schema's columns; text rows begin with the id."""

    file: Row
    body: bytes
    symbols: list[Row] = field(default_factory=list)
    refs: list[Row] = field(default_factory=list)
    imports: list[Row] = field(default_factory=list)
    chunks: list[Row] = field(default_factory=list)
    decisions: list[Row] = field(default_factory=list)
    file_text: Row = ()
    chunk_texts: list[Row] = field(default_factory=list)
    decision_texts: list[Row] = field(default_factory=list)


@dataclass(slots=True)
class SkippedRow:
    """A file that is left out."""

    path: str
    blob: str
    mode: str
    reason: str
    size_bytes: int


def rows_of(item: Numbered, parsed: ParsedFile) -> FileRows:
    """All rows of one file."""
    file_id, entry = item
    extracted = parsed.extracted
    kept = texts.kept_text(parsed.text, parsed.kind)
    rows = FileRows(_file_row(file_id, entry, parsed), zlib.compress(kept.encode()))
    rows.symbols = _symbol_rows(file_id, extracted)
    rows.refs = [
        (file_id, ordinal, use.line, use.name, use.qualifier, use.kind,
         use.source, use.times)
        for ordinal, use in enumerate(extracted.uses)
    ]  # fmt: skip
    rows.imports = [(file_id, ordinal, *item) for ordinal, item in enumerate(extracted.imports)]
    _add_chunks(file_id, entry.path, parsed, rows)
    _add_decisions(file_id, parsed, rows)
    return rows


def _file_row(file_id: int, entry: TreeEntry, parsed: ParsedFile) -> Row:
    complexity = sum(symbol.complexity or 0 for symbol in parsed.extracted.symbols)
    return (
        file_id, entry.path, entry.blob, entry.mode, parsed.language, parsed.kind, parsed.is_test,
        parsed.is_entry_point, entry.size_bytes, parsed.lines, parsed.encoding, complexity,
        parsed.summary,
    )  # fmt: skip


def _symbol_rows(file_id: int, extracted: Extracted) -> list[Row]:
    return [
        (part_id(file_id, ordinal), file_id, item.name, item.qualified_name, item.kind,
         _part(file_id, item.parent), item.start_line, item.end_line, item.signature,
         item.docstring, item.decorators, item.is_exported, item.complexity, item.parameters)
        for ordinal, item in enumerate(extracted.symbols)
    ]  # fmt: skip


def _add_chunks(file_id: int, path: str, parsed: ParsedFile, rows: FileRows) -> None:
    symbols = [
        texts.Named(symbol.name, symbol.qualified_name, symbol.start_line)
        for symbol in parsed.extracted.symbols
    ]
    lines = texts.line_words(texts.kept_text(parsed.text, parsed.kind))
    rows.file_text = (file_id, *texts.file_words(path, symbols, lines))
    for ordinal, span in enumerate(parsed.chunks[:ORDINALS]):
        chunk_id = part_id(file_id, ordinal)
        holder = _part(file_id, span.symbol)
        rows.chunks.append((chunk_id, file_id, span.start_line, span.end_line, holder))
        piece = texts.Piece(span.start_line, span.end_line, span.symbol)
        rows.chunk_texts.append((chunk_id, *texts.chunk_words(piece, symbols, lines)))


def _add_decisions(file_id: int, parsed: ParsedFile, rows: FileRows) -> None:
    for ordinal, passage in enumerate(parsed.passages):
        decision_id = part_id(file_id, ordinal)
        rows.decisions.append(
            (decision_id, passage.kind, file_id, None, passage.start_line, passage.end_line,
             passage.title, passage.text, None)
        )  # fmt: skip
        words = texts.decision_words(passage.title, passage.text)
        rows.decision_texts.append((decision_id, *words))


def _part(file_id: int, ordinal: int | None) -> int | None:
    return None if ordinal is None else part_id(file_id, ordinal)

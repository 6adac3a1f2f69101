"""Putting a file's rows into the index, and taking them out again, text lists included.

Called by `chatapp.codebase.index.update` inside its transactions. What goes in and what comes out
mirror each other exactly; nothing else writes these tables' file-level columns.
"""

import sqlite3
import zlib
from typing import Final

from chatapp.codebase import texts
from chatapp.codebase.ids import ORDINALS, first_part, last_part
from chatapp.codebase.index.rows import FileRows, SkippedRow

_INSERTS: Final = {
    "files": "INSERT INTO files VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)",
    "contents": "INSERT INTO contents VALUES (?,?)",
    "symbols": "INSERT INTO symbols VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
    "refs": "INSERT INTO refs (file_id, ordinal, line, name, qualifier, kind, from_ordinal, times)"
    " VALUES (?,?,?,?,?,?,?,?)",
    "imports": "INSERT INTO imports (file_id, ordinal, line, module, name, alias)"
    " VALUES (?,?,?,?,?,?)",
    "chunks": "INSERT INTO chunks VALUES (?,?,?,?,?)",
    "decisions": "INSERT INTO decisions VALUES (?,?,?,?,?,?,?,?,?)",
    "files_text": "INSERT INTO files_text (rowid, path, symbols, body) VALUES (?,?,?,?)",
    "chunks_text": "INSERT INTO chunks_text (rowid, symbols, body) VALUES (?,?,?)",
    "decisions_text": "INSERT INTO decisions_text (rowid, title, body) VALUES (?,?,?)",
}
_FORGET_FILE: Final = (
    "INSERT INTO files_text (files_text, rowid, path, symbols, body) VALUES ('delete',?,?,?,?)"
)
_FORGET_CHUNK: Final = (
    "INSERT INTO chunks_text (chunks_text, rowid, symbols, body) VALUES ('delete',?,?,?)"
)
_FORGET_DECISION: Final = (
    "INSERT INTO decisions_text (decisions_text, rowid, title, body) VALUES ('delete',?,?,?)"
)
_DELETES: Final = (
    "DELETE FROM files WHERE id = ?",
    "DELETE FROM contents WHERE file_id = ?",
    "DELETE FROM symbols WHERE file_id = ?",
    "DELETE FROM refs WHERE file_id = ?",
    "DELETE FROM imports WHERE file_id = ?",
    "DELETE FROM chunks WHERE file_id = ?",
    "DELETE FROM decisions WHERE file_id = ?",
)


def insert_file(index: sqlite3.Connection, rows: FileRows) -> None:
    """Add a file that is not there."""
    index.execute(_INSERTS["files"], rows.file)
    index.execute(_INSERTS["contents"], (rows.file[0], rows.body))
    index.execute(_INSERTS["files_text"], rows.file_text)
    for table, values in (
        ("symbols", rows.symbols),
        ("refs", rows.refs),
        ("imports", rows.imports),
        ("chunks", rows.chunks),
        ("decisions", rows.decisions),
        ("chunks_text", rows.chunk_texts),
        ("decisions_text", rows.decision_texts),
    ):
        index.executemany(_INSERTS[table], values)


def insert_skipped(index: sqlite3.Connection, row: SkippedRow) -> None:
    """Add a file that is left out."""
    index.execute(
        "INSERT INTO skipped VALUES (?,?,?,?,?)",
        (row.path, row.blob, row.mode, row.reason, row.size_bytes),
    )


def delete_file(index: sqlite3.Connection, file_id: int) -> None:
    """Take out every row of a file; the text lists first, since they need the others."""
    _forget_texts(index, file_id)
    for statement in _DELETES:
        index.execute(statement, (file_id,))


def delete_skipped(index: sqlite3.Connection, path: str) -> None:
    """Forget that a file was left out."""
    index.execute("DELETE FROM skipped WHERE path = ?", (path,))


def body_of(index: sqlite3.Connection, file_id: int) -> str:
    """The kept text of a file."""
    row = index.execute("SELECT body FROM contents WHERE file_id = ?", (file_id,)).fetchone()
    return zlib.decompress(row[0]).decode() if row else ""


def _forget_texts(index: sqlite3.Connection, file_id: int) -> None:
    (path,) = index.execute("SELECT path FROM files WHERE id = ?", (file_id,)).fetchone()
    symbols = _symbols(index, file_id)
    lines = texts.line_words(body_of(index, file_id))
    index.execute(_FORGET_FILE, (file_id, *texts.file_words(path, symbols, lines)))
    for chunk_id, start, end, symbol_id in _chunks(index, file_id):
        holder = None if symbol_id is None else symbol_id % ORDINALS
        piece = texts.Piece(start, end, holder)
        index.execute(_FORGET_CHUNK, (chunk_id, *texts.chunk_words(piece, symbols, lines)))
    for decision_id, title, text in _decisions(index, file_id):
        index.execute(_FORGET_DECISION, (decision_id, *texts.decision_words(title, text)))


def _symbols(index: sqlite3.Connection, file_id: int) -> list[texts.Named]:
    query = (
        "SELECT name, qualified_name, start_line FROM symbols WHERE id BETWEEN ? AND ? ORDER BY id"
    )
    return [texts.Named(*row) for row in index.execute(query, _bounds(file_id))]


def _chunks(index: sqlite3.Connection, file_id: int) -> list[tuple[int, int, int, int | None]]:
    query = (
        "SELECT id, start_line, end_line, symbol_id FROM chunks"
        " WHERE id BETWEEN ? AND ? ORDER BY id"
    )
    return index.execute(query, _bounds(file_id)).fetchall()


def _decisions(index: sqlite3.Connection, file_id: int) -> list[tuple[int, str, str]]:
    query = "SELECT id, title, text FROM decisions WHERE id BETWEEN ? AND ? ORDER BY id"
    return index.execute(query, _bounds(file_id)).fetchall()


def _bounds(file_id: int) -> tuple[int, int]:
    return first_part(file_id), last_part(file_id)

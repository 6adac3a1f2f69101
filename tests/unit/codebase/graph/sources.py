"""An index of a few files, parsed and resolved, without git or a database."""

import sqlite3

from chatapp.codebase.git.tree import Mode, TreeEntry
from chatapp.codebase.graph.imports import rebuild_edges, resolve_imports
from chatapp.codebase.graph.resolve import resolve_references
from chatapp.codebase.ids import path_id
from chatapp.codebase.index.rows import Numbered, rows_of
from chatapp.codebase.index.writer import insert_file
from chatapp.codebase.parse.file import parse_file
from chatapp.codebase.schema import create


def index_of(files: dict[str, str]) -> sqlite3.Connection:
    """The resolved index of `files`, path to content."""
    index = sqlite3.connect(":memory:")
    create(index)
    for path, content in files.items():
        parsed = parse_file(path, content.encode())
        assert not isinstance(parsed, str)
        entry = TreeEntry(path, Mode.FILE, "0" * 40, len(content))
        insert_file(index, rows_of(Numbered(path_id(path), entry), parsed))
    resolve_imports(index)
    rebuild_edges(index)
    resolve_references(index)
    return index


def targets(index: sqlite3.Connection, name: str) -> list[tuple[str, str, float, int]]:
    """(path, qualified name, confidence, candidates) of each use of `name`, by place of use."""
    rows = index.execute(
        "SELECT COALESCE(t.path, ''), COALESCE(s.qualified_name, ''), r.confidence, r.candidates"
        " FROM refs r JOIN files f ON f.id = r.file_id"
        " LEFT JOIN symbols s ON s.id = r.target_id LEFT JOIN files t ON t.id = s.file_id"
        " WHERE r.name = ? ORDER BY f.path, r.line",
        (name,),
    )
    return rows.fetchall()

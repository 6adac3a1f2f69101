import sqlite3

from chatapp.codebase.ids import path_id
from chatapp.codebase.index.rows import SkippedRow
from chatapp.codebase.index.writer import (
    body_of,
    delete_file,
    delete_skipped,
    insert_skipped,
)
from tests.unit.codebase.graph.sources import index_of

SOURCE = (
    "import os\n\n\nclass Cart:\n    # Small on purpose: it is copied into every session, always.\n"
    "    def add(self, item):\n        return os.path.join(item)\n"
)


def _everything(index: sqlite3.Connection) -> list[object]:
    tables = ("files", "contents", "symbols", "refs", "imports", "chunks", "decisions")
    rows: list[object] = [index.execute(f"SELECT * FROM {table}").fetchall() for table in tables]
    for name in ("files_text", "chunks_text", "decisions_text"):
        index.execute(f"CREATE VIRTUAL TABLE temp.v USING fts5vocab(main, {name}, instance)")
        rows.append(index.execute("SELECT * FROM temp.v").fetchall())
        index.execute("DROP TABLE temp.v")
    return rows


def test_deleted_file_leaves_no_row_and_no_word() -> None:
    index = index_of({"a.py": SOURCE})
    assert all(_everything(index))
    delete_file(index, path_id("a.py"))
    assert not any(_everything(index))


def test_deleting_one_file_leaves_the_other_whole() -> None:
    alone = _everything(index_of({"b.py": SOURCE}))
    index = index_of({"a.py": SOURCE, "b.py": SOURCE})
    delete_file(index, path_id("a.py"))
    assert _everything(index) == alone


def test_body_comes_back_as_it_was() -> None:
    index = index_of({"a.py": SOURCE, "b.py": "x = 1\r\n"})
    assert body_of(index, path_id("a.py")) == SOURCE
    assert body_of(index, path_id("b.py")) == "x = 1\r\n"
    assert body_of(index, 1) == ""


def test_skipped_file_comes_and_goes() -> None:
    index = index_of({})
    insert_skipped(index, SkippedRow("a.bin", "0" * 40, "100644", "binary", 3))
    assert index.execute("SELECT path, reason FROM skipped").fetchall() == [("a.bin", "binary")]
    delete_skipped(index, "a.bin")
    assert index.execute("SELECT COUNT(*) FROM skipped").fetchone() == (0,)

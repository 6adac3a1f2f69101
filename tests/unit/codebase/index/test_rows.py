import zlib

from chatapp.codebase.git.tree import Mode, TreeEntry
from chatapp.codebase.index.rows import FileRows, Numbered, rows_of
from chatapp.codebase.parse.file import parse_file
from chatapp.codebase.schema import ORDINALS


def _rows(path: str, content: str) -> FileRows:
    parsed = parse_file(path, content.encode())
    assert not isinstance(parsed, str)
    return rows_of(Numbered(5, TreeEntry(path, Mode.FILE, "0" * 40, len(content))), parsed)


def test_ids_of_parts_begin_with_the_file_s() -> None:
    rows = _rows("a.py", "class A:\n    def f(self):\n        g()\n")
    first = 5 * ORDINALS
    assert [row[0] for row in rows.symbols] == [first, first + 1]
    assert rows.symbols[1][5] == first
    assert rows.chunks == [(first, 5, 1, 3, first + 1)] or rows.chunks[0][4] is not None


def test_chunk_s_words_have_the_names_that_begin_in_it() -> None:
    rows = _rows("cart.py", "def readPrice():\n    return 1\n")
    assert rows.chunk_texts[0][1] == "readprice read price readprice read price"
    assert rows.file_text[1:3] == ("cart py", "readprice read price")


def test_of_data_only_the_beginning_is_kept() -> None:
    rows = _rows("a.json", '{"key": "' + "word " * 900 + '"}')
    assert len(zlib.decompress(rows.body)) == 600
    assert rows.chunks == []

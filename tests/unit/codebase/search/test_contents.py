import sqlite3
import zlib
from collections.abc import Iterator

import pytest

from chatapp.codebase import schema
from chatapp.codebase.search import contents
from chatapp.domain.sources import LineRange


@pytest.fixture
def index() -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(":memory:")
    schema.create(connection)
    for file_id, path in enumerate(("src/app.py", "src/a_b.py", "src/axb.py", "lib/app.py"), 1):
        values = (file_id, path, "b", "100644", "python", "code", 0, 0, 9, 2, "utf-8", 1, "")
        connection.execute(f"INSERT INTO files VALUES ({','.join('?' * 13)})", values)
        body = zlib.compress("\ufeffone\r\ntwo\u2028still two\n".encode())
        connection.execute("INSERT INTO contents VALUES (?, ?)", (file_id, body))
    yield connection
    connection.close()


@pytest.mark.parametrize("path", ["src/app.py", "./src/app.py", "/src/app.py", " src/app.py "])
def test_a_path_is_forgiven_its_ends(index: sqlite3.Connection, path: str) -> None:
    file = contents.find_file(index, path)

    assert file is not None
    assert (file.path, file.file_id) == ("src/app.py", 1)


def test_a_path_with_dots_leads_nowhere(index: sqlite3.Connection) -> None:
    assert contents.find_file(index, "src/../lib/app.py") is None


def test_files_are_given_by_their_ids(index: sqlite3.Connection) -> None:
    assert {file.path for file in contents.files_by_id(index, [2, 4, 99]).values()} == {
        "src/a_b.py",
        "lib/app.py",
    }


def test_similar_paths_take_signs_literally(index: sqlite3.Connection) -> None:
    assert contents.similar_paths(index, "x/a_b.py") == ["src/a_b.py"]
    assert contents.similar_paths(index, "100%") == []
    assert contents.similar_paths(index, "") == []


def test_lines_end_at_lf_alone_and_without_a_byte_order_mark(index: sqlite3.Connection) -> None:
    assert contents.lines_of(index, 1) == ["one", "two\u2028still two"]
    assert contents.lines_of(index, 99) == []


@pytest.mark.parametrize(
    ("start", "end", "total", "kept"),
    [
        (1, 5, 3, (1, 3)),
        (0, 2, 3, (1, 2)),
        (9, 12, 3, (3, 3)),
        (2, 1, 3, (2, 2)),
        (1, 1, 0, (1, 1)),
    ],
)
def test_a_range_is_moved_into_the_file(
    start: int, end: int, total: int, kept: tuple[int, int]
) -> None:
    assert contents.clamp(start, end, total) == LineRange(*kept)

from pathlib import Path

import pytest

from chatapp.codebase.git.tree import Mode, TreeEntry, list_tree
from chatapp.codebase.index import parsing
from chatapp.codebase.index.parsing import parse_all
from chatapp.codebase.index.rows import FileRows, Numbered, SkippedRow
from chatapp.domain.errors import RepositoryError
from tests.unit.codebase.repositories import Repo


def _numbered(git_dir: Path) -> list[Numbered]:
    return [Numbered(number, entry) for number, entry in enumerate(list_tree(git_dir, "HEAD"), 1)]


def test_children_give_the_same_rows_in_the_same_order(
    repo: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(25):
        repo.write(f"m{number:02}.py", f"def f{number}():\n    return f{number - 1}()\n")
    repo.write("z.bin", b"\0").commit()
    entries = _numbered(repo.git_dir)
    here = list(parse_all(repo.git_dir, entries, 1000))
    monkeypatch.setattr(parsing, "MANY", 1)
    monkeypatch.setattr(parsing, "BATCH", 4)
    assert list(parse_all(repo.git_dir, entries, 1000)) == here
    assert [type(one) for one in here] == [FileRows] * 25 + [SkippedRow]


@pytest.mark.parametrize("many", [1, 100])
def test_missing_object_stops_the_build_with_a_reason(
    repo: Repo, monkeypatch: pytest.MonkeyPatch, many: int
) -> None:
    repo.write("a").commit()
    monkeypatch.setattr(parsing, "MANY", many)
    entry = Numbered(1, TreeEntry("gone.py", Mode.FILE, "0" * 40, 3))
    with pytest.raises(RepositoryError, match="damaged"):
        list(parse_all(repo.git_dir, [entry], 1000))


def test_child_that_dies_is_told(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write("a").commit()
    monkeypatch.setattr(parsing, "MANY", 1)
    monkeypatch.setattr(parsing.sys, "executable", "/bin/false")
    with pytest.raises(RepositoryError, match="ended early"):
        list(parse_all(repo.git_dir, _numbered(repo.git_dir), 1000))


def test_huge_file_is_not_even_read(repo: Repo) -> None:
    repo.write("a").commit()
    entry = Numbered(1, TreeEntry("huge.js", Mode.FILE, "0" * 40, 50_000_000))
    (row,) = parse_all(repo.git_dir, [entry], 1_000_000)
    assert isinstance(row, SkippedRow)
    assert (row.reason, row.size_bytes) == ("size", 50_000_000)

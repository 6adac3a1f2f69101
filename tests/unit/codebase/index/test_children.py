from pathlib import Path

import pytest

from chatapp.codebase.git.tree import Mode, TreeEntry, list_tree
from chatapp.codebase.index import children
from chatapp.codebase.index.children import Source, parse_all
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
    entries, source = _numbered(repo.git_dir), Source(repo.git_dir, 1000)
    here = list(parse_all(source, entries))
    monkeypatch.setattr(children, "MANY", 1)
    monkeypatch.setattr(children, "BATCH", 4)
    assert list(parse_all(source, entries)) == here
    assert [type(one) for one in here] == [FileRows] * 25 + [SkippedRow]


@pytest.mark.parametrize("many", [1, 100])
def test_missing_object_stops_the_build_with_a_reason(
    repo: Repo, monkeypatch: pytest.MonkeyPatch, many: int
) -> None:
    repo.write("a").commit()
    monkeypatch.setattr(children, "MANY", many)
    entry = Numbered(1, TreeEntry("gone.py", Mode.FILE, "0" * 40, 3))
    with pytest.raises(RepositoryError, match="damaged"):
        list(parse_all(Source(repo.git_dir, 1000), [entry]))


@pytest.mark.requirement("G06")
def test_file_that_kills_its_parser_is_the_only_one_left_out(
    repo: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(children, "CHILD_MODULE", "tests.unit.codebase.index.fragile_child")
    monkeypatch.setattr(children, "BATCH", 4)
    monkeypatch.setattr(children, "HARMLESS_BYTES", 0)
    for number in range(10):
        repo.write(f"m{number}.py", "x = 1\n")
    repo.write("kill.py", "x = 1\n").commit()
    rows = list(parse_all(Source(repo.git_dir, 1_000_000), _numbered(repo.git_dir)))
    skipped = [(row.path, row.reason) for row in rows if isinstance(row, SkippedRow)]
    assert skipped == [("kill.py", children.KILLED_PARSER)]
    assert len(rows) == 11


def test_large_file_is_never_parsed_in_this_process(
    repo: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(children, "CHILD_MODULE", "tests.unit.codebase.index.fragile_child")
    repo.write("kill.py", "x = 1\n" * children.HARMLESS_BYTES).commit()
    (row,) = parse_all(Source(repo.git_dir, 1_000_000), _numbered(repo.git_dir))
    assert isinstance(row, SkippedRow)

from collections.abc import Callable
from pathlib import Path

import pytest

from chatapp.codebase import registry
from chatapp.codebase.files import MAX_LINES, check_path, count_lines, read_lines
from chatapp.codebase.text import CUT_MARK
from chatapp.domain.errors import InvalidPath, RepositoryError
from chatapp.domain.repositories import FileLines
from chatapp.infra.handle import Infra
from tests.unit.codebase.repositories import Repo, add, indexed

Read = Callable[..., FileLines]


@pytest.fixture
def read(infra: Infra, repo: Repo) -> Read:
    """Reads from the repository as it was committed when first asked."""

    def reader(path: str, start: int = 1, end: int = 10**9) -> FileLines:
        found = registry.find_by_name(infra, "repo")
        repository_id = found.repository_id if found else indexed(infra, repo)
        return read_lines(registry.get(infra, repository_id), path, start, end)

    return reader


def test_range_is_read_at_the_indexed_commit(repo: Repo, read: Read) -> None:
    commit = repo.write("a.py", "one\ntwo\nthree\n").commit()
    assert read("a.py", 2, 3).lines == ("two", "three")
    repo.write("a.py", "changed\n").commit()
    found = read("a.py", 2, 2)
    assert (found.lines, found.first_line, found.total_lines) == (("two",), 2, 3)
    assert (found.commit, found.language, found.is_cut) == (commit, "python", False)


@pytest.mark.parametrize(
    ("start", "end", "first", "lines"),
    [
        (-5, 1, 1, ("one",)),
        (2, 1, 2, ("two",)),
        (9, 99, 2, ("two",)),
        (0, 10**9, 1, ("one", "two")),
    ],
)
def test_range_is_moved_into_the_file(
    repo: Repo, read: Read, start: int, end: int, first: int, lines: tuple[str, ...]
) -> None:
    repo.write("a", "one\ntwo\n").commit()
    found = read("a", start, end)
    assert (found.first_line, found.lines) == (first, lines)


@pytest.mark.requirement("E02")
def test_lines_are_those_that_the_index_counted(repo: Repo, read: Read) -> None:
    repo.write("a.py", "a\u2028b\r\nc\rd\r\n\x0c\r\ndef f(): pass".encode()).commit()
    found = read("a.py")
    assert found.lines == ("a\u2028b", "c\rd", "\x0c", "def f(): pass")


@pytest.mark.requirement("E03")
def test_bom_is_not_part_of_the_first_line(repo: Repo, read: Read) -> None:
    repo.write("a.py", b"\xef\xbb\xbfdef f(): pass\n").commit()
    assert read("a.py").lines == ("def f(): pass",)


@pytest.mark.requirement("G06")
def test_huge_file_gives_a_bounded_slice_with_marks(repo: Repo, read: Read) -> None:
    repo.write("long.js", "x" * 3_000_000).write("many.txt", "y\n" * 200_000).commit()
    long, many = read("long.js"), read("many.txt")
    assert long.is_cut
    assert long.lines[0].endswith(CUT_MARK)
    assert len(long.lines[0]) < 600
    assert many.is_cut
    assert (len(many.lines), many.total_lines) == (MAX_LINES, 200_000)


@pytest.mark.requirement("G01")
@pytest.mark.requirement("G02")
def test_link_gives_its_text_and_never_what_it_points_to(
    repo: Repo, read: Read, tmp_path: Path
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("CANARY")
    repo.link("leak.py", str(secret)).link("loop", ".").commit()
    assert read("leak.py").lines == (str(secret),)
    assert read("loop").lines == (".",)
    with pytest.raises(InvalidPath):
        read("loop/leak.py")


@pytest.mark.requirement("G04")
def test_strange_name_is_found_as_it_is_shown(repo: Repo, read: Read) -> None:
    repo.write(b"caf\xe9.txt", "x\n").write("with space:1.txt", "y\n").write("-n", "z\n").commit()
    assert read("caf\\xe9.txt").lines == ("x",)
    assert read("with space:1.txt").lines == ("y",)
    assert read("-n").lines == ("z",)


@pytest.mark.parametrize("path", ["", "/etc/passwd", "../x", "a/../../x", "a\0b", "a\nb", "."])
def test_path_that_leads_elsewhere_is_refused(path: str) -> None:
    with pytest.raises(InvalidPath):
        check_path(path)


@pytest.mark.parametrize("path", ["missing.py", "src", "HEAD", "a.py missing"])
def test_path_that_names_no_file_is_told(repo: Repo, read: Read, path: str) -> None:
    repo.write("a.py").write("src/b.py").commit()
    with pytest.raises(InvalidPath, match="There is no file"):
        read(path)


def test_empty_file_has_no_lines(repo: Repo, read: Read) -> None:
    repo.write("a.py").commit()
    found = read("a.py", 1, 5)
    assert (found.lines, found.total_lines, found.is_cut) == ((), 0, False)


def test_repository_without_index_says_wait(infra: Infra, repo: Repo) -> None:
    repo.write("a").commit()
    with pytest.raises(RepositoryError, match="no index yet"):
        read_lines(add(infra, repo), "a", 1, 1)


def test_lines_of_a_file_are_counted_at_the_commit_asked_for(infra: Infra, repo: Repo) -> None:
    first = repo.write("a.txt", "1\n2\n3\n").commit()
    repo.write("a.txt", "1\n").commit()
    repository = registry.get(infra, indexed(infra, repo))

    assert count_lines(repository, "a.txt", first) == 3

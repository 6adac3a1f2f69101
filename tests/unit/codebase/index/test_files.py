import sqlite3
from pathlib import Path

import pytest

from chatapp.codebase.git.tree import list_tree
from chatapp.codebase.index import files
from chatapp.codebase.index.children import Source
from chatapp.codebase.schema import create
from tests.unit.codebase.repositories import Repo


@pytest.fixture
def index(tmp_path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(tmp_path / "x.db")
    create(connection)
    return connection


def _show(index: sqlite3.Connection, repo: Repo, steps: list[tuple[int, int]]) -> files.Changes:
    changes = files.compare(index, list_tree(repo.git_dir, "HEAD"))

    def advance(done: int, total: int) -> None:
        steps.append((done, total))

    files.apply(index, changes, Source(repo.git_dir, 1000), advance)
    return changes


def test_only_what_differs_is_read(index: sqlite3.Connection, repo: Repo) -> None:
    repo.write("a.py", "1\n").write("b.py", "2\n").write("c.bin", b"\0").commit()
    first: list[tuple[int, int]] = []
    assert _show(index, repo, first).moves_files
    assert first[-1] == (3, 3)

    repo.write("b.py", "3\n").commit()
    second: list[tuple[int, int]] = []
    assert not _show(index, repo, second).moves_files
    assert second == [(1, 1)]
    assert not files.compare(index, list_tree(repo.git_dir, "HEAD")).added


@pytest.mark.requirement("G01")
@pytest.mark.requirement("G02")
def test_links_and_loops_are_kept_as_their_text(
    index: sqlite3.Connection, repo: Repo, tmp_path: Path
) -> None:
    secret = tmp_path / "secret.py"
    secret.write_text("CANARY = 1\n")
    repo.write("real.py", "x = 1\n")
    repo.link("leak.py", str(secret)).link("ext", str(tmp_path)).link("up", "../.env")
    repo.link("sub/loop", "..").link("chain", "leak.py").link("own", str(repo.folder / "real.py"))
    repo.commit()
    _show(index, repo, [])
    kinds = dict(index.execute("SELECT path, kind FROM files"))
    assert kinds.pop("real.py") == "code"
    assert set(kinds) == {"leak.py", "ext", "up", "sub/loop", "chain", "own"}
    assert set(kinds.values()) == {"link"}
    canary = "SELECT COUNT(*) FROM files_text WHERE files_text MATCH 'canary'"
    assert index.execute(canary).fetchone() == (0,)


@pytest.mark.requirement("G06")
def test_what_is_left_out_has_a_reason(index: sqlite3.Connection, repo: Repo) -> None:
    repo.write("big.py", "x = 1\n" * 1000).write("a.bin", b"\0\1").write("a.py", "x\n")
    inner = repo.commit()
    repo.git("update-index", "--add", "--cacheinfo", f"160000,{inner},lib")
    repo.git("commit", "--quiet", "-m", "Add a submodule")
    _show(index, repo, [])
    rows = index.execute("SELECT path, reason, size_bytes FROM skipped ORDER BY path").fetchall()
    assert rows == [("a.bin", "binary", 2), ("big.py", "size", 6000), ("lib", "submodule", 0)]


@pytest.mark.requirement("G04")
def test_strange_name_is_indexed_and_its_text_is_valid(
    index: sqlite3.Connection, repo: Repo
) -> None:
    repo.write(b"caf\xe9.py", "def order(): pass\n").write("ok.py", "x\n").commit()
    _show(index, repo, [])
    paths = [row[0] for row in index.execute("SELECT path FROM files ORDER BY path")]
    assert paths == ["caf\\xe9.py", "ok.py"]
    assert index.execute("SELECT name FROM symbols").fetchall() == [("order",)]

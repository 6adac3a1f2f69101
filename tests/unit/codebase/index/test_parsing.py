import io
import pickle
import resource
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from chatapp.codebase.git.blobs import open_blobs
from chatapp.codebase.git.tree import Mode, TreeEntry, list_tree
from chatapp.codebase.index.parsing import main, parse_batch
from chatapp.codebase.index.rows import FileRows, Numbered, SkippedRow
from tests.unit.codebase.repositories import Repo


def _batch(git_dir: Path) -> list[Numbered]:
    return [Numbered(number, entry) for number, entry in enumerate(list_tree(git_dir, "HEAD"), 1)]


@pytest.mark.requirement("G06")
def test_huge_file_is_not_even_read(repo: Repo) -> None:
    repo.write("a").commit()
    entry = Numbered(1, TreeEntry("huge.js", Mode.FILE, "0" * 40, 50_000_000))
    with open_blobs(repo.git_dir) as blobs:
        (row,) = parse_batch(blobs, [entry], 1_000_000)
    assert isinstance(row, SkippedRow)
    assert (row.reason, row.size_bytes) == ("size", 50_000_000)


def test_link_is_read_and_never_followed(repo: Repo) -> None:
    repo.link("a", "/etc/passwd").commit()
    with open_blobs(repo.git_dir) as blobs:
        (row,) = parse_batch(blobs, _batch(repo.git_dir), 1000)
    assert isinstance(row, FileRows)
    assert row.file[5] == "link"


def test_child_answers_each_batch_until_its_input_ends(
    repo: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.write("a.py", "x = 1\n").commit()
    batch = _batch(repo.git_dir)
    gone = [Numbered(1, TreeEntry("gone.py", Mode.FILE, "0" * 40, 3))]
    questions, answers = io.BytesIO(pickle.dumps(batch) + pickle.dumps(gone)), io.BytesIO()
    monkeypatch.setattr(resource, "setrlimit", lambda *_limits: None)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=questions))
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(buffer=answers))
    main([str(repo.git_dir), "1000"])
    answers.seek(0)
    (row,) = pickle.load(answers)
    assert row.file[1] == "a.py"
    assert "damaged" in pickle.load(answers)

import io

import pytest

from chatapp.codebase.history import log
from chatapp.codebase.history.log import read_hashes, read_line_counts, read_log
from tests.unit.codebase.repositories import Repo


def test_commits_come_newest_first_with_their_paths(repo: Repo) -> None:
    first = repo.write("a.py", "1\n").write("名.py", "1\n").commit("Begin\n\nBecause.\n\nReally.\n")
    empty = repo.commit("Nothing")
    last = repo.write("a.py", "2\n").commit("Change a", "Bob")
    commits = list(read_log(repo.git_dir, ["HEAD"]))
    assert [one.hash for one in commits] == [last, empty, first]
    assert [one.paths for one in commits] == [("a.py",), (), ("a.py", "名.py")]
    assert (commits[0].author, commits[0].subject, commits[0].body) == ("Bob", "Change a", "")
    assert commits[2].body == "Because.\n\nReally."
    assert commits[1].committed_at - commits[2].committed_at == 86_400


def test_range_leaves_out_what_the_other_side_has(repo: Repo) -> None:
    first = repo.write("a").commit()
    second = repo.write("b").commit()
    assert [one.hash for one in read_log(repo.git_dir, [second, f"^{first}"])] == [second]
    assert read_hashes(repo.git_dir, [second, f"^{first}"]) == (second,)


def test_message_may_hold_anything(repo: Repo) -> None:
    message = "Odd \x02 subject\n\n\x01" + "a" * 40 + " and \x02\nmore"
    repo.write("a").commit(message)
    (commit,) = read_log(repo.git_dir, ["HEAD"])
    assert commit.body.endswith("and \x02\nmore")
    assert commit.paths == ("a",)


@pytest.mark.parametrize("size", [1, 7, 64, 1 << 20])
def test_records_are_whole_however_they_are_read(
    monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr(log, "CHUNK", size)
    records = [b"a" * 40 + b"\x021\x02A\x02m\n\x02\0\nx\0y", b"b" * 40 + b"\x022\x02B\x02n\x02"]
    stream = io.BytesIO(b"\0".join(b"\x01" + record for record in records))
    assert list(log._records(stream)) == records


def test_lines_are_counted_per_commit_and_binary_ones_not(repo: Repo) -> None:
    first = repo.write("a", "1\n2\n").write("b.bin", b"\0\1").commit()
    second = repo.write("a", "1\n3\n4\n").commit()
    counts = read_line_counts(repo.git_dir, ["HEAD"], 1_500_000_000)
    assert counts == {first: (2, 0), second: (2, 1)}

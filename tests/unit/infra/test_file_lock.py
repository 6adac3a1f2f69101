import os
from pathlib import Path

from chatapp.infra.file_lock import held, holder, try_hold


def test_second_holder_is_refused_until_the_first_lets_go(tmp_path: Path) -> None:
    path = tmp_path / "x.lock"
    first = try_hold(path)
    assert first is not None
    assert try_hold(path) is None
    assert holder(path) == str(os.getpid())
    first.close()
    again = try_hold(path)
    assert again is not None
    again.close()


def test_block_holds_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "x.lock"
    with held(path):
        assert try_hold(path) is None
    lock = try_hold(path)
    assert lock is not None
    lock.close()


def test_holder_of_a_lock_that_never_was_is_unknown(tmp_path: Path) -> None:
    assert holder(tmp_path / "none") == ""

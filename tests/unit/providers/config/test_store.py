import stat
import threading
from pathlib import Path

import msgspec
import pytest

from chatapp.domain.errors import DependencyUnavailable
from chatapp.providers.config import store
from chatapp.providers.config.store import Choice, StoredConfig


def test_nothing_is_stored_at_first(tmp_path: Path) -> None:
    assert store.read(tmp_path) == StoredConfig()


def test_what_was_stored_is_read_again(tmp_path: Path) -> None:
    wanted = StoredConfig({"openai": "k"}, Choice("openai"), {"r1": Choice("gemini", "m")})
    store.change(tmp_path, lambda _: wanted)
    assert store.read(tmp_path) == wanted


def test_nobody_else_may_read_it(tmp_path: Path) -> None:
    store.change(tmp_path, lambda stored: stored)
    mode = (tmp_path / store.FILE_NAME).stat().st_mode
    assert stat.S_IMODE(mode) == 0o600


def test_no_temporary_file_is_left(tmp_path: Path) -> None:
    store.change(tmp_path, lambda stored: stored)
    assert sorted(path.name for path in tmp_path.iterdir()) == [store.FILE_NAME, store.LOCK_NAME]


def test_a_failing_change_changes_nothing(tmp_path: Path) -> None:
    store.change(tmp_path, lambda _: StoredConfig({"openai": "k"}))
    with pytest.raises(ZeroDivisionError):
        store.change(tmp_path, lambda stored: 1 / 0)  # type: ignore[arg-type,return-value]
    assert store.read(tmp_path).keys == {"openai": "k"}


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    target = tmp_path / "folder"
    target.mkdir()
    with pytest.raises(OSError, match="folder"):
        store.write_private(target, b"x")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_concurrent_writers_lose_nothing(tmp_path: Path) -> None:
    def add(number: int) -> None:
        def edit(stored: StoredConfig) -> StoredConfig:
            return msgspec.structs.replace(stored, keys={**stored.keys, f"p{number}": "k"})

        store.change(tmp_path, edit)

    threads = [threading.Thread(target=add, args=(number,)) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(store.read(tmp_path).keys) == 16


def test_a_damaged_file_is_told_and_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / store.FILE_NAME
    path.write_text("{broken")
    with pytest.raises(DependencyUnavailable, match="Mend it"):
        store.change(tmp_path, lambda stored: stored)
    assert path.read_text() == "{broken"

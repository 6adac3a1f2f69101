import stat
from pathlib import Path

import pytest

from chatapp.infra.private_folder import UnusableFolder, make_private


def _mode(folder: Path) -> int:
    return stat.S_IMODE(folder.stat().st_mode)


def test_new_folder_is_open_to_its_owner_only(tmp_path: Path) -> None:
    make_private(tmp_path / "a" / "b")
    assert _mode(tmp_path / "a" / "b") == 0o700


def test_folder_that_others_could_read_is_closed(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    folder.mkdir(mode=0o755)
    make_private(folder)
    assert _mode(folder) == 0o700


def test_file_in_the_way_is_told_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UnusableFolder, match=r"cannot be used: .*CHATAPP_DATA_DIR"):
        make_private(tmp_path / "file" / "var")

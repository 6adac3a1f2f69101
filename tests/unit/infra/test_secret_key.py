import stat
from pathlib import Path

from chatapp.infra.secret_key import kept_secret


def test_secret_is_made_once_and_kept_private(tmp_path: Path) -> None:
    secret = kept_secret(tmp_path)
    assert len(secret) == 64
    assert kept_secret(tmp_path) == secret
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [tmp_path / "secret_key"]


def test_process_that_comes_second_takes_the_first_ones_secret(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_text("made by another")
    assert kept_secret(tmp_path) == "made by another"

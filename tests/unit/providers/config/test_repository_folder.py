import os
from pathlib import Path

import pytest

from chatapp.providers.config import repository_folder
from tests.unit.providers.conftest import repository_at


def test_a_clone_by_url_has_no_folder_to_read() -> None:
    assert repository_folder.local_root(repository_at("https://host/x.git")) is None
    assert repository_folder.local_root(None) is None


def test_a_local_path_that_is_gone_has_none(tmp_path: Path) -> None:
    assert repository_folder.local_root(repository_at(str(tmp_path / "gone"))) is None


def test_values_are_taken_literally(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reference would copy another variable's secret into what is sent to a provider."""
    monkeypatch.setenv("OTHER_SECRET", "leaked")
    (root / ".chatapp" / ".env").write_text("A=${OTHER_SECRET}\nexport B='b b'\nC=\n# D=d\n")
    assert repository_folder.read_env(root) == {"A": "${OTHER_SECRET}", "B": "b b"}


def test_reading_leaves_the_process_environment_alone(root: Path) -> None:
    (root / ".chatapp" / ".env").write_text("CHATAPP_TEST_ONLY=1\n")
    repository_folder.read_env(root)
    assert "CHATAPP_TEST_ONLY" not in os.environ  # noqa: TID251


@pytest.mark.parametrize("text", ["- a list", "{broken", "just words", ""])
def test_a_config_that_is_no_mapping_is_ignored(root: Path, text: str) -> None:
    (root / ".chatapp" / "config.yaml").write_text(text)
    assert repository_folder.read_config(root) == {}


def test_a_symlink_out_of_the_repository_is_not_followed(root: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("OPENAI_API_KEY=sk-other\n")
    (root / ".chatapp" / ".env").symlink_to(tmp_path / "secret")
    assert repository_folder.read_env(root) == {}
    repository_folder.write_env(root, "OPENAI_API_KEY", "sk-new")
    assert (tmp_path / "secret").read_text() == "OPENAI_API_KEY=sk-other\n"


def test_a_symlinked_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / ".env").write_text("A=1\n")
    root = tmp_path / "repository"
    root.mkdir()
    (root / ".chatapp").symlink_to(tmp_path / "elsewhere")
    assert repository_folder.read_env(root) == {}


@pytest.mark.parametrize("content", [b"A=1\n" + b"#" * 70_000, b"\xff\xfe\x00A"])
def test_large_and_undecodable_files_are_ignored(root: Path, content: bytes) -> None:
    (root / ".chatapp" / ".env").write_bytes(content)
    assert repository_folder.read_env(root) == {}


def test_writing_keeps_every_other_line(root: Path) -> None:
    path = root / ".chatapp" / ".env"
    path.write_text("# mine\nexport A='old'\nB=2\n")
    repository_folder.write_env(root, "A", "new")
    assert path.read_text() == "# mine\nB=2\nA='new'\n"
    repository_folder.write_env(root, "A", None)
    assert path.read_text() == "# mine\nB=2\n"


def test_a_written_key_stays_out_of_git(tmp_path: Path) -> None:
    root = tmp_path / "bare"
    root.mkdir()
    repository_folder.write_env(root, "A", "1")
    assert (root / ".chatapp" / ".gitignore").read_text() == ".env\n"
    assert (root / ".chatapp" / ".env").stat().st_mode & 0o777 == 0o600

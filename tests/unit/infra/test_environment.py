from pathlib import Path

import pytest

from chatapp.infra.environment import environment


def test_environment_wins_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("CHATAPP_PORT=1\nCHATAPP_HOST='h'\n# note\nEMPTY\n")
    monkeypatch.setenv("CHATAPP_PORT", "2")
    values = environment(tmp_path / ".env")
    assert values["CHATAPP_PORT"] == "2"
    assert values["CHATAPP_HOST"] == "h"
    assert "EMPTY" not in values


def test_no_file_is_no_trouble(tmp_path: Path) -> None:
    assert "PATH" in environment(tmp_path / ".env")

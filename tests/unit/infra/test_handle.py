from pathlib import Path

import pytest

from chatapp.infra import handle
from chatapp.infra.handle import install, installed
from tests.fakes import make_infra


def test_job_finds_what_was_installed(tmp_path: Path) -> None:
    infra = make_infra(tmp_path)
    install(infra)
    assert installed() is infra


def test_process_without_wiring_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handle, "_installed", [])
    with pytest.raises(RuntimeError, match=r"chatapp\.bootstrap"):
        installed()

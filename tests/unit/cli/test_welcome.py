from pathlib import Path

import pytest

from chatapp.access.members import claim_first_admin
from chatapp.cli.welcome import first_admin_link, register_ourselves
from chatapp.codebase.registry import list_all
from chatapp.infra.diagnosis import Trouble
from chatapp.infra.handle import Infra
from chatapp.infra.settings import Settings
from tests.fakes import make_infra
from tests.repositories import make_repository
from tests.unit.cli.conftest import Run


def _checkout(tmp_path: Path) -> Path:
    return make_repository(tmp_path / "checkout", {"a.py": "x = 1\n"})


def test_fresh_server_registers_the_checkout_once(infra: Infra, tmp_path: Path) -> None:
    checkout = _checkout(tmp_path)
    register_ourselves(infra, checkout)
    register_ourselves(infra, checkout)
    assert [view.name for view in list_all(infra)] == ["chatapp"]


def test_setting_keeps_the_checkout_out(tmp_path: Path) -> None:
    infra = make_infra(tmp_path / "off", CHATAPP_REGISTER_SELF="off")
    register_ourselves(infra, _checkout(tmp_path))
    assert list_all(infra) == ()


def test_copy_without_git_is_no_trouble(infra: Infra, tmp_path: Path) -> None:
    register_ourselves(infra, tmp_path)
    assert list_all(infra) == ()


def test_checkout_without_a_commit_is_no_trouble(infra: Infra, tmp_path: Path) -> None:
    (tmp_path / "empty" / ".git").mkdir(parents=True)
    register_ourselves(infra, tmp_path / "empty")
    assert list_all(infra) == ()


def test_link_is_good_for_the_first_admin_and_then_gone(infra: Infra) -> None:
    link = first_admin_link(infra)
    assert link is not None
    address, _, token = link.partition("/setup?token=")
    assert address == "http://127.0.0.1:8000"
    claim_first_admin(infra, token, "Ann", "ann@example.org", "correct horse battery")
    assert first_admin_link(infra) is None


def test_command_prints_the_link(run: Run) -> None:
    result = run("welcome")
    assert result.exit_code == 0, result.output
    assert "/setup?token=" in result.output


def test_missing_front_end_is_said(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def check(_settings: Settings) -> str:
        raise Trouble("front-end files are missing: x.js", "Run `make run` once.")

    monkeypatch.setattr("chatapp.cli.welcome.front_end", check)
    assert "x.js. Run `make run` once." in run("welcome").output

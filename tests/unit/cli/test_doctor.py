from dataclasses import replace

import pytest

from chatapp.cli.doctor import examine
from chatapp.cli.wiring import Wiring
from chatapp.infra import diagnosis
from chatapp.infra.handle import Infra
from chatapp.infra.settings import Settings
from tests.unit.cli.conftest import Run


@pytest.fixture(autouse=True)
def _healthy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The checks themselves are proved beside them; the port of this machine is nobody's matter."""
    monkeypatch.setattr(diagnosis, "CHECKS", {})
    monkeypatch.setattr("chatapp.cli.doctor.CHECKS", {"part": lambda _settings: "is fine"})


def _trouble(is_fatal: bool) -> object:  # noqa: FBT001
    def check(_settings: Settings) -> str:
        raise diagnosis.Trouble("it is broken", "Mend it so.", is_fatal=is_fatal)

    return check


def test_healthy_installation_ends_with_0(run: Run) -> None:
    result = run("doctor")
    assert result.exit_code == 0, result.output
    assert "ok    part: is fine" in result.output


def test_trouble_is_told_with_its_remedy_and_ends_with_1(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chatapp.cli.doctor.CHECKS", {"part": _trouble(is_fatal=True)})
    result = run("doctor")
    assert result.exit_code == 1
    assert "fail  part: it is broken\n      → Mend it so." in result.output


def test_what_can_be_lived_with_is_a_warning(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chatapp.cli.doctor.CHECKS", {"part": _trouble(is_fatal=False)})
    result = run("doctor")
    assert result.exit_code == 0
    assert "warn  part: it is broken" in result.output


def test_database_behind_the_code_is_a_warning(infra: Infra, wiring: Wiring) -> None:
    (infra.settings.data_dir / "chatapp.db").touch()
    finding = list(examine(wiring))[-1]
    assert finding.verdict == "warn"
    assert finding.remedy == "Run: chatapp migrate"


def test_unreadable_settings_are_the_only_finding(infra: Infra, run: Run) -> None:
    dict.update(infra.environ, {"CHATAPP_PORT": "none"})
    result = run("doctor")
    assert result.exit_code == 1
    assert "CHATAPP_PORT must be" in result.output
    assert result.output.count("fail") == 1


def test_mistyped_provider_address_has_to_be_mended(wiring: Wiring) -> None:
    mistyped = replace(wiring, environ=lambda: {**wiring.environ(), "OPENAI_BASE_URL": "nowhere"})
    finding = next(found for found in examine(mistyped) if found.part == "providers")
    assert finding.verdict == "fail"
    assert "OPENAI_BASE_URL" in finding.text

import logging

import pytest

from chatapp.bootstrap.warming import warm_soon
from chatapp.providers import registry
from tests.fakes import make_infra


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The providers whose adapters were loaded."""
    found: list[str] = []
    real = registry.factory

    def watched(provider_id: str) -> registry.Factory:
        found.append(provider_id)
        return real(provider_id)

    monkeypatch.setattr(registry, "factory", watched)
    return found


def test_the_provider_is_loaded_before_the_first_question(
    tmp_path_factory: pytest.TempPathFactory, loaded: list[str]
) -> None:
    warm_soon(make_infra(tmp_path_factory.mktemp("d"))).join()
    assert loaded == ["extractive"]


def test_a_provider_that_does_not_exist_is_only_logged(
    tmp_path_factory: pytest.TempPathFactory, caplog: pytest.LogCaptureFixture
) -> None:
    infra = make_infra(tmp_path_factory.mktemp("d"), CHATAPP_PROVIDER="nonesuch")
    with caplog.at_level(logging.WARNING):
        greenlet = warm_soon(infra)
        greenlet.join()
    assert greenlet.successful()
    assert "nonesuch" in caplog.text

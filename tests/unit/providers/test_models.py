from collections.abc import Callable
from types import SimpleNamespace

import pytest

from chatapp.domain.errors import InvalidRequest, ProviderUnreachable
from chatapp.infra.clock import FakeClock
from chatapp.infra.handle import Infra
from chatapp.providers import models
from chatapp.providers.peer import Peer
from chatapp.providers.policy.complaint import Complaint
from chatapp.providers.policy.failures import Refused


class Listing:
    """A server's list, and how often it was asked."""

    def __init__(self, *answers: tuple[str, ...] | Exception) -> None:
        self.answers = list(answers)
        self.keys: list[str | None] = []

    def names(self, infra: Infra, peer: Peer) -> tuple[str, ...]:
        self.keys.append(peer.api_key)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


@pytest.fixture
def listing(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Listing]:
    def use(*answers: tuple[str, ...] | Exception) -> Listing:
        made = Listing(*answers)
        monkeypatch.setattr(models, "import_module", lambda path: SimpleNamespace(names=made.names))
        return made

    return use


def test_live_models_are_shown_with_what_is_known_of_them(
    infra: Infra, listing: Callable[..., Listing]
) -> None:
    listing(("gpt-4o", "gpt-next"))
    known, unknown = models.list_models(infra, "openai")
    assert (known.name, known.context_tokens, known.is_listed) == ("gpt-4o", 128_000, True)
    assert (unknown.name, unknown.is_listed) == ("gpt-next", False)


@pytest.mark.parametrize("answer", [(), ProviderUnreachable("x"), Refused(Complaint(status=401))])
def test_the_table_stands_in_for_a_server_that_does_not_tell(
    infra: Infra, listing: Callable[..., Listing], answer: tuple[str, ...] | Exception
) -> None:
    listing(answer)
    assert [model.name for model in models.list_models(infra, "deepseek")] == [
        "deepseek-v4-flash",
        "deepseek-v4-pro",
    ]


def test_a_list_is_kept_for_a_while(infra: Infra, listing: Callable[..., Listing]) -> None:
    made = listing(("a",), ("b",))
    assert isinstance(infra.clock, FakeClock)
    names = []
    for wait_s in (0, models.KEPT_S / 2, models.KEPT_S):
        infra.clock.advance(wait_s)
        names += [model.name for model in models.list_models(infra, "openai")]
    assert names == ["a", "a", "b"]
    assert len(made.keys) == 2


def test_a_provider_that_cannot_be_asked_has_its_table(infra: Infra) -> None:
    assert [model.name for model in models.list_models(infra, "claude_code")] == [
        "sonnet",
        "opus",
        "haiku",
    ]


def test_a_good_key_is_told_with_what_it_opens(
    infra: Infra, listing: Callable[..., Listing]
) -> None:
    made = listing(("a", "b"))
    result = models.check_key(infra, "openai", " sk-new ")
    assert result.is_good
    assert result.detail == "OpenAI accepts the key. It can use 2 models."
    assert made.keys == ["sk-new"]


@pytest.mark.requirement("U04")
def test_a_bad_key_is_told_without_showing_it(
    infra: Infra, listing: Callable[..., Listing]
) -> None:
    listing(Refused(Complaint("Incorrect API key: sk-canary-123456", status=401)))
    result = models.check_key(infra, "openai", "sk-canary-123456")
    assert not result.is_good
    assert "refused the API key" in result.detail
    assert "canary" not in result.detail


def test_a_checked_key_is_not_stored(infra: Infra, listing: Callable[..., Listing]) -> None:
    listing(("a",))
    models.check_key(infra, "openai", "sk-new")
    assert not (infra.settings.data_dir / "provider_config.json").exists()


def test_an_unknown_provider_is_told(infra: Infra) -> None:
    with pytest.raises(InvalidRequest):
        models.list_models(infra, "nonesuch")

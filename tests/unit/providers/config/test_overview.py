from collections.abc import Callable

import pytest

from chatapp.domain.providers import ActiveView, ChoiceSource, KeySource
from chatapp.infra.handle import Infra
from chatapp.providers.config.overview import overview


def test_every_provider_is_shown_with_where_its_key_is(with_environ: Callable[..., Infra]) -> None:
    view = overview(with_environ(OPENAI_API_KEY="sk-proj-1234567890abcd"))
    shown = {provider.provider_id: provider for provider in view.providers}
    assert shown["openai"].key_source is KeySource.ENVIRONMENT
    assert shown["openai"].key_hint == "sk-…abcd"
    assert shown["openai"].is_ready
    assert not shown["anthropic"].is_ready
    assert shown["anthropic"].key_variable == "ANTHROPIC_API_KEY"
    assert view.active == ActiveView("openai", "gpt-6.1-terra", ChoiceSource.DETECTED)


@pytest.mark.requirement("U04")
def test_no_key_is_in_the_overview(with_environ: Callable[..., Infra]) -> None:
    assert "canary" not in repr(overview(with_environ(OPENAI_API_KEY="sk-canary-1234567890")))


def test_an_unusable_address_is_not_ready_and_does_not_break_the_page(
    with_environ: Callable[..., Infra],
) -> None:
    view = overview(with_environ(OPENAI_API_KEY="sk-1", OPENAI_BASE_URL="nonsense"))
    (openai,) = [provider for provider in view.providers if provider.provider_id == "openai"]
    assert not openai.is_ready
    assert openai.base_url == ""

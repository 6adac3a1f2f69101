"""What the providers page and the model picker show: every provider with its state."""

from chatapp.domain.errors import ChatappError
from chatapp.domain.providers import ModelView, ProvidersView, ProviderView
from chatapp.domain.repositories import RepositoryView
from chatapp.infra.handle import Infra
from chatapp.providers.catalog import CATALOG, Provider
from chatapp.providers.config.active import is_ready, resolve
from chatapp.providers.config.base_urls import find_base_url
from chatapp.providers.config.keys import find_key
from chatapp.providers.config.layers import Layers, read_layers
from chatapp.providers.config.redaction import redact
from chatapp.providers.known_models import Model


def overview(infra: Infra, repository: RepositoryView | None = None) -> ProvidersView:
    """All providers as they stand for `repository`, or for the server."""
    layers = read_layers(infra, repository)
    views = tuple(_view(layers, provider) for provider in CATALOG)
    return ProvidersView(active=resolve(layers), providers=views)


def model_view(model: Model, *, is_listed: bool = True) -> ModelView:
    """The model as the picker shows it."""
    return ModelView(
        name=model.name,
        context_tokens=model.context_tokens,
        has_tools=model.has_tools,
        has_vision=model.has_vision,
        has_reasoning=model.has_reasoning,
        is_listed=is_listed,
    )


def _view(layers: Layers, provider: Provider) -> ProviderView:
    key = find_key(layers, provider)
    return ProviderView(
        provider_id=provider.provider_id,
        name=provider.name,
        default_model=provider.default_model,
        models=tuple(model_view(model) for model in provider.models),
        requires_key=provider.requires_key,
        is_ready=is_ready(layers, provider),
        key_source=key.source,
        key_hint=redact(key.value) if key.value else "",
        key_variable=provider.env_keys[0] if provider.env_keys else "",
        base_url=_shown_url(layers, provider),
    )


def _shown_url(layers: Layers, provider: Provider) -> str:
    try:
        return find_base_url(layers, provider).url
    except ChatappError:
        return ""

"""Which provider and model answer the next question: six layers and a fallback.

Per request, the repository's choice, the repository's `config.yaml`, the server's choice, the
environment, and last the first provider of the catalog that has a usable key or needs none.
`extractive` needs none, so there always is one.
"""

import shutil
from collections.abc import Iterator

from chatapp.domain.errors import ChatappError, InvalidRequest
from chatapp.domain.providers import ActiveView, ChoiceSource
from chatapp.domain.repositories import RepositoryView
from chatapp.infra.handle import Infra
from chatapp.providers.catalog import CATALOG, Provider, entry
from chatapp.providers.config.base_urls import find_base_url, refuse_leak
from chatapp.providers.config.keys import find_key
from chatapp.providers.config.layers import Layers, read_layers
from chatapp.providers.config.store import NO_CHOICE, Choice
from chatapp.providers.selection import Selection


def active_selection(
    infra: Infra,
    repository: RepositoryView | None = None,
    *,
    provider: str | None = None,
    model: str | None = None,
) -> Selection:
    """Resolve everything an answer needs; `provider` and `model` are this question's own wish.

    Raises:
        InvalidRequest: a layer names a provider that does not exist, or an unusable address.
        ProviderRejected: the server's key would go to an address that the repository chose.
    """
    layers = read_layers(infra, repository, Choice(provider or None, model or None))
    return bind(layers, resolve(layers))


def resolve(layers: Layers) -> ActiveView:
    """Provider and model. A layer that names only a model gives it to the provider below."""
    model: str | None = None
    for source, choice in _choices(layers):
        model = model or choice.model
        if choice.provider:
            chosen = entry(choice.provider)
            return ActiveView(chosen.provider_id, model or chosen.default_model, source)
    detected = detect(layers)
    has_models = not detected.is_always_ready
    name = model if model and has_models else detected.default_model
    return ActiveView(detected.provider_id, name, ChoiceSource.DETECTED)


def bind(layers: Layers, active: ActiveView) -> Selection:
    """Add key and address.

    Raises:
        InvalidRequest: the address cannot be used.
        ProviderRejected: the server's key would go to an address that the repository chose.
    """
    chosen = entry(active.provider_id)
    key, url = find_key(layers, chosen), find_base_url(layers, chosen)
    refuse_leak(layers, chosen, url, key)
    return Selection(
        provider_id=active.provider_id,
        model=active.model,
        api_key=key.value,
        base_url=url.url,
        key_source=key.source,
        choice_source=active.source,
        repository_root=str(layers.repository_root or ""),
    )


def detect(layers: Layers) -> Provider:
    """The first provider of the catalog that is ready; a local command costs its owner money.

    One that has a key but a mistyped address counts too: whoever set it wants to be told, not to
    be answered without a model.
    """
    candidates = (found for found in CATALOG if not found.command)
    return next(
        found for found in candidates if is_ready(layers, found) or _is_mistyped(layers, found)
    )


def is_ready(layers: Layers, candidate: Provider) -> bool:
    """Whether it has what it needs: a key, or where none is required an address of its own.

    A provider that runs locally is not assumed to be there just because it needs no key.
    """
    try:
        key, url = find_key(layers, candidate), find_base_url(layers, candidate)
        refuse_leak(layers, candidate, url, key)
    except ChatappError:
        return False
    if key.value or candidate.is_always_ready:
        return True
    if candidate.command:
        return shutil.which(candidate.command, path=layers.environ.get("PATH", "")) is not None
    return not candidate.requires_key and not url.is_default


def _is_mistyped(layers: Layers, candidate: Provider) -> bool:
    try:
        find_base_url(layers, candidate)
    except InvalidRequest:
        return bool(find_key(layers, candidate).value)
    return False


def _choices(layers: Layers) -> Iterator[tuple[ChoiceSource, Choice]]:
    yield ChoiceSource.REQUEST, layers.request
    yield (
        ChoiceSource.REPOSITORY_CHOICE,
        layers.stored.repos.get(layers.repository_id or "", NO_CHOICE),
    )
    yield ChoiceSource.REPOSITORY_FILE, _in_config(layers)
    yield ChoiceSource.SERVER_CHOICE, layers.stored.active
    yield ChoiceSource.ENVIRONMENT, layers.default


def _in_config(layers: Layers) -> Choice:
    provider = layers.repository_config.get("provider")
    model = layers.repository_config.get("model")
    return Choice(
        provider if isinstance(provider, str) and provider else None,
        model if isinstance(model, str) and model else None,
    )

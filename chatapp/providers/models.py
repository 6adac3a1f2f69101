"""Which models there are: asked of the server where it says, else the catalog's table.

Also the test of a key, which is the same question. Lists are kept for a while in the process.
"""

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Final, cast

from chatapp.domain.errors import ChatappError
from chatapp.domain.providers import ActiveView, ChoiceSource, KeyTest, ModelView
from chatapp.domain.repositories import RepositoryView
from chatapp.infra.handle import Infra
from chatapp.providers.catalog import entry
from chatapp.providers.config.active import bind
from chatapp.providers.config.layers import read_layers
from chatapp.providers.config.overview import model_view
from chatapp.providers.peer import Peer
from chatapp.providers.policy.failures import Refused, provider_error
from chatapp.providers.registry import create
from chatapp.providers.selection import Selection

KEPT_S: Final = 300.0
PUBLIC_LISTS: Final = frozenset({"openrouter", "edenai", "openai_compatible"})
"""Providers that list their models to anybody, so that a list does not prove a key."""

LISTINGS: Final[Mapping[str, str]] = {
    "anthropic": "chatapp.providers.anthropic.listing",
    "gemini": "chatapp.providers.gemini.listing",
    "ollama": "chatapp.providers.ollama.listing",
    **dict.fromkeys(
        ("openai", "openrouter", "deepseek", "kimi", "edenai", "openai_compatible"),
        "chatapp.providers.openai.listing",
    ),
}

_Names = Callable[[Infra, Peer], tuple[str, ...]]


@dataclass(slots=True)
class _Kept:
    """The lists of this process, by peer, with the moment they go stale."""

    lists: dict[Peer, tuple[float, tuple[str, ...]]] = field(default_factory=dict)


def list_models(
    infra: Infra, provider_id: str, repository: RepositoryView | None = None
) -> tuple[ModelView, ...]:
    """The provider's models; the catalog's when the server does not tell.

    Raises:
        InvalidRequest: there is no such provider.
    """
    chosen = entry(provider_id)
    try:
        names = _kept_names(infra, Peer.of(_selection(infra, provider_id, repository)))
    except ChatappError:
        names = ()
    if not names:
        return tuple(model_view(model) for model in chosen.models)
    return tuple(model_view(chosen.model(name), is_listed=chosen.lists(name)) for name in names)


def check_key(
    infra: Infra, provider_id: str, key: str, repository: RepositoryView | None = None
) -> KeyTest:
    """Try the key without storing it, or without one the key in use.

    Never raises for what the provider says.

    Raises:
        InvalidRequest: there is no such provider.
    """
    chosen = entry(provider_id)
    try:
        selection = _selection(infra, provider_id, repository)
        selection = replace(selection, api_key=key.strip() or selection.api_key)
        names = _names(infra, Peer.of(selection))
        if provider_id in PUBLIC_LISTS or not names:
            _ask_one_word(infra, selection)
    except ChatappError as error:
        return KeyTest(is_good=False, detail=error.message)
    count = f" It can use {len(names)} models." if names else ""
    return KeyTest(is_good=True, detail=f"{chosen.name} accepts the key.{count}", models=names)


def _selection(infra: Infra, provider_id: str, repository: RepositoryView | None) -> Selection:
    """The provider with the key and address it has now, whoever is active."""
    layers = read_layers(infra, repository)
    model = entry(provider_id).default_model
    return bind(layers, ActiveView(provider_id, model, ChoiceSource.REQUEST))


def _kept_names(infra: Infra, peer: Peer) -> tuple[str, ...]:
    lists = infra.local.get(_Kept, _Kept).lists
    now_s = infra.clock.monotonic_s()
    until_s, names = lists.get(peer, (0.0, ()))
    if until_s <= now_s:
        names = _names(infra, peer)
        lists[peer] = (now_s + KEPT_S, names)
    return names


def _names(infra: Infra, peer: Peer) -> tuple[str, ...]:
    """Ask the server; nothing for one that cannot be asked."""
    module = LISTINGS.get(peer.provider_id)
    if module is None:
        return ()
    names = cast(_Names, import_module(module).names)
    try:
        return names(infra, peer)
    except Refused as refused:
        raise provider_error(peer, refused.complaint) from None


def _ask_one_word(infra: Infra, selection: Selection) -> None:
    provider = create(infra, selection)
    question = [{"role": "user", "content": "Reply with the word: ok"}]
    with closing(provider.stream_chat(question, (), "", max_tokens=16)) as stream:  # type: ignore[type-var]
        next(stream, None)

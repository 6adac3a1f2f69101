"""From a `Selection` to a provider, importing the adapter (and with it the SDK) only then.

The one place where modules are named by dotted path: an SDK costs up to 3 s and 200 MB to import,
so nobody pays for one that is not used.
"""

import gc
import logging
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Final, cast

from chatapp.domain.errors import ChatappError, ProviderAuthFailed
from chatapp.infra.handle import Infra
from chatapp.providers.base import ChatProvider
from chatapp.providers.catalog import entry
from chatapp.providers.selection import Selection

_log = logging.getLogger(__name__)

Factory = Callable[[Infra, Selection], ChatProvider]

_OPENAI: Final = "chatapp.providers.openai.adapter:create"
_COMMAND: Final = "chatapp.providers.cli_agents.adapter:create"

ADAPTERS: Final[Mapping[str, str]] = {
    "anthropic": "chatapp.providers.anthropic.adapter:create",
    "openai": _OPENAI,
    "gemini": "chatapp.providers.gemini.adapter:create",
    "openrouter": _OPENAI,
    "deepseek": _OPENAI,
    "kimi": _OPENAI,
    "edenai": _OPENAI,
    "litellm": "chatapp.providers.litellm.adapter:create",
    "openai_compatible": _OPENAI,
    "ollama": "chatapp.providers.ollama.adapter:create",
    "claude_code": _COMMAND,
    "codex": _COMMAND,
    "opencode": _COMMAND,
    "extractive": "chatapp.providers.extractive.adapter:create",
}


def create(infra: Infra, selection: Selection) -> ChatProvider:
    """The provider of `selection`, ready to be asked.

    Raises:
        ProviderAuthFailed: it needs a key and there is none.
    """
    chosen = entry(selection.provider_id)
    if chosen.requires_key and not selection.api_key:
        raise ProviderAuthFailed(
            f"{chosen.name} needs an API key and none is set. Enter one on the providers page, or"
            f" set {chosen.env_keys[0]} in the environment.",
            provider=chosen.provider_id,
            model=selection.model,
        )
    if selection.api_key and not (selection.api_key.isascii() and selection.api_key.isprintable()):
        raise ProviderAuthFailed(
            f"The API key of {chosen.name} has characters that no key has. Copy it again.",
            provider=chosen.provider_id,
            model=selection.model,
        )
    return factory(chosen.provider_id)(infra, selection)


def warm(infra: Infra, selection: Selection) -> None:
    """Pay for the import and the client before the first question does; never fails.

    What an SDK's import leaves is never garbage, so the collector is told not to look at it again:
    with it a full collection stops every stream of the worker for 100-200 ms.
    """
    try:
        create(infra, selection)
    except ChatappError as error:
        _log.info("%s is not ready: %s", selection.provider_id, error.message)
    gc.collect()
    gc.freeze()


def factory(provider_id: str) -> Factory:
    """The function that makes this provider; imports its adapter."""
    module, _, name = ADAPTERS[provider_id].partition(":")
    return cast(Factory, getattr(import_module(module), name))

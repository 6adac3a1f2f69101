"""What a model or its server refuses, learnt from the first refusal and remembered here.

A refusal is recognised by its words: providers do not give it a code. The memory is the process's:
after a restart the first question pays the failed call once more.
"""

from collections import defaultdict
from enum import StrEnum
from typing import Final

from chatapp.providers.peer import Peer


class Quirk(StrEnum):
    """One thing to do differently."""

    NO_TEMPERATURE = "no_temperature"
    COMPLETION_TOKENS = "max_completion_tokens"
    PLAIN_MAX_TOKENS = "max_tokens"
    NO_USAGE_OPTION = "no_usage_option"
    NO_REASONING = "no_reasoning"
    NO_TOOLS = "no_tools"
    RESPONSES_API = "responses_api"


_SIGNS: Final[tuple[tuple[Quirk, tuple[str, ...]], ...]] = (
    (Quirk.NO_TEMPERATURE, ("temperature",)),
    (Quirk.COMPLETION_TOKENS, ("use 'max_completion_tokens'",)),
    (Quirk.COMPLETION_TOKENS, ("max_tokens", "max_completion_tokens")),
    (Quirk.PLAIN_MAX_TOKENS, ("max_completion_tokens",)),
    (Quirk.NO_USAGE_OPTION, ("stream_options",)),
    (Quirk.RESPONSES_API, ("v1/responses",)),
    (Quirk.NO_TOOLS, ("does not support tools",)),
    (Quirk.NO_TOOLS, ("tool", "not supported")),
    (Quirk.NO_TOOLS, ("enable-auto-tool-choice",)),
    (Quirk.NO_REASONING, ("reasoning",)),
    (Quirk.NO_REASONING, ("thinking",)),
    (Quirk.NO_REASONING, ("signature",)),
)


def quirk_in(message: str) -> Quirk | None:
    """What the refusal is about; None when doing things differently would not help."""
    text = message.lower()
    matches = (quirk for quirk, signs in _SIGNS if all(sign in text for sign in signs))
    return next(matches, None)


class QuirkMemory:
    """The quirks of every peer of this process; one object, kept by `Infra.local`."""

    def __init__(self) -> None:
        self._known: defaultdict[tuple[str, str, str], frozenset[Quirk]] = defaultdict(frozenset)

    def known(self, peer: Peer) -> frozenset[Quirk]:
        """What has been learnt about the peer."""
        return self._known[_key(peer)]

    def learn(self, peer: Peer, quirk: Quirk) -> None:
        """Remember for the next question."""
        self._known[_key(peer)] |= {quirk}


def _key(peer: Peer) -> tuple[str, str, str]:
    return peer.provider_id, peer.base_url, peer.model

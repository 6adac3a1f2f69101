"""The models that Anthropic lists for a key."""

from itertools import islice
from typing import Final

from chatapp.infra.handle import Infra
from chatapp.providers.anthropic.client import client_for, translated
from chatapp.providers.peer import Peer

MAX_MODELS: Final = 500


def names(infra: Infra, peer: Peer) -> tuple[str, ...]:
    """The ids, newest first.

    Raises:
        Refused: the server said no.
        ProviderError: it could not be reached or understood.
    """
    with translated(infra, peer):
        listed = islice(client_for(infra, peer).models.list(limit=100), MAX_MODELS)
        return tuple(model.id for model in listed)

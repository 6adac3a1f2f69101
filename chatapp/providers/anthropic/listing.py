"""The models that Anthropic lists for a key."""

from typing import Final

from chatapp.infra.handle import Infra
from chatapp.providers.anthropic.client import client_for, translated
from chatapp.providers.peer import Peer
from chatapp.providers.wire.model_list import model_ids

MAX_MODELS: Final = 1000


def names(infra: Infra, peer: Peer) -> tuple[str, ...]:
    """The ids, as listed.

    Raises:
        Refused: the server said no.
        ProviderError: it could not be reached or understood.
    """
    with translated(infra, peer):
        answer = client_for(infra, peer).models.with_raw_response.list(limit=MAX_MODELS)
        return model_ids(answer.http_response.content, peer)

"""The models that a server on OpenAI's wire lists."""

from itertools import islice
from typing import Final

from chatapp.infra.handle import Infra
from chatapp.providers.openai.client import client_for, translated
from chatapp.providers.peer import Peer

MAX_MODELS: Final = 500


def names(infra: Infra, peer: Peer) -> tuple[str, ...]:
    """The ids, as listed.

    Raises:
        Refused: the server said no.
        ProviderError: it could not be reached or understood.
    """
    with translated(infra, peer):
        listed = islice(client_for(infra, peer).models.list(), MAX_MODELS)
        return tuple(model.id for model in listed)

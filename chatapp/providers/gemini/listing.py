"""The models that Gemini lists for a key, those that chat."""

from itertools import islice
from typing import Final

from chatapp.infra.handle import Infra
from chatapp.providers.gemini.client import client_for, translated
from chatapp.providers.peer import Peer
from chatapp.providers.wire.http import protocol_error

MAX_MODELS: Final = 500
CHATS: Final = "generateContent"


def names(infra: Infra, peer: Peer) -> tuple[str, ...]:
    """The names without their ``models/``.

    Raises:
        Refused: the server said no.
        ProviderError: it could not be reached or understood.
    """
    try:
        with translated(infra, peer):
            listed = list(islice(client_for(infra, peer).sdk.models.list(), MAX_MODELS))
    except ValueError as error:
        raise protocol_error(peer, "sent something that is not this protocol") from error
    return tuple(
        (model.name or "").removeprefix("models/")
        for model in listed
        if CHATS in (model.supported_actions or ())
    )

"""The models that an Ollama has fetched."""

import httpx2
import msgspec

from chatapp.infra.handle import Infra
from chatapp.providers.ollama.client import client_for, refuse_status
from chatapp.providers.peer import Peer
from chatapp.providers.wire.frames import decoded
from chatapp.providers.wire.http import transport_error


class Tag(msgspec.Struct):
    """One fetched model."""

    name: str = ""


class Tags(msgspec.Struct):
    """The answer of `/api/tags`."""

    models: list[Tag] = []


_decoder = msgspec.json.Decoder(Tags)


def names(infra: Infra, peer: Peer) -> tuple[str, ...]:
    """The names with their tags.

    Raises:
        Refused: the server said no.
        ProviderError: it could not be reached or understood.
    """
    try:
        response = client_for(infra, peer).get(f"{peer.base_url.removesuffix('/v1')}/api/tags")
    except httpx2.HTTPError as error:
        raise transport_error(peer, error) from error
    refuse_status(infra, peer, response)
    return tuple(tag.name for tag in decoded(_decoder, response.content, peer).models)

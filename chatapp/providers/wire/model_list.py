"""A list of models as OpenAI and Anthropic give it, read without the SDKs' object building.

Their own pagers fail with an `AttributeError` on anything that is not their JSON.
"""

from typing import Final

import msgspec

from chatapp.providers.peer import Peer
from chatapp.providers.wire.frames import decoded


class ListedModel(msgspec.Struct):
    """One model; only its id is of use."""

    id: str = ""


class ModelPage(msgspec.Struct):
    """The list."""

    data: list[ListedModel]


_decoder: Final = msgspec.json.Decoder(ModelPage)


def model_ids(document: bytes, peer: Peer) -> tuple[str, ...]:
    """The ids, as listed.

    Raises:
        ProviderProtocol: the document is something else.
    """
    page = decoded(_decoder, document, peer)
    return tuple(model.id for model in page.data if model.id)

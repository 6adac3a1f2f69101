"""The models that a server on OpenAI's wire lists."""

from chatapp.infra.handle import Infra
from chatapp.providers.openai.client import client_for, translated
from chatapp.providers.peer import Peer
from chatapp.providers.wire.model_list import model_ids


def names(infra: Infra, peer: Peer) -> tuple[str, ...]:
    """The ids, as listed.

    Raises:
        Refused: the server said no.
        ProviderError: it could not be reached or understood.
    """
    with translated(infra, peer):
        answer = client_for(infra, peer).models.with_raw_response.list()
        return model_ids(answer.http_response.content, peer)

"""The connection to an Ollama, and its refusals in our words."""

import httpx2
import msgspec

from chatapp.domain.errors import ModelUnknown
from chatapp.infra.handle import Infra
from chatapp.providers.peer import Peer
from chatapp.providers.policy.complaint import complaint_from
from chatapp.providers.policy.failures import Refused
from chatapp.providers.policy.retry_after import retry_after_s
from chatapp.providers.wire.http import clients, http_client, protocol_error


def client_for(infra: Infra, peer: Peer) -> httpx2.Client:
    """The client of this peer."""
    return clients(infra).get(peer, lambda: http_client(infra, peer))


def refuse_status(infra: Infra, peer: Peer, response: httpx2.Response) -> None:
    """Do nothing for a good answer.

    Raises:
        ModelUnknown: Ollama has not fetched the model.
        Refused: any other status.
        ProviderProtocol: a web page.
    """
    if response.status_code == httpx2.codes.OK:
        if "html" in response.headers.get("content-type", ""):
            raise protocol_error(peer, "answered with a web page instead of data")
        return
    complaint = complaint_from(_json(response.read()), response.status_code)
    if complaint.status == httpx2.codes.NOT_FOUND and peer.model in complaint.message:
        raise ModelUnknown(
            f"{peer.place} does not have this model (model {peer.model}). Fetch it with"
            f" `ollama pull {peer.model}`, or choose another one.",
            provider=peer.provider_id,
            model=peer.model,
        )
    raise Refused(complaint.waiting(retry_after_s(response.headers, infra.clock.now())))


def _json(body: bytes) -> object:
    try:
        return msgspec.json.decode(body)
    except msgspec.MsgspecError:
        return body.decode("utf-8", "replace")

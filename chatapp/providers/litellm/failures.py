"""LiteLLM's errors in our words.

They are subclasses of OpenAI's, raised anew a few times over, so the failure of the transport is
somewhere in the chain, and their text has a prefix for each wrapper.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import httpx
import httpx2
import openai

from chatapp.domain.errors import ProviderError
from chatapp.infra.handle import Infra
from chatapp.providers.peer import Peer
from chatapp.providers.policy.complaint import Complaint
from chatapp.providers.policy.failures import Refused
from chatapp.providers.policy.retry_after import retry_after_s
from chatapp.providers.wire.http import transport_error

_KINDS: Final = {
    "ContextWindowExceededError": "context_length_exceeded",
    "ContentPolicyViolationError": "content_policy",
    "PaymentRequiredError": "insufficient_quota",
    "APIConnectionError": "unavailable",
}
_MAX_CHAIN: Final = 20


@contextmanager
def translated(infra: Infra, peer: Peer) -> Iterator[None]:
    """Turn the library's errors into a `Refused` or a `ProviderError`, without their own text."""
    try:
        yield
    except openai.OpenAIError as error:
        raise _typed(infra, peer, error) from None


def _typed(infra: Infra, peer: Peer, error: openai.OpenAIError) -> Refused | ProviderError:
    transport = next(filter(_is_transport, _chain(error)), None)
    if isinstance(error, openai.APITimeoutError) and transport is None:
        transport = httpx2.ReadTimeout("")
    if transport is not None:
        return transport_error(peer, transport)
    response = getattr(error, "response", None)
    wait_s = retry_after_s(getattr(response, "headers", {}), infra.clock.now())
    kind = _KINDS.get(type(error).__name__, "")
    text = str(error).rpartition("Exception - ")[2]
    return Refused(Complaint(text, kind, getattr(error, "status_code", None), wait_s))


def _is_transport(error: BaseException) -> bool:
    return isinstance(error, httpx.HTTPError | httpx2.HTTPError) and not isinstance(
        error, httpx.HTTPStatusError | httpx2.HTTPStatusError
    )


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The error and what it was raised from or after."""
    link: BaseException | None = error
    for _ in range(_MAX_CHAIN):
        if link is None:
            return
        yield link
        link = link.__cause__ or link.__context__

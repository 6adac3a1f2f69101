import httpx
import httpx2
import openai
import pytest

from chatapp.domain.errors import ProviderTimeout, ProviderUnreachable, StreamInterrupted
from chatapp.infra.handle import Infra
from chatapp.providers.litellm.failures import translated
from chatapp.providers.peer import Peer
from chatapp.providers.policy.failures import Refused

PEER = Peer("litellm", "m", "LiteLLM")
REQUEST = httpx2.Request("POST", "http://x")


class ContextWindowExceededError(openai.BadRequestError):
    """Named as LiteLLM names it; the library itself takes seconds to import."""


def raise_from(cause: Exception, error: Exception) -> None:
    try:
        raise cause
    except type(cause):
        raise error  # noqa: B904 - as the library does it


@pytest.mark.parametrize(
    ("cause", "kind"),
    [
        (httpx.ConnectError("x"), ProviderUnreachable),
        (httpx2.ConnectTimeout("x"), ProviderUnreachable),
        (httpx.ReadTimeout("x"), ProviderTimeout),
        (httpx.RemoteProtocolError("peer closed"), StreamInterrupted),
    ],
)
def test_the_transports_failure_is_found_in_the_chain(
    infra: Infra, cause: Exception, kind: type[Exception]
) -> None:
    with pytest.raises(kind), translated(infra, PEER):
        raise_from(cause, openai.OpenAIError("InternalServerError: Connection error."))


def test_a_timeout_without_a_cause_is_one(infra: Infra) -> None:
    with pytest.raises(ProviderTimeout), translated(infra, PEER):
        raise openai.APITimeoutError(request=REQUEST)


def test_a_refusal_keeps_the_providers_words_without_the_prefixes(infra: Infra) -> None:
    response = httpx2.Response(429, headers={"retry-after": "7"}, request=REQUEST)
    text = "litellm.RateLimitError: RateLimitError: Litellm_proxyException - slow down"
    with pytest.raises(Refused) as raised, translated(infra, PEER):
        raise openai.RateLimitError(text, response=response, body=None)
    complaint = raised.value.complaint
    assert (complaint.message, complaint.status) == ("slow down", 429)
    assert complaint.retry_after_s == 7


def test_the_librarys_own_classes_tell_the_kind(infra: Infra) -> None:
    response = httpx2.Response(400, request=REQUEST)
    with pytest.raises(Refused) as raised, translated(infra, PEER):
        raise ContextWindowExceededError("x", response=response, body=None)
    assert raised.value.complaint.kind == "context_length_exceeded"


def test_other_errors_pass(infra: Infra) -> None:
    with pytest.raises(KeyError), translated(infra, PEER):
        raise KeyError

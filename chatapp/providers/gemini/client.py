"""The official client for one peer, lending us its response before it reads it.

google-genai has no public way to its streamed body: its own loop builds a model object per chunk.
It does take an HTTP client, though. Ours keeps a good response for the adapter and shows the SDK an
empty one; refusals go to the SDK, which turns them into its errors.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx2
from google import genai
from google.genai import errors, types

from chatapp.infra.handle import Infra
from chatapp.providers.peer import Peer
from chatapp.providers.policy.complaint import Complaint, complaint_from
from chatapp.providers.policy.failures import Refused
from chatapp.providers.policy.retry_after import retry_after_s
from chatapp.providers.wire.http import (
    IDENTITY,
    clients,
    http_client,
    transport_error,
)


class LendingClient(httpx2.Client):
    """An HTTP client that keeps the last good streamed response of each greenlet."""

    def __init__(self, inner: httpx2.Client) -> None:
        super().__init__(transport=httpx2.MockTransport(lambda _: httpx2.Response(500)))
        self._inner = inner
        self._lent = threading.local()

    def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:
        """Send with our timeouts, which the SDK would switch off."""
        request.extensions["timeout"] = self._inner.timeout.as_dict()
        response = self._inner.send(request, **options)
        if not options.get("stream") or response.status_code != httpx2.codes.OK:
            return response
        self._lent.response = response
        return httpx2.Response(httpx2.codes.OK, request=request)

    def close(self) -> None:
        """Close the connections."""
        self._inner.close()

    def take(self) -> httpx2.Response:
        """The response that `send` kept; the caller closes it."""
        response: httpx2.Response = self._lent.response
        del self._lent.response
        return response


class GeminiClient:
    """The SDK bound to a peer."""

    def __init__(self, infra: Infra, peer: Peer) -> None:
        self._http = LendingClient(http_client(infra, peer))
        options = types.HttpOptions(
            base_url=peer.base_url, httpx_client=self._http, headers=dict(IDENTITY)
        )
        self.sdk = genai.Client(api_key=peer.api_key, vertexai=False, http_options=options)

    @contextmanager
    def stream(self, model: str, contents: list[Any], body: dict[str, Any]) -> Iterator[Any]:
        """The streamed response, closed at the end of the block."""
        for _ in self.sdk.models.generate_content_stream(
            model=model, contents=[types.Content()], config=_config(contents, body)
        ):
            pass
        response = self._http.take()
        try:
            yield response
        finally:
            response.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()


def client_for(infra: Infra, peer: Peer) -> GeminiClient:
    """The client of this peer."""
    return clients(infra).get(peer, lambda: GeminiClient(infra, peer))


@contextmanager
def translated(infra: Infra, peer: Peer) -> Iterator[None]:
    """Turn the SDK's errors into a `Refused` or a `ProviderError`, without the SDK's own text."""
    try:
        yield
    except errors.APIError as error:
        raise Refused(_complaint(infra, error)) from None
    except httpx2.HTTPError as error:
        raise transport_error(peer, error) from None


def _config(contents: list[Any], body: dict[str, Any]) -> types.GenerateContentConfig:
    """The request in the wire's own form, put into the SDK's body unread.

    The SDK's types would drop what they do not know and re-encode signatures.
    """
    return types.GenerateContentConfig(
        automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True),
        http_options=types.HttpOptions(extra_body={**body, "contents": contents}),
    )


def _complaint(infra: Infra, error: errors.APIError) -> Complaint:
    details = error.details if isinstance(error.details, dict) else {}
    is_json = isinstance(details.get("error"), dict)
    complaint = complaint_from(details if is_json else error.message or "", error.code)
    wait_s = retry_after_s(getattr(error.response, "headers", {}), infra.clock.now())
    return complaint.waiting(wait_s if wait_s is not None else _delay_s(details))


def _delay_s(details: dict[str, Any]) -> float | None:
    """The wait in the error's `RetryInfo`, e.g. ``"retryDelay": "20s"``."""
    error = details.get("error", {})
    infos = error.get("details", []) if isinstance(error, dict) else []
    delays = (info.get("retryDelay", "") for info in infos if isinstance(info, dict))
    for delay in delays:
        seconds = delay.removesuffix("s")
        if seconds.replace(".", "", 1).isdigit():
            return float(seconds)
    return None

"""Gemini through the official SDK, with its tool loop inside the stream.

With a `tool_executor` the calls of a reply are run here and the conversation goes on in native
contents, so nothing Gemini wants to see again is ever translated. Without one the calls are
reported and the stream stops: the caller takes the loop, and the signatures travel with the calls.
"""

from collections.abc import Iterator

from chatapp.domain.stream import StateKept, Stop, StopReason, StreamEvent, ToolRequested
from chatapp.infra.handle import Infra
from chatapp.providers.base import ChatProvider
from chatapp.providers.gemini import request
from chatapp.providers.gemini.chunks import decoder
from chatapp.providers.gemini.client import client_for, translated
from chatapp.providers.gemini.execution import execute
from chatapp.providers.gemini.reply import Reply
from chatapp.providers.peer import Peer
from chatapp.providers.policy.asking import Ask
from chatapp.providers.policy.stop_reasons import normalize_stop_reason
from chatapp.providers.selection import Selection
from chatapp.providers.wire.frames import EventBody, refuse_document
from chatapp.providers.wire.pace import pace
from chatapp.providers.wire.provider import WireProvider


def create(infra: Infra, selection: Selection) -> ChatProvider:
    """Gemini, bound to `selection`."""
    adapter = GeminiAdapter(infra, Peer.of(selection))
    return WireProvider(infra, adapter.peer, adapter.send)


class GeminiAdapter:
    """One attempt at an answer, all its rounds included."""

    def __init__(self, infra: Infra, peer: Peer) -> None:
        self.peer = peer
        self._infra = infra
        self._client = client_for(infra, peer)

    def send(self, ask: Ask) -> Iterator[StreamEvent]:
        """Ask, run the calls and ask again, until Gemini answers without calls.

        Raises:
            Refused: the server said no.
            ProviderError: it could not be reached or understood.
        """
        contents = request.contents(self.peer, ask)
        while True:
            reply = Reply(self.peer)
            yield from self._round(reply, contents, ask)
            if reply.finish_reason is None:
                return
            if not reply.calls or ask.tool_executor is None:
                yield Stop(_stop_reason(reply))
                return
            answers = yield from execute(reply.calls, ask.tool_executor)
            contents += [reply.native(), request.results(answers)]

    def _round(
        self, reply: Reply, contents: list[request.Native], ask: Ask
    ) -> Iterator[StreamEvent]:
        """One request: what it streams, then its calls, state and usage."""
        body = request.body(self.peer, ask)
        opened = self._client.stream(self.peer.model, contents, body)
        with translated(self._infra, self.peer), opened as response:
            reads = response.iter_raw()
            refuse_document(self.peer, response.headers.get("content-type", ""), reads)
            events = EventBody(self.peer, pace(self._infra), decoder, reads)
            yield from reply.events(events)
            events.drain()
        if reply.finish_reason is None:
            return
        for call in reply.calls:
            yield ToolRequested(call.call)
        if state := reply.state():
            yield StateKept(state)
        if reply.usage is not None:
            yield reply.usage.neutral()


def _stop_reason(reply: Reply) -> str:
    """Gemini says STOP also when it calls."""
    reason = normalize_stop_reason(reply.finish_reason)
    return StopReason.TOOL_USE if reply.calls and reason == StopReason.END_TURN else reason

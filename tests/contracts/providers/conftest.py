"""A fake upstream, an Infra with short waits, and a way to ask a provider over a wire."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

import pytest

from chatapp.domain.stream import StreamEvent, TextDelta
from chatapp.infra.clock import SystemClock
from chatapp.infra.handle import Infra
from chatapp.infra.local import Local
from chatapp.providers.base import ChatProvider
from chatapp.providers.registry import create
from chatapp.providers.selection import Selection
from chatapp.providers.wire.http import clients
from tests.contracts.providers.upstream import Upstream
from tests.contracts.providers.wires import ADAPTERS, WIRES, Wire
from tests.fakes import make_infra

CANARY = "sk-canary-9f8e7d6c5b4a3210"
PATIENT_S, IMPATIENT_S = 20, 0.3

QUESTION: list[dict[str, Any]] = [{"role": "user", "content": "What does main do?"}]
READ_FILE: dict[str, Any] = {
    "type": "function",
    "function": {
        "name": "read_file",
        "description": "Read a file",
        "parameters": {"type": "object", "properties": {"path": {"type": "string"}}},
    },
}


@pytest.fixture(autouse=True, scope="package")
def closed_event_loop() -> Iterator[None]:
    """The loop that litellm asks asyncio for even in its synchronous calls, closed afterwards.

    It made one of its own and left it open, and the collector complained in some later test.
    """
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    yield
    asyncio.set_event_loop(None)
    loop.close()


@dataclass(slots=True)
class Asked:
    """A provider over a wire, at the upstream."""

    wire: Wire
    upstream: Upstream
    infra: Infra

    def impatient(self) -> "Asked":
        """The same, with a short wait for silent providers."""
        settings = replace(self.infra.settings, provider_silence_s=IMPATIENT_S)  # type: ignore[arg-type]
        return replace(self, infra=replace(self.infra, settings=settings))

    def provider(self, **changes: Any) -> ChatProvider:
        selection = Selection(
            provider_id=self.wire.provider_id,
            model=self.wire.model,
            api_key=CANARY,
            base_url=self.upstream.url + self.wire.path,
        )
        return create(self.infra, replace(selection, **changes))

    def events(
        self, messages: Sequence[Any] = QUESTION, tools: Sequence[Any] = (READ_FILE,), **more: Any
    ) -> list[StreamEvent]:
        """The whole stream of one question."""
        provider = more.pop("provider", None) or self.provider()
        with closing(provider.stream_chat(messages, tools, "Be exact.", **more)) as stream:
            return list(stream)


@pytest.fixture
def upstream() -> Iterator[Upstream]:
    server = Upstream().start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def made_infra(tmp_path_factory: pytest.TempPathFactory) -> Infra:
    """Made once: no provider touches the database."""
    return make_infra(tmp_path_factory.mktemp("providers"), CHATAPP_PROVIDER_RETRY_S="0")


@pytest.fixture
def infra(made_infra: Infra) -> Iterator[Infra]:
    settings = replace(made_infra.settings, provider_silence_s=PATIENT_S)
    infra = replace(made_infra, settings=settings, clock=SystemClock(), environ={}, local=Local())
    yield infra
    clients(infra).close()


@pytest.fixture
def over(upstream: Upstream, infra: Infra) -> Callable[[Wire], Asked]:
    """A provider over the wire that is given."""
    return lambda wire: Asked(wire, upstream, infra)


LITELLM_WARNS = pytest.mark.filterwarnings("ignore::DeprecationWarning")
PARAMS = [pytest.param(wire, marks=LITELLM_WARNS if "litellm" in wire.provider_id else ())
          for wire in WIRES]  # fmt: skip


@pytest.fixture(params=PARAMS, ids=repr)
def asked(request: pytest.FixtureRequest, upstream: Upstream, infra: Infra) -> Asked:
    """Every provider, one after another."""
    return Asked(request.param, upstream, infra)


@pytest.fixture(params=PARAMS[:ADAPTERS], ids=repr)
def adapter(request: pytest.FixtureRequest, upstream: Upstream, infra: Infra) -> Asked:
    """Every adapter, one after another: presets share OpenAI's, so they are left out."""
    return Asked(request.param, upstream, infra)


def text_of(events: Sequence[StreamEvent]) -> str:
    return "".join(event.text for event in events if isinstance(event, TextDelta))

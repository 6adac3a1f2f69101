"""A local command-line agent as a provider: asked once, killed with the turn.

It uses its own sign-in and its own read-only tools in the repository's working tree, so the tools
of the runtime are not offered to it. Never chosen without being asked for.
"""

import shutil
from collections.abc import Iterator
from typing import Any

import msgspec

from chatapp.domain.errors import InvalidRequest
from chatapp.domain.stream import StreamEvent
from chatapp.infra.handle import Infra
from chatapp.providers.base import ChatProvider
from chatapp.providers.cli_agents.commands import COMMANDS, passed_on
from chatapp.providers.cli_agents.events import READERS
from chatapp.providers.cli_agents.process import running
from chatapp.providers.cli_agents.prompt import prompt
from chatapp.providers.peer import Peer
from chatapp.providers.policy.asking import Ask
from chatapp.providers.selection import Selection
from chatapp.providers.wire.lines import json_lines
from chatapp.providers.wire.pace import pace
from chatapp.providers.wire.provider import WireProvider

_decoder: msgspec.json.Decoder[dict[str, Any]] = msgspec.json.Decoder(dict[str, Any])


def create(infra: Infra, selection: Selection) -> ChatProvider:
    """The agent of `selection`.

    Raises:
        InvalidRequest: its program is not installed, or the model's name cannot be one.
    """
    adapter = CommandAdapter(infra, selection)
    return WireProvider(infra, adapter.peer, adapter.send)


class CommandAdapter:
    """One run of the command."""

    def __init__(self, infra: Infra, selection: Selection) -> None:
        self.peer = Peer.of(selection)
        self._infra = infra
        self._environ = passed_on(infra.environ)
        command = COMMANDS[selection.provider_id]
        path = shutil.which(command.program, path=self._environ.get("PATH"))
        if path is None:
            raise InvalidRequest(
                f"{self.peer.name} is not installed on this server: there is no `{command.program}`"
                " on its PATH. Install it and sign in once, or choose another provider."
            )
        self._argv = command.argv(path, selection.model)
        self._cwd = selection.repository_root or str(infra.settings.data_dir)

    def send(self, ask: Ask) -> Iterator[StreamEvent]:
        """Run it once.

        Raises:
            Refused: it ended with an error.
            ProviderError: its output is not what it should be.
        """
        text = prompt(self.peer, ask)
        with running(self._argv, cwd=self._cwd, environ=self._environ, prompt=text) as reads:
            lines = json_lines(self.peer, pace(self._infra), _decoder, reads)
            yield from READERS[self.peer.provider_id](lines)

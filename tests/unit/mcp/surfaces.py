"""Tools for tests of the protocol side: one that answers, one that fails, one that never ends."""

import threading
from collections.abc import Mapping

from chatapp.domain.errors import DependencyUnavailable
from chatapp.domain.json import Json
from chatapp.domain.tools import Safety, Tool, ToolResult, ToolSpec
from chatapp.mcp.server import Identity
from chatapp.mcp.wire import ServedTool

ME = Identity("demo", "1.2", "Ask me.")
OUTPUT = {"type": "object", "properties": {"said": {"type": "string"}}, "required": ["said"]}


def spec(name: str, safety: Safety = Safety.READ) -> ToolSpec:
    parameters = {"type": "object", "properties": {"text": {"type": "string"}}, "required": []}
    return ToolSpec(name, f"What {name} does.", parameters, safety)


def echo(arguments: Mapping[str, Json]) -> ToolResult:
    said = str(arguments.get("text", ""))
    return ToolResult(f"You said {said}.", "1 word", {"said": said})


def unlucky(_arguments: Mapping[str, Json]) -> ToolResult:
    raise DependencyUnavailable("The database is busy.")


def served(name: str, call: object = echo) -> ServedTool:
    return ServedTool(Tool(spec(name), call), name.title(), OUTPUT)  # type: ignore[arg-type]


class Sleeper:
    """A tool that goes on until it is let go."""

    def __init__(self) -> None:
        self.let_go = threading.Event()

    def __call__(self, _arguments: Mapping[str, Json]) -> ToolResult:
        self.let_go.wait(30)
        return ToolResult("At last.", data={"said": "at last"})

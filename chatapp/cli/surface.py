"""What `chatapp mcp` offers a caller: the repository tools, each with a choice of repository.

Composition only: the tools are `chatapp.codebase.tools`, what may be seen is `chatapp.access`, and
every call passes the execution gate of `chatapp.runtime`. Time is kept by `chatapp.mcp`, since this
process is not patched by gevent.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from chatapp.access import reads
from chatapp.cli.repo import with_head
from chatapp.codebase.tools.registry import (
    ENTRIES,
    Audience,
    ToolEntry,
    entries,
    repository_tools,
    tool_surface,
)
from chatapp.domain.errors import ChatappError, InvalidArguments, NotFound, RepositoryError
from chatapp.domain.identity import Principal
from chatapp.domain.json import Json, JsonObject
from chatapp.domain.repositories import RepositoryView
from chatapp.domain.tools import Tool, ToolResult, ToolSpec
from chatapp.infra.handle import Infra
from chatapp.mcp.wire import ServedTool
from chatapp.runtime.toolbox import Outcome, Toolbox, ToolPolicy, failure

REPO: Final = "repo"
MAX_NAME_SHOWN: Final = 80


@dataclass(frozen=True, slots=True)
class Offer:
    """One caller's view of the server at one moment.

    Attributes:
        visible: The repositories the caller may ask about.
        default: The one that is read when a call names none; None when they may not see it.
    """

    infra: Infra
    visible: tuple[RepositoryView, ...]
    default: RepositoryView | None

    def tools(self) -> tuple[ServedTool, ...]:
        """The tools that the default repository's configuration grants."""
        names = self._names()
        return tuple(self._served(entry) for entry in ENTRIES if entry.name in names)

    def _names(self) -> tuple[str, ...]:
        usual = tuple(entry.name for entry in entries(Audience.MCP))
        if self.default is None:
            return usual
        try:
            return tool_surface(self.infra, self.default, Audience.MCP).names
        except ChatappError:
            return usual

    def _served(self, entry: ToolEntry) -> ServedTool:
        spec = replace(entry.spec, parameters=self._with_repository(entry.spec))
        return ServedTool(Tool(spec, partial(self._call, entry)), entry.title, entry.output_schema)

    def _with_repository(self, spec: ToolSpec) -> JsonObject:
        usual = f"; {self.default.name} when left out" if self.default else ""
        text = f"Name of the repository to read, one of `list_repos`{usual}."
        properties = spec.parameters["properties"]
        assert isinstance(properties, Mapping)  # noqa: S101 - our own schema
        choice: JsonObject = {"type": "string", "description": text}
        return {**spec.parameters, "properties": {**properties, REPO: choice}}

    def _call(self, entry: ToolEntry, arguments: Mapping[str, Json]) -> ToolResult:
        rest = {name: value for name, value in arguments.items() if name != REPO}
        try:
            toolbox = self._toolbox(entry, self._chosen(arguments.get(REPO)))
        except ChatappError as error:
            return _result(entry, failure(error.message, error.code))
        return _result(entry, toolbox.execute(entry.name, rest))

    def _chosen(self, wanted: Json) -> RepositoryView:
        if wanted in (None, "") and self.default is not None:
            return self.default
        for view in self.visible:
            if wanted in (view.name, view.repository_id):
                return view
        known = ", ".join(view.name for view in self.visible) or "none"
        shown = str(wanted or "(none given)")[:MAX_NAME_SHOWN]
        raise NotFound(f"There is no repository “{shown}” for you. Name one as `repo`: {known}.")

    def _toolbox(self, entry: ToolEntry, repository: RepositoryView) -> Toolbox:
        if repository.indexed_commit is None:
            raise RepositoryError(f"{repository.name} has no index yet. Try again in a moment.")
        tools = repository_tools(
            self.infra, with_head(repository), audience=Audience.MCP, visible=self.visible
        )
        if entry.name not in {tool.spec.name for tool in tools}:
            raise InvalidArguments(
                f"{repository.name} does not offer {entry.name}: its .chatapp/config.yaml says so."
            )
        policy = ToolPolicy(None, self.infra.settings.tool_output_chars)
        return Toolbox(tools, policy, self.infra.clock)


def offered(principal: Principal, infra: Infra, repository_id: str) -> tuple[ServedTool, ...]:
    """The tools as `principal` may use them now; `repository_id` is read when a call names none."""
    visible = reads.repositories(principal, infra)
    default = next((view for view in visible if view.repository_id == repository_id), None)
    return Offer(infra, visible, default).tools()


def _result(entry: ToolEntry, outcome: Outcome) -> ToolResult:
    artifact = outcome.artifact
    is_own = artifact is not None and artifact.type == entry.artifact_type
    data = artifact.data if artifact is not None and is_own else None
    return ToolResult(outcome.content, outcome.summary, data, error_code=outcome.error_code)

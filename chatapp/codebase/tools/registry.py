"""The tools of a repository: one table for the chat, the MCP server and the documents.

`repository_tools` binds them to one repository for one turn. A call opens the index, fits the
arguments, runs the function and makes the result; an error of ours becomes a result with its
code, anything else is the execution gate's business.
"""

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any, Final

from chatapp.codebase.facts.overview import Overview
from chatapp.codebase.schema import open_index
from chatapp.codebase.search.contents import find_file, text_of
from chatapp.codebase.tools import surface
from chatapp.codebase.tools.answer import Answer, get_answer
from chatapp.codebase.tools.arguments import accept
from chatapp.codebase.tools.change_risk import get_change_risk
from chatapp.codebase.tools.context import get_context
from chatapp.codebase.tools.dead_code import DeadCode, get_dead_code
from chatapp.codebase.tools.desk import Desk, indexed_commit
from chatapp.codebase.tools.health import Health, get_health
from chatapp.codebase.tools.overview import get_overview
from chatapp.codebase.tools.reply import Head, Reply, result
from chatapp.codebase.tools.repos import RepositoryList, list_repos
from chatapp.codebase.tools.risk import RiskReport, get_risk
from chatapp.codebase.tools.search import SearchResults, search_codebase
from chatapp.codebase.tools.shapes import WikiPage
from chatapp.codebase.tools.specs import joined, parameters_of, published, purpose_of, schema_of
from chatapp.codebase.tools.surface import ToolSurface
from chatapp.codebase.tools.symbol import SymbolReport, get_symbol
from chatapp.codebase.tools.why import Decisions, get_why
from chatapp.domain.errors import ChatappError
from chatapp.domain.json import Json, JsonObject
from chatapp.domain.repositories import RepositoryView
from chatapp.domain.tools import Tool, ToolResult, ToolSpec
from chatapp.infra.handle import Infra


class Audience(StrEnum):
    """Who is offered the tools; the defaults differ, the table is one."""

    CHAT = "chat"
    MCP = "mcp"


@dataclass(frozen=True, slots=True)
class ToolEntry:
    """A row of the table; the function's signature and docstring are its specification."""

    function: Callable[..., Reply]
    artifact_type: str
    shape: type
    title: str
    is_for_chat: bool = True

    @property
    def name(self) -> str:
        """The tool's name everywhere."""
        return self.function.__name__

    @property
    def schema(self) -> JsonObject:
        """The arguments, with their closed sets of words."""
        return parameters_of(self.function)

    @property
    def output_schema(self) -> JsonObject:
        """The shape of the result's data: the head and the tool's own part."""
        return joined(schema_of(Head), schema_of(self.shape))

    @property
    def spec(self) -> ToolSpec:
        """The specification as models see it."""
        parameters = published(self.schema)
        purpose = purpose_of(self.function)
        return ToolSpec(self.name, purpose, parameters, artifact_type=self.artifact_type)


ENTRIES: Final[tuple[ToolEntry, ...]] = (
    ToolEntry(get_overview, "overview", Overview, "Overview of the repository"),
    ToolEntry(search_codebase, "search_results", SearchResults, "Search the code"),
    ToolEntry(get_context, "wiki_page", WikiPage, "Read files and definitions"),
    ToolEntry(get_why, "decisions", Decisions, "Recorded reasons"),
    ToolEntry(get_risk, "risk_report", RiskReport, "Risk of files"),
    ToolEntry(get_change_risk, "risk_report", RiskReport, "Risk of a change"),
    ToolEntry(get_dead_code, "dead_code", DeadCode, "Probably unused code"),
    ToolEntry(get_answer, "answer", Answer, "Evidence for a question", is_for_chat=False),
    ToolEntry(get_symbol, "symbol", SymbolReport, "Source of a definition", is_for_chat=False),
    ToolEntry(get_health, "health", Health, "Health of index and code", is_for_chat=False),
    ToolEntry(list_repos, "repositories", RepositoryList, "Repositories", is_for_chat=False),
)
_BY_NAME: Final = {entry.name: entry for entry in ENTRIES}


def entries(audience: Audience = Audience.CHAT) -> tuple[ToolEntry, ...]:
    """The tools this audience is offered when a repository does not say otherwise."""
    return tuple(entry for entry in ENTRIES if entry.is_for_chat or audience is Audience.MCP)


def tool_specs(audience: Audience = Audience.CHAT) -> tuple[ToolSpec, ...]:
    """Specifications of the default tools, in order."""
    return tuple(entry.spec for entry in entries(audience))


def tool_surface(
    infra: Infra, repository: RepositoryView, audience: Audience = Audience.CHAT
) -> ToolSurface:
    """The names that the repository's own configuration grants, and what is wrong with it."""
    with closing(open_index(infra, repository.repository_id)) as index:
        file = find_file(index, surface.CONFIG_PATH)
        config = text_of(index, file.file_id) if file else ""
    default = [entry.name for entry in entries(audience)]
    return surface.choose(config, known=list(_BY_NAME), default=default)


def repository_tools(
    infra: Infra,
    repository: RepositoryView,
    *,
    audience: Audience = Audience.CHAT,
    visible: tuple[RepositoryView, ...] = (),
) -> tuple[Tool, ...]:
    """The repository's tools, bound; none while it has no index.

    Args:
        infra: The server.
        repository: What the tools read.
        audience: Whose default set applies.
        visible: The repositories the caller may see, for `list_repos`.
    """
    try:
        names = tool_surface(infra, repository, audience).names
    except ChatappError:
        return ()
    return tuple(_bound(_BY_NAME[name], infra, repository, visible) for name in names)


def _bound(
    entry: ToolEntry,
    infra: Infra,
    repository: RepositoryView,
    visible: tuple[RepositoryView, ...],
) -> Tool:
    call = partial(_call, entry, infra, repository, visible)
    return Tool(entry.spec, call, is_forgiving=True)


def _call(
    entry: ToolEntry,
    infra: Infra,
    repository: RepositoryView,
    visible: tuple[RepositoryView, ...],
    arguments: Mapping[str, Json],
) -> ToolResult:
    try:
        accepted = accept(entry.schema, arguments)
        with closing(open_index(infra, repository.repository_id)) as index:
            desk = Desk(infra, repository, index, indexed_commit(index), visible)
            return result(desk, _run(entry, desk, accepted.values), accepted.ignored)
    except ChatappError as error:
        return ToolResult(error.message, error.message, error_code=error.code)


def _run(entry: ToolEntry, desk: Desk, values: dict[str, Any]) -> Reply:
    return entry.function(desk, **values)

"""The server behind both transports: lists tools and calls them, nothing else of the protocol.

Calls block (they read SQLite and git), so each runs in a worker thread and is waited for until
its time is up. Which tools there are is asked anew for every request: an index may be newer and a
permission gone.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeAlias

import anyio
from anyio.to_thread import run_sync
from mcp import MCPError
from mcp.server.lowlevel import Server
from mcp_types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
)

from chatapp.domain.errors import ChatappError, ToolTimeout
from chatapp.domain.json import Json
from chatapp.domain.tools import ToolResult
from chatapp.mcp.wire import ServedTool, Surface, described, failed, presented

THREADS: Final = 16
"""Calls at the same time; further ones wait their turn."""

Context: TypeAlias = Any
"""The SDK's context of one request; only the transport that made it looks inside."""


@dataclass(frozen=True, slots=True)
class Identity:
    """What a client shows its people, and what it tells its model about the tools."""

    name: str
    version: str
    instructions: str


def make_server(
    identity: Identity, surface_of: Callable[[Context], Surface], timeout_s: float
) -> Server[Any]:
    """A server of the tools that `surface_of` finds for a request.

    Args:
        identity: Who this server says it is.
        surface_of: The tools of the caller of a request.
        timeout_s: The longest time that a call is waited for.
    """
    threads = anyio.CapacityLimiter(THREADS)

    async def list_tools(
        context: Context, _params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        try:
            tools = await run_sync(surface_of(context), limiter=threads)
        except ChatappError as error:
            raise MCPError(INTERNAL_ERROR, error.message) from error
        return ListToolsResult(tools=[described(tool) for tool in tools])

    async def call_tool(context: Context, params: CallToolRequestParams) -> CallToolResult:
        work = partial(_call, surface_of(context), params.name, params.arguments or {})
        try:
            with anyio.fail_after(timeout_s):
                result = await run_sync(work, abandon_on_cancel=True, limiter=threads)
        except TimeoutError:
            result = _too_slow(params.name, timeout_s)
        return presented(result)

    return Server(
        identity.name,
        version=identity.version,
        instructions=identity.instructions,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        get_tool_input_schema=lambda _name: None,
    )


def _call(surface: Surface, name: str, arguments: Mapping[str, Json]) -> ToolResult:
    try:
        tool = _find(surface(), name)
        return tool.tool.call(arguments)
    except ChatappError as error:
        return failed(error.message, error.code)


def _find(tools: tuple[ServedTool, ...], name: str) -> ServedTool:
    for tool in tools:
        if tool.tool.spec.name == name:
            return tool
    known = ", ".join(tool.tool.spec.name for tool in tools) or "none"
    raise MCPError(INVALID_PARAMS, f"There is no tool “{name[:80]}”. Available: {known}.")


def _too_slow(name: str, timeout_s: float) -> ToolResult:
    return failed(f"{name} did not finish within {timeout_s:g} s. Ask for less.", ToolTimeout.code)

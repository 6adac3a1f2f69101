"""Tools and their results in the words of the protocol. Pure; used by `chatapp.mcp.server`."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from mcp_types import CallToolResult, TextContent, ToolAnnotations
from mcp_types import Tool as WireTool

from chatapp.domain.json import JsonObject
from chatapp.domain.tools import Safety, Tool, ToolResult


@dataclass(frozen=True, slots=True)
class ServedTool:
    """A tool with what the protocol wants to know beyond its specification.

    Attributes:
        title: Its name for people.
        output_schema: The JSON schema of its result's data.
    """

    tool: Tool
    title: str
    output_schema: JsonObject


Surface: TypeAlias = Callable[[], tuple[ServedTool, ...]]
"""The tools one caller is offered, as they are at the moment of the call; it may block."""


def described(served: ServedTool) -> WireTool:
    """The tool as a list shows it. The hints are claims: a client must not rest on them alone."""
    spec = served.tool.spec
    is_read_only = spec.safety is Safety.READ
    hints = ToolAnnotations(
        title=served.title,
        read_only_hint=is_read_only,
        destructive_hint=not is_read_only,
        idempotent_hint=is_read_only,
        open_world_hint=False,
    )
    return WireTool(
        name=spec.name,
        title=served.title,
        description=spec.description,
        input_schema=dict(spec.parameters),
        output_schema=dict(served.output_schema),
        annotations=hints,
    )


def failed(message: str, code: str) -> ToolResult:
    """The result of a call that came to nothing, in the form that every tool uses for it."""
    told = json.dumps({"error": message, "error_code": code}, ensure_ascii=False)
    return ToolResult(told, message, error_code=code)


def presented(result: ToolResult) -> CallToolResult:
    """The result of a call: the text for the model, and the data for programs.

    A failure is a result that says so and not an error of the protocol, so that the model reads
    it and can do better.
    """
    text = TextContent(type="text", text=result.content)
    if result.is_error:
        return CallToolResult(content=[text], is_error=True)
    return CallToolResult(content=[text], structured_content=result.data)

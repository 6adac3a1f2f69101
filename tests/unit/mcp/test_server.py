import json
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import pytest
from mcp import Client, MCPError
from mcp_types import INTERNAL_ERROR, INVALID_PARAMS, CallToolResult

from chatapp.domain.errors import DependencyUnavailable
from chatapp.mcp.server import make_server
from chatapp.mcp.wire import ServedTool, Surface
from tests.unit.mcp.surfaces import ME, Sleeper, served, unlucky

pytestmark = pytest.mark.enable_socket  # the event loop wakes itself by a pair of them
Talk = Callable[[Client], Awaitable[Any]]


def ask(surface: Surface, talk: Talk, timeout_s: float = 10) -> Any:
    """What `talk` comes to with a client of a server of the surface's tools, be it an error."""

    async def session() -> Any:
        async with Client(make_server(ME, lambda _context: surface, timeout_s)) as client:
            try:
                return await talk(client)
            except MCPError as error:
                return error

    return anyio.run(session)


def told(result: CallToolResult) -> Any:
    (part,) = result.content
    assert part.type == "text"
    return json.loads(part.text)


def broken() -> tuple[ServedTool, ...]:
    raise DependencyUnavailable("The database is busy.")


def test_client_learns_who_serves_and_what_to_do() -> None:
    async def look(client: Client) -> Any:
        return client.server_info, client.instructions

    info, instructions = ask(lambda: (), look)
    assert (info.name, info.version, instructions) == ("demo", "1.2", "Ask me.")


def test_list_shows_the_tools_in_order() -> None:
    tools = ask(lambda: (served("b"), served("a")), lambda client: client.list_tools()).tools
    assert [tool.name for tool in tools] == ["b", "a"]


def test_call_gets_its_arguments_and_gives_text_and_data() -> None:
    result = ask(lambda: (served("echo"),), lambda client: client.call_tool("echo", {"text": "hi"}))
    assert not result.is_error
    assert result.structured_content == {"said": "hi"}


def test_every_request_asks_for_the_tools_anew() -> None:
    offers = iter([(served("old"),), (served("new"),)])

    async def look_twice(client: Client) -> list[str]:
        return [(await client.list_tools(cache_mode="bypass")).tools[0].name for _ in range(2)]

    assert ask(lambda: next(offers), look_twice) == ["old", "new"]


def test_unknown_tool_is_an_error_of_the_protocol_that_names_the_known_ones() -> None:
    error = ask(lambda: (served("echo"),), lambda client: client.call_tool("ecko", {}))
    assert error.code == INVALID_PARAMS
    assert error.message == "There is no tool “ecko”. Available: echo."


def test_failing_call_is_a_result_that_the_model_can_read() -> None:
    result = ask(lambda: (served("bad", unlucky),), lambda client: client.call_tool("bad", {}))
    assert result.is_error
    assert told(result) == {
        "error": "The database is busy.",
        "error_code": "dependency_unavailable",
    }


def test_tools_that_cannot_be_looked_up_say_why_in_both_requests() -> None:
    error = ask(broken, lambda client: client.list_tools())
    assert (error.code, error.message) == (INTERNAL_ERROR, "The database is busy.")
    result = ask(broken, lambda client: client.call_tool("echo", {}))
    assert told(result)["error_code"] == "dependency_unavailable"


def test_call_that_takes_too_long_is_given_up_and_the_next_one_answered() -> None:
    sleeper = Sleeper()

    async def hurry(client: Client) -> tuple[CallToolResult, CallToolResult]:
        slow = await client.call_tool("slow", {})
        next_one = await client.call_tool("echo", {"text": "still here"})
        sleeper.let_go.set()
        return slow, next_one

    slow, next_one = ask(lambda: (served("slow", sleeper), served("echo")), hurry, timeout_s=0.2)
    assert told(slow) == {
        "error": "slow did not finish within 0.2 s. Ask for less.",
        "error_code": "tool_timeout",
    }
    assert next_one.structured_content == {"said": "still here"}


def test_calls_run_beside_each_other() -> None:
    sleeper = Sleeper()
    results: list[CallToolResult] = []

    async def both(client: Client) -> None:
        async def call_slow() -> None:
            results.append(await client.call_tool("slow", {}))

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(call_slow)
            results.append(await client.call_tool("echo", {"text": "first"}))
            sleeper.let_go.set()

    ask(lambda: (served("slow", sleeper), served("echo")), both)
    assert results[0].structured_content == {"said": "first"}
    assert len(results) == 2

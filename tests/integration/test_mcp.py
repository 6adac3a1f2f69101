"""`chatapp mcp` as its own process, talked to by the SDK's client over both transports.

Nothing else runs: no server, no Redis, and at the first start no index.
"""

import http.client
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

import anyio
import httpx2
import pytest
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp_types import INVALID_PARAMS

from chatapp.access.api_keys import DIALOGUE, REPO_CHAT, NewKey, create_key, set_key_disabled
from chatapp.access.operator import add_member, operator
from chatapp.domain.identity import MemberRole
from chatapp.infra.handle import Infra
from tests.fakes import SECRET, make_infra
from tests.integration.conftest import clean_environment
from tests.unit.codebase.projects import commit, git

pytestmark = pytest.mark.enable_socket
Talk = Callable[[Client], Awaitable[Any]]

CALLS: Final = {
    "get_overview": {},
    "search_codebase": {"query": "connect"},
    "get_context": {"targets": ["src/app.py"], "include": ["full_doc", "ownership", "callers"]},
    "get_why": {"question": "why a pool?"},
    "get_risk": {"targets": ["src/app.py"]},
    "get_change_risk": {"revision": "HEAD"},
    "get_dead_code": {"tier": "all"},
    "get_answer": {"question": "How is a connection taken?"},
    "get_symbol": {"name": "connect"},
    "get_health": {},
    "list_repos": {},
}
MODES: Final = ("legacy", "auto")
"""How a client begins: with the handshake of the older protocol, or as the newer one does."""


@dataclass(frozen=True)
class Place:
    """A repository, and the data directory of the processes that serve it."""

    folder: Path
    data_dir: Path

    @property
    def environ(self) -> dict[str, str]:
        return clean_environment(self.data_dir, 1, CHATAPP_SECRET_KEY=SECRET)

    def command(self, *words: str) -> list[str]:
        return [sys.executable, "-m", "chatapp", "mcp", *words]

    def over_stdio(self, talk: Talk, mode: str = "auto") -> Any:
        """What `talk` comes to with a client that starts the server in the repository's folder."""
        command, *words = self.command()
        target = StdioServerParameters(
            command=command, args=words, env=self.environ, cwd=self.folder
        )

        async def session() -> Any:
            async with Client(target, mode=mode) as client:
                return await _told(talk, client)

        return anyio.run(session)


@dataclass(frozen=True)
class HttpServer:
    """A running `chatapp mcp --http`, and the Infra that looks after the same data."""

    place: Place
    infra: Infra
    port: int

    def key(self, scope: str = REPO_CHAT) -> tuple[str, str]:
        """A new key's id, and the header that presents it."""
        view = create_key(operator(self.infra), self.infra, NewKey("agent", (scope,)))
        return view.key_id, f"Bearer {view.secret}"

    def header(self, scope: str = REPO_CHAT) -> str:
        return self.key(scope)[1]

    def talk(self, header: str, talk: Talk, mode: str = "auto") -> Any:
        """What `talk` comes to with a client that presents `header`."""

        async def session() -> Any:
            async with httpx2.AsyncClient(headers={"Authorization": header}) as web:
                url = f"http://127.0.0.1:{self.port}/mcp"
                transport = streamable_http_client(url, http_client=web)
                async with Client(transport, mode=mode) as client:
                    return await _told(talk, client)

        return anyio.run(session)

    def post(self, **headers: str) -> tuple[int, str]:
        """Status and body of a bare request with these headers, dashes written as underscores."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        usual = {
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
        }
        try:
            connection.request("POST", "/mcp", json.dumps(_hello()), {**usual, **named})
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()


def _hello() -> dict[str, Any]:
    me = {"name": "test", "version": "1"}
    params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": me}
    return {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}


async def _told(talk: Talk, client: Client) -> Any:
    try:
        return await talk(client)
    except MCPError as error:
        return error


async def call_everything(client: Client) -> dict[str, Any]:
    """The result of each listed tool; the client checks each against its output schema."""
    listed = [tool.name for tool in (await client.list_tools()).tools]
    return {name: await client.call_tool(name, CALLS[name]) for name in listed}


def make_place(folder: Path) -> Place:
    repository = folder / "demo"
    repository.mkdir(parents=True)
    git(repository, "init", "-q", "-b", "main")
    app = 'def connect(pool):\n    """Take one."""\n    return pool.take()\n\n\nconnect(None)\n'
    commit(repository, {"src/app.py": app, "README.md": "# Demo\n"}, "Pool connections")
    return Place(repository, folder / "var")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A place whose index is built by the first process that serves it."""
    return make_place(tmp_path_factory.mktemp("mcp"))


@pytest.fixture(scope="module")
def server(place: Place) -> Iterator[HttpServer]:
    command = place.command("--http", "127.0.0.1:0", "--repo", str(place.folder))
    process = subprocess.Popen(
        command, env=place.environ, cwd=place.folder, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    with process, process.stderr:
        try:
            yield HttpServer(place, _with_owner(place), _port(process.stderr))
        finally:
            process.terminate()
            process.wait(30)


def _port(said: IO[str]) -> int:
    heard = []
    for line in said:
        heard.append(line)
        if line.startswith("MCP: "):
            return int(line.rpartition(":")[2].removesuffix("/mcp\n"))
    raise AssertionError("".join(heard))


def _with_owner(place: Place) -> Infra:
    """An Infra on the same data whose account keys can be made for."""
    infra = make_infra(place.data_dir.parent, DATABASE_URL="")
    who = ("Olga", "olga@example.org", "correct horse battery")
    add_member(operator(infra), infra, who, MemberRole.OWNER)
    return infra


def run_stdio(place: Place, *messages: dict[str, Any]) -> tuple[list[str], str]:
    """The lines on standard output and all of standard error, until the answers ended."""
    said = "".join(f"{json.dumps(message)}\n" for message in messages)
    process = subprocess.run(
        place.command(),
        input=said,
        env=place.environ,
        cwd=place.folder,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return process.stdout.splitlines(), process.stderr


def test_standard_output_holds_nothing_but_the_protocol(tmp_path: Path) -> None:
    """Even at the very first start, when the index is built and progress is shown."""
    lines, said = run_stdio(make_place(tmp_path), _hello())
    (answer,) = [json.loads(line) for line in lines]
    assert (answer["jsonrpc"], answer["id"]) == ("2.0", 1)
    assert answer["result"]["serverInfo"]["name"] == "chatapp"
    assert "demo" in answer["result"]["instructions"]
    assert "Indexing demo first" in said
    assert "Traceback" not in said


@pytest.mark.parametrize("mode", MODES)
def test_every_tool_answers_over_stdio(place: Place, mode: str) -> None:
    results = place.over_stdio(call_everything, mode)
    assert list(results) == list(CALLS)
    for name, result in results.items():
        assert not result.is_error, (name, result.content)
        assert result.structured_content["repository"] == "demo"
        assert result.content[0].text.startswith("Repository demo, indexed commit ")
    hits = results["search_codebase"].structured_content["hits"]
    assert hits[0]["path"] == "src/app.py"


def test_unknown_tool_is_told_with_the_known_ones(place: Place) -> None:
    error = place.over_stdio(lambda client: client.call_tool("serch", {}))
    assert error.code == INVALID_PARAMS
    assert "There is no tool “serch”. Available: get_overview" in error.message


def test_bad_arguments_are_a_result_and_odd_ones_are_named(place: Place) -> None:
    async def go_wrong(client: Client) -> Any:
        bad = await client.call_tool("search_codebase", {})
        return bad, await client.call_tool("search_codebase", {"query": "x", "kind": "odd"})

    bad, odd = place.over_stdio(go_wrong)
    assert bad.is_error
    assert json.loads(bad.content[0].text)["error_code"] == "invalid_arguments"
    assert not odd.is_error
    assert "odd" in odd.structured_content["ignored_arguments"][0]


def test_new_commit_is_indexed_at_the_next_start(tmp_path: Path) -> None:
    place = make_place(tmp_path)
    first = place.over_stdio(lambda client: client.call_tool("get_overview", {}))
    head = commit(place.folder, {"src/later.py": "def later():\n    pass\n"}, "Add later")
    found = place.over_stdio(lambda client: client.call_tool("get_symbol", {"name": "later"}))
    assert first.structured_content["commit"] != head
    assert found.structured_content["commit"] == head
    assert "src/later.py" in found.content[0].text


@pytest.mark.parametrize("mode", MODES)
def test_every_tool_answers_over_http(server: HttpServer, mode: str) -> None:
    results = server.talk(server.header(), call_everything, mode)
    assert list(results) == list(CALLS)
    assert [name for name, result in results.items() if result.is_error] == []


def test_request_without_a_good_key_is_refused(server: HttpServer) -> None:
    status, body = server.post()
    assert (status, json.loads(body)["code"]) == (401, "not_authenticated")
    assert server.post(Authorization="Bearer wa_bad")[0] == 401
    status, body = server.post(Authorization=server.header(DIALOGUE))
    assert (status, json.loads(body)["code"]) == (403, "missing_scope")


def test_disabled_key_ends_at_the_next_request(server: HttpServer) -> None:
    key_id, header = server.key()
    assert server.post(Authorization=header)[0] == 200
    set_key_disabled(operator(server.infra), server.infra, key_id, is_disabled=True)
    assert server.post(Authorization=header)[0] == 403


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Host", "evil.example"),
        ("Host", "127.0.0.1.evil.example:8000"),
        ("Origin", "https://evil.example"),
        ("Origin", "null"),
    ],
)
def test_page_of_another_site_is_refused_even_with_a_good_key(
    server: HttpServer, name: str, value: str
) -> None:
    status, body = server.post(Authorization=server.header(), **{name: value})
    assert status in (403, 421)
    assert "serverInfo" not in body


def test_usual_request_has_no_such_trouble(server: HttpServer) -> None:
    origin = f"http://localhost:{server.port}"
    status, body = server.post(Authorization=server.header(), Origin=origin)
    assert status == 200
    assert "serverInfo" in body

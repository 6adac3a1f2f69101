"""Clients that hang up, on a real server with two workers: no slot is ever lost.

The requests go through gunicorn over TCP and the answers come from an upstream that talks a little
and then falls silent, so that only noticing the hang-up can end the turn.
"""

import json
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final

import httpx
import pytest

from tests.functional.repositories import small_repository
from tests.integration.conftest import Server, eventually, free_port
from tests.integration.owner import new_secret, sign_in

pytestmark = pytest.mark.enable_socket

HANG_UPS: Final = 5
FREE_AGAIN_S: Final = 5.0
TOGETHER: Final = 12


class Upstream(ThreadingHTTPServer):
    """An OpenAI-like server that says one word and then nothing, until it is let go."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answer)
        self.go_on = threading.Event()
        self.lock = threading.Lock()
        self.open = 0
        self.most_open = 0

    def count(self, change: int) -> None:
        with self.lock:
            self.open += change
            self.most_open = max(self.most_open, self.open)


class _Answer(BaseHTTPRequestHandler):
    server: Upstream

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.server.count(1)
        try:
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            self._say({"content": "Word"}, None)
            while not self.server.go_on.wait(0.05):
                self.wfile.write(b": still here\n\n")  # fails once the server hung up
            self._say({}, "stop")
            self.wfile.write(b"data: [DONE]\n\n")
        except OSError:
            pass
        finally:
            self.server.count(-1)

    def _say(self, delta: dict[str, str], reason: str | None) -> None:
        choice = {"index": 0, "delta": delta, "finish_reason": reason}
        self.wfile.write(b"data: " + json.dumps({"choices": [choice]}).encode() + b"\n\n")

    def log_message(self, *_arguments: object) -> None:
        """Say nothing."""


class Service:
    """A service with a key whose slots are counted."""

    def __init__(self, server: Server, repository_id: str, secret: str) -> None:
        self.client = httpx.Client(
            base_url=f"http://127.0.0.1:{server.port}",
            headers={"Authorization": f"Bearer {secret}"},
            timeout=60,
        )
        self.path = f"/api/repos/{repository_id}/chat/messages"

    def ask(self, *, hangs_up: bool = False) -> tuple[int, str]:
        """The status, and the last line of data; a caller that hangs up does after one word."""
        said = ""
        with self.client.stream("POST", self.path, json={"message": "Hi"}) as response:
            for line in response.iter_lines():
                said = line if line.startswith("data: ") else said
                if hangs_up and "text_delta" in said:
                    break
        return response.status_code, said


@pytest.fixture(scope="module")
def upstream() -> Iterator[Upstream]:
    server = Upstream()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.go_on.set()
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, upstream: Upstream) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("hang-ups")
    small_repository(folder)
    started = Server(
        folder / "var",
        free_port(),
        folder / "serve.log",
        CHATAPP_WEB_WORKERS="2",
        CHATAPP_PROVIDER="openai",
        CHATAPP_MODEL="test-model",
        OPENAI_API_KEY="sk-test",
        OPENAI_BASE_URL=f"http://127.0.0.1:{upstream.server_port}/v1",
    )
    assert eventually(started.is_ready), started.said
    yield started
    started.end()


@pytest.fixture(scope="module")
def services(server: Server) -> Iterator[dict[int, Service]]:
    """One service for each limit of concurrency: 1 and 2."""
    with httpx.Client(base_url=f"http://127.0.0.1:{server.port}", timeout=60) as owner:
        sign_in(owner, server)
        source = str(Path(server.data_dir).parent / "garden")
        repository = owner.post("/api/repos", json={"source": source}).json()
        made = {
            limit: Service(server, repository["id"], new_secret(owner, concurrency=limit))
            for limit in (1, 2)
        }
    yield made
    for service in made.values():
        service.client.close()


@pytest.mark.requirement("R01")
def test_a_hang_up_gives_the_slot_back_within_seconds(
    services: dict[int, Service], upstream: Upstream
) -> None:
    service = services[1]
    upstream.go_on.clear()
    for _ in range(HANG_UPS):
        assert eventually(lambda: service.ask(hangs_up=True)[0] == 200, FREE_AGAIN_S)
    assert eventually(lambda: upstream.open == 0, FREE_AGAIN_S)
    upstream.go_on.set()
    assert eventually(lambda: '"done"' in service.ask()[1], FREE_AGAIN_S)


@pytest.mark.requirement("R01")
def test_a_hang_up_while_a_whole_answer_is_awaited_ends_the_turn(
    services: dict[int, Service], upstream: Upstream
) -> None:
    """At the OpenAI door nothing is written until the end, so no write can notice the hang-up."""
    upstream.go_on.clear()
    upstream.most_open = 0
    body = {"model": "garden", "messages": [{"role": "user", "content": "Hi"}]}
    call = services[1].client.build_request("POST", "/v1/chat/completions", json=body, timeout=2)
    with pytest.raises(httpx.ReadTimeout):
        services[1].client.send(call)
    assert upstream.most_open == 1
    assert eventually(lambda: upstream.open == 0, FREE_AGAIN_S)
    upstream.go_on.set()
    assert eventually(lambda: services[1].client.send(call).status_code == 200, FREE_AGAIN_S)


@pytest.mark.requirement("R04")
def test_a_limit_holds_over_all_workers(services: dict[int, Service], upstream: Upstream) -> None:
    upstream.go_on.clear()
    upstream.most_open = 0
    with ThreadPoolExecutor(TOGETHER) as pool:
        asked = [pool.submit(services[2].ask) for _ in range(TOGETHER)]
        assert eventually(lambda: sum(one.done() for one in asked) == TOGETHER - 2)
        time.sleep(0.2)  # whoever got in wrongly would be upstream by now
        upstream.go_on.set()
        statuses = sorted(one.result()[0] for one in asked)
    assert statuses == [200] * 2 + [429] * (TOGETHER - 2)
    assert upstream.most_open == 2

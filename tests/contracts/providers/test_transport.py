"""The lean transport against a real socket, where no SDK is in between."""

import ssl
from collections.abc import Iterator

import httpx2
import pytest

from chatapp.providers.wire.transport import MAX_IDLE, LeanTransport
from tests.contracts.providers.upstream import CUT, HANG, SILENT, Script, Upstream, document


@pytest.fixture
def client() -> Iterator[httpx2.Client]:
    transport = LeanTransport(ssl.create_default_context())
    with httpx2.Client(transport=transport, timeout=0.5) as made:
        yield made


def test_a_body_with_a_length_is_read(client: httpx2.Client, upstream: Upstream) -> None:
    raw = b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello"
    upstream.play(Script(raw=raw))
    assert client.get(upstream.url).text == "hello"


def test_a_body_that_ends_with_the_connection_is_read(
    client: httpx2.Client, upstream: Upstream
) -> None:
    upstream.play(Script(raw=b"HTTP/1.1 200 OK\r\n\r\nhello"))
    assert client.get(upstream.url).text == "hello"


def test_a_connection_is_used_again_only_after_a_whole_answer(
    client: httpx2.Client, upstream: Upstream
) -> None:
    upstream.play(document({"a": 1}))
    for _ in range(3):
        assert client.post(upstream.url, json={"q": 1}).json() == {"a": 1}
    assert len(upstream._connections) == 1
    with client.stream("GET", upstream.url):
        pass
    client.get(upstream.url)
    assert len(upstream._connections) == 2


def test_a_connection_that_the_server_let_go_of_is_replaced(
    client: httpx2.Client, upstream: Upstream
) -> None:
    upstream.play(document({"a": 1}), Script((b"x", CUT)), document({"a": 2}))
    client.get(upstream.url)
    for connection in upstream._connections:
        connection.shutdown(2)
    with pytest.raises(httpx2.RemoteProtocolError):
        client.get(upstream.url)
    assert client.get(upstream.url).json() == {"a": 2}


@pytest.mark.parametrize(
    ("script", "error"),
    [
        (SILENT, httpx2.ReadTimeout),
        (Script((b"half", HANG)), httpx2.ReadTimeout),
        (Script((b"half", CUT)), httpx2.RemoteProtocolError),
        (Script(raw=b"SSH-2.0-OpenSSH_9.6\r\n"), httpx2.RemoteProtocolError),
        (Script(raw=b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n"),
         httpx2.RemoteProtocolError),
        (Script(raw=b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * 200 + b"\r\n"),
         httpx2.RemoteProtocolError),
    ],
    ids=["silent", "silent in the middle", "cut", "ssh", "no chunks", "too many headers"],
)  # fmt: skip
def test_every_failure_has_the_name_the_sdks_expect(
    client: httpx2.Client, upstream: Upstream, script: Script, error: type[Exception]
) -> None:
    upstream.play(script)
    with pytest.raises(error):
        client.get(upstream.url)


def test_a_refused_connection_is_a_connect_error(client: httpx2.Client) -> None:
    with pytest.raises(httpx2.ConnectError):
        client.get("http://127.0.0.1:9/")


def test_tls_to_a_server_that_speaks_none_fails_at_connecting(
    client: httpx2.Client, upstream: Upstream
) -> None:
    upstream.play(Script(raw=b"HTTP/1.1 400 Bad Request\r\n\r\n"))
    with pytest.raises((httpx2.ConnectError, httpx2.ConnectTimeout)):
        client.get(upstream.url.replace("http:", "https:"))


def test_a_header_with_a_line_break_is_never_sent(
    client: httpx2.Client, upstream: Upstream
) -> None:
    upstream.play(document({}))
    with pytest.raises(httpx2.LocalProtocolError):
        client.get(upstream.url, headers={"x": "a\r\nInjected: 1"})
    assert upstream.requests == []


def test_idle_connections_are_bounded() -> None:
    transport = LeanTransport(ssl.create_default_context())

    class Connection:
        closed = 0

        def close(self) -> None:
            Connection.closed += 1

    for _ in range(MAX_IDLE + 3):
        transport.keep(("http", "h", 80), Connection())  # type: ignore[arg-type]
    assert Connection.closed == 3
    transport.close()
    assert Connection.closed == MAX_IDLE + 3

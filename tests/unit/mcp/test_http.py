import pytest

from chatapp.domain.errors import Conflict
from chatapp.mcp.http import Listening


def test_loopback_and_the_address_itself_are_answered_and_nothing_else() -> None:
    hosts = Listening("192.0.2.7", 80).security.allowed_hosts
    assert {"127.0.0.1:*", "localhost:*", "[::1]:*", "192.0.2.7", "192.0.2.7:*"} <= set(hosts)
    assert len(hosts) == 8


def test_given_names_are_answered_with_and_without_a_port_and_as_origins() -> None:
    security = Listening("127.0.0.1", 80, ("mcp.example.org",)).security
    assert security.enable_dns_rebinding_protection
    assert {"mcp.example.org", "mcp.example.org:*"} <= set(security.allowed_hosts)
    assert "https://mcp.example.org" in security.allowed_origins
    assert "https://evil.example" not in security.allowed_origins


@pytest.mark.enable_socket
def test_address_shows_the_port_that_the_system_chose() -> None:
    listening = Listening("127.0.0.1", 0)
    with listening.open() as listener:
        port = listener.getsockname()[1]
        assert listening.url(listener) == f"http://127.0.0.1:{port}/mcp"


@pytest.mark.enable_socket
def test_port_in_use_is_told_with_the_remedy() -> None:
    with Listening("127.0.0.1", 0).open() as first:
        port = first.getsockname()[1]
        with pytest.raises(Conflict, match=rf"127.0.0.1 port {port}.*--http HOST:PORT"):
            Listening("127.0.0.1", port).open()


@pytest.mark.enable_socket
def test_name_that_does_not_exist_is_told() -> None:
    with pytest.raises(Conflict, match="Cannot listen on"):
        Listening("256.1.1.1", 0).open()

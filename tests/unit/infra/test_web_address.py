import socket
from collections.abc import Iterator

import pytest

from chatapp.infra.settings import Settings, load
from chatapp.infra.web_address import PortInUse, answers, refuse_port_in_use, web_address


@pytest.fixture
def taken() -> Iterator[Settings]:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield load({"CHATAPP_PORT": str(listener.getsockname()[1])})


@pytest.mark.parametrize(
    ("environ", "address"),
    [
        ({}, "http://127.0.0.1:8000"),
        ({"CHATAPP_HOST": "0.0.0.0", "CHATAPP_PORT": "81"}, "http://127.0.0.1:81"),
        ({"CHATAPP_HOST": "::1"}, "http://[::1]:8000"),
        ({"CHATAPP_PUBLIC_URL": "https://ask.example/"}, "https://ask.example"),
    ],
)
def test_address_is_one_that_a_browser_opens(environ: dict[str, str], address: str) -> None:
    assert web_address(load(environ)) == address


@pytest.mark.enable_socket
def test_port_in_use_is_told_with_what_to_do(taken: Settings) -> None:
    with pytest.raises(PortInUse, match=rf"port {taken.port}: .*CHATAPP_PORT"):
        refuse_port_in_use(taken)


@pytest.mark.enable_socket
def test_nobody_answers_on_a_free_port() -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        settings = load({"CHATAPP_PORT": str(listener.getsockname()[1])})
    assert not answers(settings)
    refuse_port_in_use(settings)

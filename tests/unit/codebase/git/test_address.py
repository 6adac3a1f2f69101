import socket

import pytest

from chatapp.codebase.git.address import is_address, parse_address, reachable_ip
from chatapp.domain.errors import InvalidReference


@pytest.mark.requirement("G08")
@pytest.mark.parametrize(
    "source",
    [
        "--upload-pack=touch /tmp/x",
        "-u:./p",
        "ext::sh -c id",
        "file:///etc",
        "http://example.org/a/b",
        "git://example.org/a/b",
        "ssh://-oProxyCommand=id/x",
        "ssh://-oProxyCommand=id@host/x",
        "https://",
        "https://host",
        "https://host:port/x",
        "https://ho st/x",
        "https://host/a\nb",
    ],
)
def test_address_that_could_do_harm_is_refused(source: str) -> None:
    with pytest.raises(InvalidReference):
        parse_address(source)


def test_three_forms_are_taken() -> None:
    https = parse_address("https://example.org/team/shop.git")
    ssh = parse_address("ssh://git@example.org:2222/team/shop")
    short = parse_address("git@example.org:team/shop.git")
    assert (https.host, https.port) == ("example.org", 443)
    assert (ssh.host, ssh.port) == ("example.org", 2222)
    assert short.url == "ssh://git@example.org/team/shop.git"


@pytest.mark.requirement("U04")
def test_credential_is_not_shown() -> None:
    address = parse_address("https://user:s3cr3t-t0ken@example.org/a/b")
    assert "s3cr3t" in address.url
    assert "s3cr3t" not in address.shown
    assert "user" not in address.shown


def test_local_paths_are_no_addresses() -> None:
    assert not is_address("/srv/git/shop")
    assert not is_address("./shop")
    assert not is_address("C:shop")
    assert is_address("ext::sh")


@pytest.mark.parametrize(
    "ip", ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "fd00::1", "::ffff:10.0.0.1"]
)
def test_private_network_is_refused_unless_its_host_is_allowed(
    ip: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_options: answer)
    address = parse_address("https://git.example.org/a/b")
    with pytest.raises(InvalidReference, match="CHATAPP_PRIVATE_HOSTS"):
        reachable_ip(address, ())
    assert reachable_ip(address, ("git.example.org",)) == ip


def test_unknown_host_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: object, **_options: object) -> None:
        raise socket.gaierror("no such name")

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    with pytest.raises(InvalidReference, match="not known"):
        reachable_ip(parse_address("https://nowhere.example/a/b"), ())

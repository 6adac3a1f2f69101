import pytest

from chatapp.infra.addresses import is_within


@pytest.mark.parametrize(
    ("address", "networks", "expected"),
    [
        ("10.1.2.3", ("10.0.0.0/8",), True),
        ("10.1.2.3", ("10.1.2.3",), True),
        ("10.1.2.3", ("10.1.2.4/31", "::/0"), False),
        ("::1", ("::1",), True),
        ("10.1.2.3", (), False),
        ("", ("0.0.0.0/0",), False),
        ("unix:", ("0.0.0.0/0",), False),
    ],
)
def test_an_address_lies_in_a_network_or_not(
    address: str, networks: tuple[str, ...], *, expected: bool
) -> None:
    assert is_within(address, networks) is expected

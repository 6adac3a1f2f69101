import pytest

from chatapp.infra.addresses import is_within


@pytest.mark.parametrize(
    ("address", "networks", "answer"),
    [
        ("10.1.2.3", ("10.0.0.0/8",), True),
        ("11.1.2.3", ("10.0.0.0/8",), False),
        ("192.168.0.7", ("192.168.0.7",), True),
        ("::1", ("10.0.0.0/8", "::/64"), True),
        ("::1", ("10.0.0.0/8",), False),
        ("10.1.2.3", (), False),
        ("not an address", ("0.0.0.0/0",), False),
    ],
)
def test_address_is_compared_with_every_network(
    address: str,
    networks: tuple[str, ...],
    answer: bool,  # noqa: FBT001
) -> None:
    assert is_within(address, networks) is answer

import pytest

from chatapp.codebase.git.names import shown, spellings


@pytest.mark.requirement("G04")
def test_name_that_is_not_utf8_is_shown_escaped_and_found_again() -> None:
    assert shown(b"caf\xe9.txt") == "caf\\xe9.txt"
    assert b"caf\xe9.txt" in spellings("caf\\xe9.txt")


def test_backslash_beside_a_strange_byte_survives_the_way_there_and_back() -> None:
    name = b"a\\x41\xff"
    assert name in spellings(shown(name))


@pytest.mark.parametrize("name", ["a.py", "名.py", "a b", "a\\x41"])
def test_utf8_name_is_shown_as_it_is(name: str) -> None:
    assert shown(name.encode()) == name
    assert spellings(name)[0] == name.encode()


def test_shown_name_is_always_valid_utf8() -> None:
    every_byte = bytes(range(1, 256))
    assert shown(every_byte).encode("utf-8")

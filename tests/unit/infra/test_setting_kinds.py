from collections.abc import Callable
from pathlib import Path

import pytest

from chatapp.infra.setting_kinds import flag, folders, networks, one_of, url, whole, words


@pytest.mark.parametrize("raw", ["1", "true", "YES", " on "])
def test_yes_in_any_form(raw: str) -> None:
    assert flag(raw)


@pytest.mark.parametrize("raw", ["0", "false", "No", "off"])
def test_no_in_any_form(raw: str) -> None:
    assert not flag(raw)


@pytest.mark.parametrize(
    ("parse", "raw"),
    [
        (flag, "perhaps"),
        (flag, ""),
        (whole(1, 10), "0"),
        (whole(1, 10), "11"),
        (whole(1, 10), "1.5"),
        (whole(1, 10), ""),
        (whole(1, 10), "--5"),
        (one_of("a", "b"), "c"),
        (networks, "10.0.0.0/99"),
        (url("https", "http"), "ftp://x"),
        (url("https", "http"), "host:80"),
    ],
)
def test_wrong_value_is_refused_with_what_would_be_right(
    parse: Callable[[str], object], raw: str
) -> None:
    with pytest.raises(ValueError, match=r"must b|no address"):
        parse(raw)


def test_negative_number_within_the_range_is_taken() -> None:
    assert whole(-5, 5)("-5") == -5


def test_lists_are_split() -> None:
    assert words("a, b  c") == ("a", "b", "c")
    assert networks("10.0.0.0/8, ::1") == ("10.0.0.0/8", "::1")
    assert folders("/a::/b") == (Path("/a"), Path("/b"))


def test_empty_url_means_none() -> None:
    assert url("redis")("") == ""
    assert url("redis", "unix")("unix:///run/x.sock") == "unix:///run/x.sock"

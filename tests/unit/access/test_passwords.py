import pytest

from chatapp.access.passwords import LONGEST, SHORTEST, hash_password, password_fits
from chatapp.domain.errors import Unprocessable


def test_a_password_fits_its_own_hash_only() -> None:
    first, second = hash_password("correct horse"), hash_password("correct horse")
    assert first != second
    assert first.startswith("$argon2id$")
    assert password_fits(first, "correct horse")
    assert not password_fits(first, "correct horsE")


def test_nobody_and_a_broken_hash_fit_nothing() -> None:
    assert not password_fits(None, "a password that nobody has")
    assert not password_fits("not a hash", "correct horse")


@pytest.mark.parametrize("password", ["", "x" * (SHORTEST - 1), "x" * (LONGEST + 1)])
def test_a_password_out_of_bounds_is_refused(password: str) -> None:
    with pytest.raises(Unprocessable, match=str(SHORTEST)):
        hash_password(password)

"""Passwords: argon2id hashes, one rule for new ones, and a check that takes the same time for all.

Called by `chatapp.access.members` and `chatapp.access.invitations` only.
"""

import functools
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from chatapp.domain.errors import Unprocessable

SHORTEST: Final = 10
LONGEST: Final = 200
_HASHER: Final = PasswordHasher()


def hash_password(password: str) -> str:
    """An argon2id hash with its own salt and parameters.

    Raises:
        Unprocessable: the password is too short or too long.
    """
    if not SHORTEST <= len(password) <= LONGEST:
        raise Unprocessable(f"Choose a password of {SHORTEST} to {LONGEST} characters.")
    return _HASHER.hash(password)


def password_fits(password_hash: str | None, password: str) -> bool:
    """Whether the password made this hash.

    With no hash (no such person) the same work is done, so that the time tells nothing.
    """
    try:
        _HASHER.verify(password_hash or _nobody(), password)
    except (VerificationError, InvalidHashError):
        return False
    return password_hash is not None


@functools.cache
def _nobody() -> str:
    return _HASHER.hash("a password that nobody has")

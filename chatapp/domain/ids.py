"""Identifiers: 32 lower-case hex digits, random, the same on every database."""

import re
import uuid
from typing import Final

_HEX_ID: Final = re.compile(r"[0-9a-f]{32}")
_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._:-]{1,128}")


def new_id() -> str:
    """A fresh random identifier."""
    return uuid.uuid4().hex


def is_id(text: str) -> bool:
    """Whether `text` has the form of an identifier of ours; anything else can only be unknown."""
    return _HEX_ID.fullmatch(text) is not None


def is_request_id(text: str) -> bool:
    """Whether a caller's idempotency key is acceptable: 1-128 of ``A-Z a-z 0-9 . _ : -``."""
    return _REQUEST_ID.fullmatch(text) is not None

"""The one form in which a key may be shown or logged, and the removal of keys from texts."""

from collections.abc import Iterable
from typing import Final

SHORTEST_SHOWN: Final = 16
"""A key shorter than this shows nothing of itself."""

HIDDEN: Final = "…"


def redact(key: str) -> str:
    """``sk-…abcd``: the first three and last four characters, enough to tell keys apart."""
    if len(key) < SHORTEST_SHOWN:
        return HIDDEN
    return f"{key[:3]}{HIDDEN}{key[-4:]}"


def without(text: str, secrets: Iterable[str | None]) -> str:
    """`text` with every one of `secrets` replaced by its redacted form."""
    for secret in secrets:
        if secret:
            text = text.replace(secret, redact(secret))
    return text

"""A notice on the next page that may offer to take back what was just done."""

from dataclasses import dataclass
from typing import Final, cast

from flask import flash, get_flashed_messages

_NOTICE: Final = "message"


@dataclass(frozen=True, slots=True)
class Toast:
    """A notice at the bottom; with `undo_url` it has a button."""

    text: str
    undo_url: str = ""


def offer_undo(text: str, undo_url: str) -> None:
    """Show `text` with an undo button on the next page; the address travels as the category."""
    flash(text, undo_url)


def toasts() -> list[Toast]:
    """The notices for this page; each is shown once."""
    flashed = cast(list[tuple[str, str]], get_flashed_messages(with_categories=True))
    return [Toast(text, "" if kind == _NOTICE else kind) for kind, text in flashed]

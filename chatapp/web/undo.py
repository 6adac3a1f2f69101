"""A notice on the next page that offers to take back what was just done."""

from dataclasses import asdict, dataclass

from flask import flash, get_flashed_messages


@dataclass(frozen=True, slots=True)
class Toast:
    """A notice at the bottom; with `undo_url` it has a button."""

    text: str
    undo_url: str = ""


def offer_undo(text: str, undo_url: str) -> None:
    """Show `text` with an undo button on the next page."""
    flash(asdict(Toast(text, undo_url)), "undo")  # type: ignore[arg-type]


def toasts() -> list[Toast]:
    """The notices for this page; each is shown once."""
    flashed = get_flashed_messages(with_categories=True)
    return [
        Toast(**message) if isinstance(message, dict) else Toast(str(message))
        for _category, message in flashed
    ]

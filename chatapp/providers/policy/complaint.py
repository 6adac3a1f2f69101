"""What a provider said when it refused, read from the error bodies of all the wires."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

ERROR_STATUSES: Final = range(400, 600)


@dataclass(frozen=True, slots=True)
class Complaint:
    """The provider's words and status.

    Attributes:
        kind: The words of its type and code fields, in lower case.
        is_json: Whether it came in the provider's own form, so that it may be quoted.
    """

    message: str = ""
    kind: str = ""
    status: int | None = None
    retry_after_s: float | None = None
    is_json: bool = True

    def waiting(self, seconds: float | None) -> "Complaint":
        """The same, with the wait that its headers ask for."""
        return replace(self, retry_after_s=seconds)


def complaint_from(body: object, status: int | None = None) -> Complaint:
    """Read an error body of any of the wires: ``{"error": {...}}``, its inside, or plain text."""
    error = body.get("error", body) if isinstance(body, Mapping) else body
    if not isinstance(error, Mapping):
        text = error if isinstance(error, str) else ""
        is_json = isinstance(body, Mapping) or "<" not in text
        return Complaint(text, status=status, is_json=is_json)
    words = [str(error.get(name)) for name in ("type", "code", "status") if error.get(name)]
    message = error.get("message") or error.get("detail") or ""
    return Complaint(str(message), " ".join(words).lower(), status or _status_in(words))


def _status_in(words: list[str]) -> int | None:
    """A status that came as a code inside the body, number or text (case P05)."""
    numbers = [int(word) for word in words if word.isdigit()]
    return next((number for number in numbers if number in ERROR_STATUSES), None)

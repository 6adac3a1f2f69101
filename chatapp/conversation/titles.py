"""The title that a conversation gets from its first question."""

from typing import Final

TITLE_CHARS: Final = 80
UNTITLED: Final = "Untitled"


def derived_title(question: str) -> str:
    """The question's first line that says something, at most 80 characters, whole words."""
    lines = (" ".join(line.split()).lstrip("#>-*` ") for line in question.splitlines())
    line = next((line for line in lines if line), UNTITLED)
    if len(line) <= TITLE_CHARS:
        return line
    cut = line[: TITLE_CHARS - 1]
    head, space, _ = cut.rpartition(" ")
    return f"{head if space and len(head) > TITLE_CHARS // 2 else cut}…"

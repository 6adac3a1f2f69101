"""Places that an answer can cite: a path and a line range at a commit, or a document's part."""

import re
from dataclasses import dataclass
from typing import Final

CITATION: Final = re.compile(r"(?P<path>[^\s`\[\]()<>\"':,;]+):(?P<start>\d+)(?:[-–](?P<end>\d+))?")
"""``path:line`` or ``path:first-last`` inside prose, lines 1-based and counted by LF."""


@dataclass(frozen=True, slots=True)
class LineRange:
    """First and last line, 1-based and inclusive, counted by LF only (as git and grep do)."""

    start: int
    end: int

    def __str__(self) -> str:
        """``12`` or ``12-20``."""
        return str(self.start) if self.start == self.end else f"{self.start}-{self.end}"


@dataclass(frozen=True, slots=True)
class Source:
    """A resolvable place in a repository at an indexed commit."""

    repository_id: str
    commit: str
    path: str
    lines: LineRange
    symbol: str | None = None

    def __str__(self) -> str:
        """``path:12-20``, the form in which tools and answers write it."""
        return f"{self.path}:{self.lines}"


@dataclass(frozen=True, slots=True)
class Citation:
    """A place that an answer names, found in its text.

    Attributes:
        text: The citation as it is written there.
        start: Where in the text it begins, in characters.
        end: Where it ends, exclusive.
        source: What it resolves to at the indexed commit, None when it does not.
        problem: Why it does not resolve, for people; "" when it does.
    """

    text: str
    start: int
    end: int
    source: Source | None
    problem: str = ""

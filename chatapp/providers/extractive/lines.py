"""What kind of line a line is: comment, import, or code. Read off its beginning; no parser.

Used to weigh lines against each other: imports repeat the words of a question without explaining
anything, comments are prose.
"""

import itertools
import re
from collections.abc import Sequence
from typing import Final

LONG_COMMENT: Final = 3
LONG_PARAMETERS: Final = 5

_COMMENT: Final = re.compile(r"\s*(#|//|/\*|\*(?![*\w])|--|;|<!--)")
_TRIPLE: Final = re.compile(r'"""|\'\'\'')
_IMPORT: Final = re.compile(
    r"\s*(?:import\b(?!\s*\(\s*\S)|from\s+\S+\s+import\b|use\s+[\w:]+|#include\b|using\s+[\w.]+;|package\s"
    r"|export\s.*\bfrom\b|.*=\s*require\()"
)
_DEPTH: Final = {"(": 1, "{": 1, ")": -1, "}": -1}
_DEFINITION: Final = re.compile(
    r"\s*(?:(?:export|default|public|private|protected|internal|static|final|abstract|async|pub"
    r"|override|virtual|inline|suspend|open|data)\s+)*"
    r"(?:def|class|func|fn|function|fun|interface|struct|trait|enum|type|impl)\s+"
    r"(?:\([^)]*\)\s*)?([A-Za-z_]\w*)"
)


def comment_mask(lines: Sequence[str]) -> list[bool]:
    """For every line, whether it is a comment or inside a triple-quoted text."""
    mask, is_inside = [], False
    for line in lines:
        marks = len(_TRIPLE.findall(line))
        mask.append(is_inside or marks > 0 or _COMMENT.match(line) is not None)
        is_inside ^= marks % 2 == 1
    return mask


def import_mask(lines: Sequence[str]) -> list[bool]:
    """For every line, whether it imports something, over several lines too."""
    mask, depth = [], 0
    for line in lines:
        is_import = depth > 0 or _IMPORT.match(line) is not None
        mask.append(is_import)
        if is_import:
            depth = max(0, depth + sum(map(_DEPTH.get, line, itertools.repeat(0))))
    return mask


def long_comment_mask(lines: Sequence[str]) -> list[bool]:
    """For every line, whether it is in a run of comments too long to quote with the code."""
    mask: list[bool] = []
    for is_comment, run in itertools.groupby(comment_mask(lines)):
        length = len(list(run))
        mask += [is_comment and length >= LONG_COMMENT] * length
    return mask


def parameter_mask(lines: Sequence[str]) -> list[bool]:
    """For every line, whether it is in the middle of a long list of a definition's parameters."""
    mask = [False] * len(lines)
    for place, line in enumerate(lines):
        if defined_name(line):
            end = _closing(lines, place)
            if end - place >= LONG_PARAMETERS:
                mask[place + 1 : end] = [True] * (end - place - 1)
    return mask


def _closing(lines: Sequence[str], place: int) -> int:
    """The line in which the brackets opened in this one are closed again."""
    depth = 0
    for end in range(place, len(lines)):
        depth += lines[end].count("(") - lines[end].count(")")
        if depth <= 0:
            return end
    return place


def defined_name(line: str) -> str:
    """The name that a definition line defines, else nothing."""
    found = _DEFINITION.match(line)
    return found.group(1) if found else ""

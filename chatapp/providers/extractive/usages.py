"""Lines that use a name, found in the evidence: the answer to "who calls this"."""

import re
from collections.abc import Sequence
from typing import Final

from chatapp.domain.evidence import Evidence

MAX_USAGES: Final = 20
_DEFINITION: Final = re.compile(
    r"^\s*(?:export\s+|public\s+|private\s+|static\s+|async\s+)*(?:def|class|func|fn|function|fun)\b"
)


def usage_lines(name: str, blocks: Sequence[Evidence]) -> list[str]:
    """One list item a line that uses `name`, definitions left out."""
    pattern = re.compile(rf"(?<!\w){re.escape(name.split('.')[-1])}(?!\w)")
    found = dict.fromkeys(
        f"- `{block.path}:{number}` — `{line.strip()}`"
        for block in blocks
        for number, line in enumerate(block.content.split("\n"), block.lines.start)
        if pattern.search(line) and not _DEFINITION.match(line) and "`" not in line
    )
    return list(found)[:MAX_USAGES]

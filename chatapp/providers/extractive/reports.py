"""What a tool wrote beside its evidence, for the answers to questions that are reports already.

An overview or a risk report is prose and lists made by the tool; here it is passed on, shortened
and fitted under the answer's own headings.
"""

import re
from collections.abc import Iterator
from typing import Final

from chatapp.providers.extractive.conversation import Finding

MAX_LINES: Final = 60
_EVIDENCE: Final = re.compile(r"<evidence [^>]*>\n.*?</evidence>\n?", re.DOTALL)
_HEADING: Final = re.compile(r"^#{1,6} ")
_HOUSEKEEPING: Final = re.compile(
    r"^(Repository .*, indexed commit |Ignored arguments|Cut to the size limit|More: "
    r"|- .*: get_\w+ \{|\[truncated, )"
)


def relayed(finding: Finding) -> str:
    """The tool's own words without evidence blocks and housekeeping lines; empty for none."""
    text = _EVIDENCE.sub("", finding.content)
    lines = list(_lines(text))
    shown = lines[:MAX_LINES]
    if len(lines) > MAX_LINES:
        shown.append(f"… ({len(lines) - MAX_LINES})")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(shown)).strip()


def _lines(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        if _HOUSEKEEPING.match(line):
            continue
        heading = _HEADING.sub("", line)
        yield line if heading == line else f"**{heading}**"

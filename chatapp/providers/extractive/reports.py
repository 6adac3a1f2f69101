"""What a tool wrote beside its evidence, for the answers to questions that are reports already.

An overview or a risk report is prose and lists made by the tool; here it is passed on, shortened
and fitted under the answer's own headings.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from chatapp.domain.evidence import parse_evidence
from chatapp.providers.extractive.conversation import Finding
from chatapp.providers.extractive.excerpts import first_lines
from chatapp.providers.extractive.phrases import Phrases
from chatapp.providers.extractive.quoting import cite, quoted

MAX_LINES: Final = 60
OPENING_LINES: Final = 12
_EVIDENCE: Final = re.compile(r"<evidence [^>]*>\n.*?</evidence>\n?", re.DOTALL)
_HEADING: Final = re.compile(r"^#{1,6} ")
_FACT: Final = re.compile(r"([A-Z][A-Za-z ]{2,30}): (\S.*)")
_HOUSEKEEPING: Final = re.compile(
    r"^(Repository .*, indexed commit |Ignored arguments|Cut to the size limit|More: "
    r"|- .*: get_\w+ \{|\[truncated, )"
)


def relayed(finding: Finding) -> str:
    """The tool's own words without evidence blocks and housekeeping lines; empty for none."""
    text = _EVIDENCE.sub("", finding.content)
    lines = list(_without_empty_sections(list(_lines(text))))
    shown = lines[:MAX_LINES]
    if len(lines) > MAX_LINES:
        shown.append(f"… ({len(lines) - MAX_LINES})")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(shown)).strip()


def opening(finding: Finding, phrases: Phrases) -> Iterator[str]:
    """The beginning of the README that an overview quotes, as a quotation with its place."""
    if finding.tool != "get_overview":
        return
    for block in parse_evidence(finding.content):
        part = first_lines(block, OPENING_LINES)
        yield phrases.readme.format(place=cite(part))
        yield quoted(part)
        return


def _lines(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        if _HOUSEKEEPING.match(line):
            continue
        heading = _HEADING.sub("", line)
        yield line if heading == line else f"\n**{heading}**\n"


def _without_empty_sections(lines: Sequence[str]) -> Iterator[str]:
    """Leave out a line that announces a list which does not follow."""
    for line, after in zip(lines, (*lines[1:], ""), strict=True):
        fact = _FACT.match(line)
        if fact:
            yield f"- **{fact.group(1)}:** {fact.group(2)}"
        elif line.endswith(":") and not line.startswith("-"):
            if after.startswith("-"):
                yield f"\n**{line}**\n"
        else:
            yield line

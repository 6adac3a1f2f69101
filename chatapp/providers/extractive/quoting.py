"""Which lines of a block to show, and how they look in Markdown.

Every quotation is a contiguous part of the evidence, so its citation is always inside what a tool
gave. Used by the answer for each place.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import Final

from chatapp.domain.evidence import Evidence
from chatapp.domain.sources import LineRange
from chatapp.providers.extractive.weights import Weights

MAX_LINES: Final = 14
COMMENT_SHARE: Final = 0.4
"""Prose in comments matches questions better than code does, but the code is the evidence."""
SENTENCE_CHARS: Final = 240

_LANGUAGES: Final = {
    "py": "python", "pyi": "python", "js": "javascript", "jsx": "jsx", "ts": "typescript",
    "tsx": "tsx", "go": "go", "java": "java", "rs": "rust", "c": "c", "h": "c", "cc": "cpp",
    "cpp": "cpp", "hpp": "cpp", "cs": "csharp", "rb": "ruby", "php": "php", "kt": "kotlin",
    "swift": "swift", "scala": "scala", "sh": "bash", "sql": "sql", "html": "html", "css": "css",
    "json": "json", "toml": "toml", "yaml": "yaml", "yml": "yaml", "ini": "ini", "cfg": "ini",
}  # fmt: skip
_PROSE: Final = frozenset({"md", "rst", "txt", "adoc"})
_COMMENT: Final = re.compile(r"\s*(#|//|/\*|\*|--|;|<!--)")
_TRIPLE: Final = re.compile(r'"""|\'\'\'')
_SENTENCE_END: Final = re.compile(r"(?<=[.!?。！？])(?=\s|$|[^\x00-\x7f])")
_MARKUP: Final = re.compile(
    r"^\s*(?:[#*>/;-]+!?|/\*+|<!--|\"\"\"|''')\s?|\s*(?:\*/|-->|\"\"\"|''')\s*$"
)


def excerpt(block: Evidence, weights: Weights, max_lines: int = MAX_LINES) -> Evidence:
    """The part of the block that says most, at most `max_lines` long, without blank ends."""
    lines = block.content.split("\n")
    start, end = 0, len(lines)
    if len(lines) > max_lines:
        start = _best_start(_scores(lines, weights), max_lines)
        end = start + max_lines
    return _part(block, lines, *_without_blank_ends(lines, start, end))


def _part(block: Evidence, lines: Sequence[str], start: int, end: int) -> Evidence:
    span = LineRange(block.lines.start + start, block.lines.start + end - 1)
    return Evidence(block.path, span, "\n".join(lines[start:end]), block.symbol, block.kind)


def _scores(lines: Sequence[str], weights: Weights) -> list[float]:
    return [
        weights.of(line) * (COMMENT_SHARE if is_comment else 1.0)
        for line, is_comment in zip(lines, comment_mask(lines), strict=True)
    ]


def _best_start(scores: Sequence[float], size: int) -> int:
    """The first window of the highest sum: ties show the beginning, where the name is."""
    sums = [sum(scores[start : start + size]) for start in range(len(scores) - size + 1)]
    return sums.index(max(sums))


def _without_blank_ends(lines: Sequence[str], start: int, end: int) -> tuple[int, int]:
    while end - start > 1 and not lines[end - 1].strip():
        end -= 1
    while end - start > 1 and not lines[start].strip():
        start += 1
    return start, end


def comment_mask(lines: Sequence[str]) -> list[bool]:
    """For every line, whether it is a comment or inside a triple-quoted text."""
    mask, is_inside = [], False
    for line in lines:
        marks = len(_TRIPLE.findall(line))
        mask.append(is_inside or marks > 0 or _COMMENT.match(line) is not None)
        is_inside ^= marks % 2 == 1
    return mask


def summary(block: Evidence) -> str:
    """The first sentence of the block's own documentation, or nothing."""
    lines = block.content.split("\n")
    text = " ".join(_documentation(lines, is_prose=is_prose(block.path)))
    sentence = _SENTENCE_END.split(" ".join(text.split()), maxsplit=1)[0].strip()
    is_useful = len(sentence) > len("TODO") and any(map(str.isalpha, sentence))
    return sentence if is_useful and len(sentence) <= SENTENCE_CHARS else ""


def _documentation(lines: Sequence[str], *, is_prose: bool) -> Iterator[str]:
    """The lines of the first comment or docstring, without their marks; of prose, a paragraph."""
    wanted = [not _is_heading(line) for line in lines] if is_prose else comment_mask(lines)
    has_begun = False
    for line, is_wanted in zip(lines, wanted, strict=True):
        text = _MARKUP.sub("", line).strip() if not is_prose else line.strip()
        if is_wanted and text:
            has_begun = True
            yield text
        elif has_begun:
            return


def _is_heading(line: str) -> bool:
    return line.startswith(("#", "=", "-", "`", "|", "<", "..", ":", "!", "["))


def is_prose(path: str) -> bool:
    """Whether the file is written for people."""
    return _suffix(path) in _PROSE


def fenced(block: Evidence) -> str:
    """The lines as a code block of their language; a longer fence where they hold one."""
    fence = "```"
    while fence in block.content:
        fence += "`"
    return f"{fence}{_LANGUAGES.get(_suffix(block.path), '')}\n{block.content}\n{fence}"


def _suffix(path: str) -> str:
    return PurePosixPath(path).suffix.lstrip(".").lower()


def cite(block: Evidence) -> str:
    """The place as answers write it, in code style so that no path is read as Markdown."""
    return f"`{block.path}:{block.lines}`"

"""How evidence looks in an answer: its name, its first sentence, its lines, its citation."""

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from textwrap import dedent
from typing import Final

from chatapp.domain.evidence import Evidence
from chatapp.providers.extractive.lines import comment_mask, defined_name

SENTENCE_CHARS: Final = 240

_LANGUAGES: Final = {
    "py": "python", "pyi": "python", "js": "javascript", "jsx": "jsx", "ts": "typescript",
    "tsx": "tsx", "go": "go", "java": "java", "rs": "rust", "c": "c", "h": "c", "cc": "cpp",
    "cpp": "cpp", "hpp": "cpp", "cs": "csharp", "rb": "ruby", "php": "php", "kt": "kotlin",
    "swift": "swift", "scala": "scala", "sh": "bash", "sql": "sql", "html": "html", "css": "css",
    "json": "json", "toml": "toml", "yaml": "yaml", "yml": "yaml", "ini": "ini", "cfg": "ini",
}  # fmt: skip
_PROSE: Final = frozenset({"md", "mdx", "rst", "txt", "adoc"})
_QUOTES: Final = r"[rRuUbBfF]{0,2}(?:\"\"\"|''')"
_BEGINS: Final = re.compile(rf"\s*(?:{_QUOTES}|#|//|/\*|\*|--|;|<!--)")
_MARKUP: Final = re.compile(
    rf"^\s*(?:[#*>/;-]+!?|/\*+|<!--|{_QUOTES}\\?)\s?|\s*(?:\*/|-->|\"\"\"|''')\s*$"
)
_ATX: Final = re.compile(r"#{1,6}\s+")
_UNDERLINE: Final = re.compile(r"([=\-~^\"'*+#])\1{2,}\s*")
_SENTENCE_END: Final = re.compile(r"(?<=[.!?。！？])(?=\s|$|[^\x00-\x7f])")
_SENTENCE: Final = re.compile(r"(?=.*[^\W\d_]{2}).*(?:[.!?。！？]|[^\W_])$", re.DOTALL)


def summary(block: Evidence) -> str:
    """The first sentence of the block's own documentation, or nothing."""
    lines = block.content.split("\n")
    found = _paragraph(lines) if is_prose(block.path) else _documentation(lines)
    text = " ".join(" ".join(found).split())
    sentence = _SENTENCE_END.split(text, maxsplit=1)[0].strip()
    is_sentence = len(sentence) <= SENTENCE_CHARS and _SENTENCE.match(sentence) is not None
    return sentence if is_sentence else ""


def _paragraph(lines: Sequence[str]) -> Iterator[str]:
    """The first running text of a document: no heading, list, code or markup."""
    has_begun = False
    for line, is_heading in zip(lines, heading_mask(lines), strict=True):
        if line[:1].isalpha() and not is_heading:
            has_begun = True
            yield line
        elif has_begun:
            return


def _documentation(lines: Sequence[str]) -> Iterator[str]:
    """The lines of the first comment or docstring, without their marks."""
    has_begun = False
    for line, is_comment in zip(lines, comment_mask(lines), strict=True):
        text = _MARKUP.sub("", line).strip()
        is_wanted = is_comment and (has_begun or _BEGINS.match(line) is not None)
        if is_wanted and text:
            has_begun = True
            yield text
        elif has_begun:
            return


def heading_mask(lines: Sequence[str]) -> list[bool]:
    """For every line of a document, whether it is a heading or the line under one."""
    under = [_UNDERLINE.fullmatch(line) is not None for line in (*lines, "")]
    return [
        _ATX.match(line) is not None
        or under[place]
        or (under[place + 1] and bool(line.strip()) and not line[0].isspace())
        for place, line in enumerate(lines)
    ]


def label(block: Evidence) -> str:
    """What to call the quoted lines: their symbol, if they show it, else what they define first.

    Of prose the symbol is a heading and stays; elsewhere a text with blanks is no name.
    """
    name = block.symbol.split(".")[-1]
    if is_prose(block.path) or (name and " " not in name and name in block.content):
        return block.symbol
    defined = (defined_name(line) for line in block.content.split("\n"))
    return next(filter(None, defined), "")


def is_prose(path: str) -> bool:
    """Whether the file is written for people."""
    return _suffix(path) in _PROSE


def quoted(block: Evidence) -> str:
    """The lines as they are: prose as a quotation, anything else as code of its language."""
    return as_quotation(block.content) if is_prose(block.path) else _fenced(block)


def as_quotation(text: str) -> str:
    """A Markdown quotation, its headings bold: it must not open sections of the answer."""
    lines = text.split("\n")
    shown = [
        f"**{_ATX.sub('', line).strip()}**" if is_heading else line
        for line, is_heading in zip(lines, heading_mask(lines), strict=True)
        if not _UNDERLINE.fullmatch(line)
    ]
    return "\n".join(f"> {line}".rstrip() for line in "\n".join(shown).strip("\n").split("\n"))


def _fenced(block: Evidence) -> str:
    """A fence longer than any fence inside."""
    fence = "```"
    while fence in block.content:
        fence += "`"
    language = _LANGUAGES.get(_suffix(block.path), "")
    return f"{fence}{language}\n{dedent(block.content)}\n{fence}"


def _suffix(path: str) -> str:
    return PurePosixPath(path).suffix.lstrip(".").lower()


def cite(block: Evidence) -> str:
    """The place as answers write it, in code style so that no path is read as Markdown."""
    return f"`{block.path}:{block.lines}`"

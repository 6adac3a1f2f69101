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
_PROSE: Final = frozenset({"md", "rst", "txt", "adoc"})
_ATX: Final = re.compile(r"#{1,6}\s+")
_SENTENCE_END: Final = re.compile(r"(?<=[.!?。！？])(?=\s|$|[^\x00-\x7f])")
_MARKUP: Final = re.compile(
    r"^\s*(?:[#*>/;-]+!?|/\*+|<!--|\"\"\"|''')\s?|\s*(?:\*/|-->|\"\"\"|''')\s*$"
)


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
    return "\n".join(f"> {_unheaded(line)}".rstrip() for line in text.split("\n"))


def _unheaded(line: str) -> str:
    heading = _ATX.match(line)
    return f"**{line[heading.end() :].strip()}**" if heading else line


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

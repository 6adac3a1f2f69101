"""One blob to everything the index keeps of it, or the reason why it is left out.

Pure and deterministic: the same path and bytes give the same value, which is what lets a sync
parse changed blobs only. Called by `chatapp.codebase.index.workers`.
"""

import re
from typing import Final

from chatapp.codebase.parse.chunks import chunk_code, chunk_document, chunk_text
from chatapp.codebase.parse.encoding import decode, is_binary
from chatapp.codebase.parse.extract import extract
from chatapp.codebase.parse.languages import is_entry_name, is_test_path, kind_of, language_of
from chatapp.codebase.parse.model import Extracted, ParsedFile, Span
from chatapp.codebase.parse.passages import passages_of, title_of
from chatapp.codebase.text import count_lines, split_lines

PARSER_VERSION: Final = 1
"""Raised when the same bytes would give other values: every index is then built anew."""

MAX_LINE_CHARS: Final = 10_000
MAX_GENERATED_LINES: Final = 2_000

_GENERATED: Final = re.compile(r"@generated|DO NOT EDIT|do not edit|[Aa]uto-?generated")
_MAIN: Final = re.compile(
    r"if __name__ == [\"']__main__[\"']|^func main\(\)|\bstatic void [Mm]ain\(|^fn main\(\)"
    r"|^#!|\bint main\(|@main\b|\bfun main\(",
    re.MULTILINE,
)


def parse_file(path: str, content: bytes) -> ParsedFile | str:
    """The parsed file, or the reason for skipping it: ``binary``, ``long line``, ``generated``."""
    if is_binary(content):
        return "binary"
    decoded = decode(content)
    lines = split_lines(decoded.text)
    reason = _unreadable(decoded.text, lines)
    return reason or _parsed(path, decoded.text, decoded.encoding, lines)


def parse_link(path: str, content: bytes) -> ParsedFile:
    """A symbolic link as a file whose text is where it points; it is never followed."""
    text = content.decode("utf-8", "backslashreplace")
    return ParsedFile(
        language="text",
        kind="link",
        is_test=is_test_path(path),
        is_entry_point=False,
        encoding="utf-8",
        lines=1,
        text=text,
        summary=text,
        extracted=Extracted(),
        chunks=(),
        passages=(),
    )


def _unreadable(text: str, lines: list[str]) -> str:
    if len(text) > MAX_LINE_CHARS and max(map(len, lines)) > MAX_LINE_CHARS:
        return "long line"
    if len(lines) > MAX_GENERATED_LINES and _GENERATED.search(text, 0, 2000):
        return "generated"
    return ""


def _parsed(path: str, text: str, encoding: str, lines: list[str]) -> ParsedFile:
    language = language_of(path)
    kind = kind_of(path, language)
    extracted = extract(text, language)
    return ParsedFile(
        language=language,
        kind=kind,
        is_test=is_test_path(path),
        is_entry_point=is_entry_name(path) or (kind == "code" and bool(_MAIN.search(text))),
        encoding=encoding,
        lines=count_lines(text),
        text=text,
        summary=extracted.summary or (title_of("\n".join(lines[:20])) if kind == "doc" else ""),
        extracted=extracted,
        chunks=_chunks(kind, lines, extracted),
        passages=passages_of(path, kind, lines, extracted.comments),
    )


def _chunks(kind: str, lines: list[str], extracted: Extracted) -> tuple[Span, ...]:
    if kind == "data":
        return ()
    if extracted.symbols:
        return chunk_code(len(lines), extracted.symbols)
    return chunk_document(lines) if kind == "doc" else chunk_text(len(lines))

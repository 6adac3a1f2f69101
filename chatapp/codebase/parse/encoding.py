"""Bytes of a file to text: which encoding, is it text at all, and without its BOM.

Everything after this works on text; line numbers stay those of git, since only the BOM is taken.
"""

import codecs
import re
from dataclasses import dataclass
from typing import Final

SNIFFED: Final = 8000
"""Git's own rule: a NUL byte in the first 8000 makes a file binary."""

_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_HAN: Final = re.compile("[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]")


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file's text and the encoding it was read with."""

    text: str
    encoding: str


def is_binary(content: bytes) -> bool:
    """Whether the content is no text: a NUL near its start, and no UTF-16 mark before it."""
    return b"\0" in content[:SNIFFED] and not content.startswith((b"\xff\xfe", b"\xfe\xff"))


def decode(content: bytes) -> Decoded:
    """The text of `content`: by its BOM, else UTF-8, else GB 18030 if that reads as Chinese.

    What is none of these is read as Windows-1252, in which every byte means something.
    """
    for bom, encoding in _BOMS:
        if content.startswith(bom):
            return Decoded(content[len(bom) :].decode(encoding, "replace"), encoding)
    try:
        return Decoded(content.decode("utf-8"), "utf-8")
    except UnicodeDecodeError:
        return _legacy(content)


def _legacy(content: bytes) -> Decoded:
    try:
        text = content.decode("gb18030")
    except UnicodeDecodeError:
        text = ""
    foreign = sum(not character.isascii() for character in text)
    if foreign and len(_HAN.findall(text)) > foreign * 0.7:
        return Decoded(text, "gb18030")
    return Decoded(content.decode("cp1252", "replace"), "windows-1252")

"""The different spellings of an import, brought to module, name and alias.

What the module means as a file is `chatapp.codebase.graph.modules`' affair.
"""

import re
from collections.abc import Iterator
from typing import Final

from chatapp.codebase.parse.model import Import

_QUOTES: Final = "\"'`<>"
_SCALA: Final = re.compile(
    r"import\s+(?P<path>[\w.]+?)(?:\.(?:\{(?P<names>[^}]*)\}|(?P<all>[_*])))?\s*$"
)
_ARROW: Final = re.compile(r"\s*(?:=>|\bas\b)\s*")


def read_import(words: Import, language: str) -> Iterator[Import]:
    """The imports that one captured statement (or clause) stands for."""
    if language == "scala":
        yield from _scala(words)
        return
    module = words.module.strip().strip(_QUOTES)
    name = "*" if words.name.endswith("*") else words.name
    if language == "go" and words.alias == "_":
        words = words._replace(alias="")
    if module:
        yield Import(words.line, module, name, words.alias)


def _scala(words: Import) -> Iterator[Import]:
    for clause in words.module.removeprefix("import").split("\n"):
        match = _SCALA.match("import " + clause.strip())
        if match is None:
            continue
        names = [part.strip() for part in (match["names"] or "").split(",") if part.strip()]
        if match["all"]:
            yield Import(words.line, match["path"], "*", "")
        elif not names:
            yield Import(words.line, match["path"], "", "")
        for name in names:
            original, _, alias = (*_ARROW.split(name, maxsplit=1), "", "")[:3]
            yield Import(words.line, f"{match['path']}.{original}", "", alias or _)

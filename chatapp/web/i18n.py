"""The interface in English and Chinese: gettext catalogues, read as they are written.

A catalogue is ``translations/<language>.po``; English is the text in the code. The reader's choice
(a cookie) outranks the browser's wish. Not used for what the model says, which has its own rules.
"""

import ast
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from flask import current_app, g, has_request_context, request

LANGUAGES: Final = ("en", "zh")
COOKIE: Final = "chatapp_language"
_FOLDER: Final = "translations"


def language() -> str:
    """The language of this request: ``en`` or ``zh``."""
    if not has_request_context():
        return LANGUAGES[0]
    if "language" not in g:
        chosen = request.cookies.get(COOKIE, "")
        wished = request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]
        g.language = chosen if chosen in LANGUAGES else wished
    return str(g.language)


def gettext(message: str, **values: object) -> str:
    """`message` in the reader's language, with `values` put in."""
    translated = _catalogue().get(message) or message
    return translated % values if values else translated


def ngettext(one: str, many: str, num: int, **values: object) -> str:
    """The form of a message that fits `num`; Chinese has one form, kept under the plural."""
    form = one if num == 1 and language() == LANGUAGES[0] else many
    return gettext(form, num=num, **values)


def _catalogue() -> Mapping[str, str]:
    spoken = language()
    if spoken == LANGUAGES[0]:
        return {}
    return read_catalogue(Path(current_app.root_path).parent / _FOLDER / f"{spoken}.po")


@lru_cache(maxsize=8)
def read_catalogue(path: Path) -> Mapping[str, str]:
    """The messages of a ``.po`` file; multi-line strings are joined, comments passed over."""
    messages: dict[str, str] = {}
    entry = {"msgid": "", "msgstr": ""}
    field = ""
    for line in path.read_text(encoding="utf-8").split("\n"):
        word, _, rest = line.partition(" ")
        if word == "msgid":
            messages[entry["msgid"]] = entry["msgstr"]
            entry = {"msgid": "", "msgstr": ""}
        if word in entry:
            field, line = word, rest
        if line.startswith('"'):
            entry[field] += ast.literal_eval(line)
    messages[entry["msgid"]] = entry["msgstr"]
    return messages

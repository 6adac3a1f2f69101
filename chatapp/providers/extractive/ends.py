"""The two ends of a way through the code, as a question names them: "from the browser to the …".

Ends are everyday words; the code at an end is named after what is there. A small table says what.
"""

import re
from dataclasses import dataclass
from typing import Final

from chatapp.providers.extractive.glossary import english_for
from chatapp.providers.extractive.stopwords import STOPWORDS

_FROM_TO: Final = (
    re.compile(
        r"\bfrom (.{2,60}?) (?:all the way )?(?:in)?to (.{2,60}?)(?:[?.!,;]|$)", re.IGNORECASE
    ),
    re.compile(r"从(.{1,30}?)(?:到达|传到|发送到|进入|到)(.{1,30}?)(?:[？。！，?]|$)"),
    re.compile(r"(.{1,30}?)(?:如何|怎么|怎样)(?:到达|传到|发送到|进入)(.{1,30}?)(?:[？。！，?]|$)"),
)
_WORD: Final = re.compile(r"[a-z][a-z0-9_]+")

_AT_AN_END: Final = {
    "browser": "web http request route post view",
    "client": "web http request route",
    "frontend": "web http request route",
    "user": "web request view",
    "request": "route view handler",
    "url": "route request view",
    "api": "route request endpoint",
    "terminal": "cli command main",
    "command": "cli main",
    "database": "db session model save store",
    "disk": "file write save",
    "storage": "store save write",
    "model": "provider stream complete",
    "llm": "provider stream complete",
    "provider": "provider stream chat",
    "server": "serve app main",
    "response": "response write send",
    "socket": "send recv connect",
    "screen": "render template print",
}


@dataclass(frozen=True, slots=True)
class Ends:
    """Words for where a way begins and where it ends."""

    start: tuple[str, ...]
    end: tuple[str, ...]


def ends_of(text: str) -> Ends | None:
    """The ends that the question names, or None."""
    for pattern in _FROM_TO:
        found = pattern.search(text)
        if found:
            ends = Ends(_words(found.group(1)), _words(found.group(2)))
            return ends if ends.start and ends.end else None
    return None


def _words(text: str) -> tuple[str, ...]:
    own = [word for word in _WORD.findall(text.lower()) if word not in STOPWORDS]
    own += english_for(text)
    more = [extra for word in own for extra in _AT_AN_END.get(word.rstrip("s"), "").split()]
    return tuple(dict.fromkeys((*own, *more)))

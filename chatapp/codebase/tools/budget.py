"""The size of a tool's text: blocks are taken in order until the token budget is spent.

What does not fit is not lost: every block may carry the call that fetches it, and the calls of
the blocks that were cut are listed at the end. Tokens are estimated without a tokenizer.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from chatapp.domain.json import JsonObject
from chatapp.domain.sources import Source

MAX_TOKENS: Final = 5500
CHARS_PER_TOKEN: Final = 4
MAX_REFERENCES: Final = 8
NOTE_TOKENS: Final = 300


@dataclass(frozen=True, slots=True)
class Reference:
    """A call that fetches what a reply left out."""

    tool: str
    arguments: JsonObject
    what: str

    def __str__(self) -> str:
        """One line that a model can act on."""
        return f"{self.what}: {self.tool} {json.dumps(self.arguments, ensure_ascii=False)}"

    def as_json(self) -> JsonObject:
        """The same for the panel."""
        return {"tool": self.tool, "arguments": self.arguments, "what": self.what}


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of text that is kept whole or left out; `reference` fetches it then."""

    text: str
    source: Source | None = None
    reference: Reference | None = None


@dataclass(frozen=True, slots=True)
class Fitted:
    """The text within its budget, the places it quotes, and the calls for what is missing."""

    text: str
    sources: tuple[Source, ...]
    cut: tuple[Reference, ...]


def tokens_of(text: str) -> int:
    """An estimate on the safe side: four ASCII characters, or one other, to a token."""
    ascii_chars = len(text) if text.isascii() else sum(map(str.isascii, text))
    return ascii_chars // CHARS_PER_TOKEN + (len(text) - ascii_chars) + 1


def fit(blocks: Iterable[Block], max_tokens: int = MAX_TOKENS) -> Fitted:
    """Take blocks in order while they fit; a large one that does not is passed over."""
    left = max_tokens - NOTE_TOKENS
    kept: list[Block] = []
    missing: list[Block] = []
    for block in blocks:
        cost = tokens_of(block.text)
        if cost <= left:
            kept.append(block)
            left -= cost
        else:
            missing.append(block)
    cut = tuple(block.reference for block in missing if block.reference)
    texts = [block.text for block in kept]
    if missing:
        texts.append(_note(cut))
    sources = tuple(dict.fromkeys(block.source for block in kept if block.source))
    return Fitted("\n\n".join(texts), sources, cut)


def _note(cut: Sequence[Reference]) -> str:
    lines = [f"- {reference}" for reference in cut[:MAX_REFERENCES]]
    if len(cut) > MAX_REFERENCES:
        lines.append(f"- and {len(cut) - MAX_REFERENCES} more")
    return "\n".join(["[truncated to the size limit; to read what is missing:]", *lines])

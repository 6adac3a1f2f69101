"""How much a text says about a question: its terms found in it, rare ones counting more.

Pure counting over the texts at hand; no index is asked.
"""

import math
import re
from collections.abc import Sequence
from typing import Final

from chatapp.providers.extractive.question import Question

NAME_WEIGHT: Final = 3.0
_ENDINGS: Final = "ations ation ments ment ings ing ions ion ers er ors or ies ed es s y e"
SHORTEST_STEM: Final = 4
_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


class Weights:
    """The terms of one question, weighted by how rare they are among `texts`.

    Several words for one thing count once, by the best of those that are there.
    """

    def __init__(self, question: Question, texts: Sequence[str]) -> None:
        shown = [plain(text) for text in texts]
        names = {name.split(".")[-1].lower() for name in question.names}
        self._groups = _groups(question)
        self._patterns = {term: _pattern(term) for group in self._groups for term in group}
        self._weights = {
            term: _rarity(pattern, shown) * (NAME_WEIGHT if term in names else 1.0)
            for term, pattern in self._patterns.items()
        }

    @property
    def total(self) -> float:
        """The weight of a text that holds everything that any text holds."""
        return sum(max(map(self._weights.__getitem__, group)) for group in self._groups)

    def mentions(self, term: str, text: str) -> bool:
        """Whether a term of the question is in `text`, in any of its forms."""
        return self._patterns[stem(term)].search(plain(text)) is not None

    def of(self, text: str) -> float:
        """The weight of the different things that `text` speaks of."""
        words = plain(text)
        held = {
            term: weight
            for term, weight in self._weights.items()
            if weight and self._patterns[term].search(words)
        }
        return sum(max(held.get(term, 0.0) for term in group) for group in self._groups)


def _groups(question: Question) -> tuple[tuple[str, ...], ...]:
    """Words for the same thing together; names and Han pairs by themselves."""
    names = ((name.split(".")[-1].lower(),) for name in question.names)
    words = (tuple(map(stem, group)) for group in question.choices)
    return tuple(dict.fromkeys((*names, *words, *((pair,) for pair in question.han))))


def _rarity(pattern: re.Pattern[str], texts: Sequence[str]) -> float:
    holding = sum(1 for text in texts if pattern.search(text))
    return math.log(1 + len(texts) / holding) if holding else 0.0


def stem(word: str) -> str:
    """The word without a common ending, if enough of it is left."""
    for suffix in _ENDINGS.split():
        if word.endswith(suffix) and len(word) - len(suffix) >= SHORTEST_STEM:
            return word.removesuffix(suffix)
    return word


def plain(text: str) -> str:
    """Lower case, with the humps of camelCase as separate words."""
    return _HUMP.sub(" ", text).lower()


def _pattern(term: str) -> re.Pattern[str]:
    """At the beginning of a word; the words of code end at anything that is no letter."""
    words = re.escape(plain(term)).replace("_", "[ _]")
    return re.compile(rf"(?<![a-z]){words}" if term.isascii() else words)

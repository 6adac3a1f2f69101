"""The part of an answer that quotes places: lead, call sites, the places in order, the rest."""

from collections.abc import Iterator
from typing import Final

from chatapp.domain.evidence import Evidence
from chatapp.providers.extractive.excerpts import MAX_LINES, excerpt, first_lines
from chatapp.providers.extractive.forms import Form
from chatapp.providers.extractive.order import calls, chain
from chatapp.providers.extractive.phrases import Phrases
from chatapp.providers.extractive.places import Places, is_named
from chatapp.providers.extractive.question import Question
from chatapp.providers.extractive.quoting import cite, is_prose, quoted, summary
from chatapp.providers.extractive.usages import usage_lines
from chatapp.providers.extractive.weights import Weights

LEAD_PLACES: Final = 3


class Explanation:
    """What the quoted places say about one question."""

    def __init__(
        self, question: Question, places: Places, weights: Weights, phrases: Phrases
    ) -> None:
        self._question = question
        self._related = places.related
        self._weights = weights
        self._phrases = phrases
        self._places = list(places.quoted)
        self._calls = calls(self._places)

    def blocks(self, *, with_lead: bool) -> Iterator[str]:
        """Lead, call sites, places, related places."""
        if with_lead:
            yield from self._lead()
        yield from self._usages()
        is_flow = self._question.form is Form.FLOW and len(self._places) > 1
        yield self._phrases.steps if is_flow else self._phrases.passages
        for number, block in enumerate(self._places, 1):
            yield from self._place(number, block)
        if self._related:
            yield self._phrases.related
            yield "\n".join(self._mention(block) for block in self._related)

    def _lead(self) -> Iterator[str]:
        named = [block for block in self._places if is_named(self._question, block)][:LEAD_PLACES]
        for block in named:
            sentence = self._phrases.defined.format(name=block.symbol, place=cite(block))
            yield " ".join(filter(None, (sentence, summary(block))))
        path = chain(range(len(self._places)), self._calls)
        if self._question.form is Form.FLOW and path:
            names = " → ".join(f"`{self._places[place].symbol}`" for place in path)
            yield self._phrases.chain.format(names=names)
        elif not named:
            code = [block for block in self._places if not is_prose(block.path)]
            best = self._phrases.joiner.join(map(_title, (code or self._places)[:LEAD_PLACES]))
            yield self._phrases.mainly.format(places=best)

    def _usages(self) -> Iterator[str]:
        if self._question.form is not Form.CALLERS or not self._question.names:
            return
        name = self._question.names[0]
        lines = usage_lines(name, (*self._places, *self._related))
        if lines:
            yield self._phrases.call_sites.format(name=name)
            yield "\n".join(lines)

    def _place(self, number: int, block: Evidence) -> Iterator[str]:
        part = self._part(block)
        heading = " ".join(filter(None, (f"**{number}.**", _name(block), f"— {cite(part)}")))
        sentence = "" if is_prose(block.path) else summary(block)
        yield f"{heading}  \n{sentence}" if sentence else heading
        yield quoted(part)
        following = [self._places[place].symbol for place in self._calls[number - 1]]
        if following and self._question.form is Form.FLOW:
            names = self._phrases.joiner.join(f"`{name}`" for name in dict.fromkeys(following))
            yield self._phrases.calls.format(names=names)

    def _part(self, block: Evidence) -> Evidence:
        """The lines to show: of a definition that is sought its head, else what says most."""
        if self._question.form is Form.WHERE and is_named(self._question, block):
            return first_lines(block, MAX_LINES)
        return excerpt(block, self._weights, with_comments=self._question.form is Form.WHY)

    def _mention(self, block: Evidence) -> str:
        part = excerpt(block, self._weights)
        return "- " + " ".join(filter(None, (cite(part), _name(block), _dashed(summary(block)))))


def _name(block: Evidence) -> str:
    """The symbol as code; a heading of prose as it is."""
    if not block.symbol:
        return ""
    return f"**{block.symbol}**" if is_prose(block.path) else f"**`{block.symbol}`**"


def _dashed(sentence: str) -> str:
    return f"— {sentence}" if sentence else ""


def _title(block: Evidence) -> str:
    """A place in a running sentence."""
    if not block.symbol or is_prose(block.path):
        return cite(block)
    return f"`{block.symbol}` ({cite(block)})"

"""The answer, composed out of evidence: a lead, the places in order with their lines, the rest.

Pure: from a situation to Markdown, block by block, so that the first sentence is out before the
last place is judged. Nothing is claimed that no line shows.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from chatapp.domain.evidence import Evidence
from chatapp.providers.extractive.conversation import Situation
from chatapp.providers.extractive.forms import Form
from chatapp.providers.extractive.order import calls, chain, in_call_order
from chatapp.providers.extractive.phrases import PHRASES, Phrases
from chatapp.providers.extractive.places import Places, choose, is_named
from chatapp.providers.extractive.quoting import cite, excerpt, fenced, is_prose, summary
from chatapp.providers.extractive.reports import relayed
from chatapp.providers.extractive.usages import usage_lines
from chatapp.providers.extractive.weights import Weights

LEAD_PLACES: Final = 3
_REPORTS: Final = {
    Form.OVERVIEW: "get_overview",
    Form.DEAD_CODE: "get_dead_code",
    Form.RISK: "get_risk",
    Form.WHY: "get_why",
}


def compose(situation: Situation) -> Iterator[str]:
    """The blocks of the answer, to be joined by blank lines."""
    phrases = PHRASES[situation.question.language]
    places, weights = choose(situation)
    report = _report(situation)
    if not places.quoted and not report:
        yield _nothing(situation, phrases)
        return
    if report:
        yield from _reported(situation, report, phrases)
    if places.quoted:
        yield from _Explanation(situation, places, weights, phrases).blocks(with_lead=not report)
    yield "---"
    yield phrases.note


def _report(situation: Situation) -> str:
    wanted = _REPORTS.get(situation.question.form)
    found = (relayed(item) for item in situation.findings if item.tool == wanted and item.content)
    return "\n\n".join(text for text in found if text)


def _reported(situation: Situation, report: str, phrases: Phrases) -> Iterator[str]:
    yield phrases.report[_REPORTS[situation.question.form]]
    yield report


def _nothing(situation: Situation, phrases: Phrases) -> str:
    errors = [finding.error for finding in situation.findings if finding.error]
    if errors:
        return phrases.failed.format(errors=" ".join(dict.fromkeys(errors)))
    if not situation.findings:
        return phrases.no_tools
    question = situation.question
    terms = (*question.names, *question.paths) or question.terms or (question.text.strip(),)
    return phrases.nothing.format(terms=phrases.joiner.join(terms[:6]))


class _Explanation:
    """The part of the answer that quotes places."""

    def __init__(
        self, situation: Situation, places: Places, weights: Weights, phrases: Phrases
    ) -> None:
        self._question = situation.question
        self._related = places.related
        self._weights = weights
        self._phrases = phrases
        self._places = self._in_order(places.quoted)
        self._calls = calls(self._places)

    def _in_order(self, quoted: Sequence[Evidence]) -> list[Evidence]:
        if self._question.form is not Form.FLOW:
            return list(quoted)
        return [quoted[place] for place in in_call_order(quoted)]

    def blocks(self, *, with_lead: bool) -> Iterator[str]:
        """Lead, places, related places."""
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
            best = self._phrases.joiner.join(map(_label, self._places[:LEAD_PLACES]))
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
        part = excerpt(block, self._weights)
        title = f"**{number}. `{block.symbol}`**" if block.symbol else f"**{number}.**"
        sentence = summary(block) if not is_prose(block.path) else ""
        heading = f"{title} — {cite(part)}"
        yield f"{heading}  \n{sentence}" if sentence else heading
        yield fenced(part)
        following = [self._places[place].symbol for place in self._calls[number - 1]]
        if following and self._question.form is Form.FLOW:
            names = self._phrases.joiner.join(f"`{name}`" for name in dict.fromkeys(following))
            yield self._phrases.calls.format(names=names)

    def _mention(self, block: Evidence) -> str:
        part = excerpt(block, self._weights)
        symbol = f" `{block.symbol}`" if block.symbol else ""
        sentence = summary(block)
        return f"- {cite(part)}{symbol}" + (f" — {sentence}" if sentence else "")


def _label(block: Evidence) -> str:
    return f"`{block.symbol}` ({cite(block)})" if block.symbol else cite(block)

"""The answer, composed out of evidence: a lead, the places in order with their lines, the rest.

Pure: from a situation to Markdown, block by block. Nothing is claimed that no line shows.
"""

from collections.abc import Iterator
from typing import Final

from chatapp.providers.extractive.conversation import Situation
from chatapp.providers.extractive.documents import passage
from chatapp.providers.extractive.explanation import Explanation
from chatapp.providers.extractive.forms import Form
from chatapp.providers.extractive.phrases import PHRASES, Phrases
from chatapp.providers.extractive.places import Places, choose, judged, missing_words, without
from chatapp.providers.extractive.quoting import as_quotation, cite, quoted
from chatapp.providers.extractive.reasons import Reason, reasons
from chatapp.providers.extractive.reports import opening, relayed
from chatapp.providers.extractive.steps import in_steps
from chatapp.providers.extractive.weights import Weights

_REPORTS: Final = {
    Form.OVERVIEW: "get_overview",
    Form.DEAD_CODE: "get_dead_code",
    Form.RISK: "get_risk",
}
MAX_TERMS: Final = 6


def compose(situation: Situation) -> Iterator[str]:
    """The blocks of the answer, to be joined by blank lines."""
    phrases = PHRASES[situation.question.language]
    if situation.question.form is Form.GREETING:
        yield phrases.greeting
        yield phrases.bare_note
        return
    report = [*_report(situation, phrases), *_document(situation, phrases)]
    places, weights = choose(situation)
    told = reasons(situation, weights, _best(places, weights))
    why = list(_why(situation, phrases, told))
    if not (report or why or places.quoted):
        yield _nothing(situation, phrases)
        yield phrases.bare_note
        return
    yield from report
    yield from why
    missing = missing_words(situation.question, places) if not (report or why) else ()
    if missing:
        yield phrases.unknown.format(terms=phrases.joiner.join(f"**{word}**" for word in missing))
    places = without(places, {reason.path for reason in told} | _explained(situation))
    if places.quoted:
        if situation.question.form is Form.WHY and not why:
            yield phrases.no_reasons
        shown = in_steps(situation, places)
        explanation = Explanation(situation.question, shown, weights, phrases)
        yield from explanation.blocks(with_lead=not (report or why or missing))
    yield "---"
    yield phrases.note


def _best(places: Places, weights: Weights) -> float:
    return max((weights.of(judged(block)) for block in places.quoted), default=0.0)


def _explained(situation: Situation) -> set[str]:
    found = passage(situation)
    return {found.path} if found else set()


def _document(situation: Situation, phrases: Phrases) -> Iterator[str]:
    found = passage(situation)
    if found is not None:
        yield phrases.document.format(place=cite(found))
        yield quoted(found)


def _report(situation: Situation, phrases: Phrases) -> Iterator[str]:
    wanted = _REPORTS.get(situation.question.form)
    for finding in situation.findings:
        if finding.tool == wanted and finding.content:
            yield from opening(finding, phrases)
            yield phrases.report[finding.tool]
            yield relayed(finding)


def _why(situation: Situation, phrases: Phrases, found: tuple[Reason, ...]) -> Iterator[str]:
    if situation.question.form is not Form.WHY or not found:
        return
    yield phrases.reasons
    for reason in found:
        yield reason.source
        yield as_quotation(reason.text)


def _nothing(situation: Situation, phrases: Phrases) -> str:
    errors = [finding.error for finding in situation.findings if finding.error]
    if errors:
        return phrases.failed.format(errors=" ".join(dict.fromkeys(errors)))
    if not situation.findings:
        return phrases.no_tools
    question = situation.question
    words = () if question.han else question.terms
    terms = (*question.names, *question.paths) or words or (question.text.strip(),)
    return phrases.nothing.format(terms=phrases.joiner.join(terms[:MAX_TERMS]))

"""Which tools to call next, by what earlier calls of this turn have shown.

A few rounds: search, read what the hits belong to, read the best definitions of files that were
only outlined, and for questions about a way through the code follow documents and calls. Calls
nothing itself.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from chatapp.domain.json import JsonObject
from chatapp.providers.extractive.conversation import Situation
from chatapp.providers.extractive.documents import to_read_on
from chatapp.providers.extractive.following import call_sites, neighbours
from chatapp.providers.extractive.forms import Form
from chatapp.providers.extractive.opening import CONTEXT, RISK, Wish, first_calls, needs_target
from chatapp.providers.extractive.quoting import is_prose
from chatapp.providers.extractive.ranking import hits
from chatapp.providers.extractive.reading import definitions_to_read, heads_to_read, outlined
from chatapp.providers.extractive.trail import is_documented, unread

MAX_ROUNDS: Final = 3
MAX_FLOW_ROUNDS: Final = 5
MAX_TARGETS: Final = 12
MAX_JUDGED: Final = 3
FIRST_FOLLOWED: Final = 2
_REPORTS: Final = frozenset({Form.OVERVIEW, Form.DEAD_CODE, Form.RISK})


def next_calls(situation: Situation, offered: Sequence[JsonObject]) -> tuple[Wish, ...]:
    """The calls of the next round; none when it is time to answer."""
    question = situation.question
    schemas = {str(function["name"]): _schema(function) for function in _functions(offered)}
    if situation.rounds == 0:
        return tuple(first_calls(question, schemas))
    if situation.rounds == 1 and needs_target(question) and RISK in schemas:
        found = [hit.path for hit in hits(situation.findings, question) if not is_prose(hit.path)]
        return (Wish(RISK, {"targets": found[:MAX_JUDGED]}),) if found else ()
    most = MAX_FLOW_ROUNDS if question.form is Form.FLOW else MAX_ROUNDS
    if situation.rounds >= most or CONTEXT not in schemas or question.form in _REPORTS:
        return ()
    targets = list(dict.fromkeys(_to_read(situation)))[:MAX_TARGETS]
    return (Wish(CONTEXT, {"targets": targets}),) if targets else ()


def _to_read(situation: Situation) -> Iterator[str]:
    form = situation.question.form
    if situation.rounds > 1:
        yield from _followed(situation)
    elif form is Form.CALLERS:
        yield from call_sites(situation)
    else:
        yield from to_read_on(situation)
        if form is Form.WHY:
            yield from heads_to_read(situation)
        yield from definitions_to_read(situation)


def _followed(situation: Situation) -> Iterator[str]:
    """What the documents point at; else, for a way through the code, what is one call away."""
    is_flow = situation.question.form is Form.FLOW
    if is_flow:
        yield from unread(situation)
    if situation.rounds == FIRST_FOLLOWED:
        yield from outlined(situation)
    if is_flow and not is_documented(situation):
        yield from neighbours(situation)


def _functions(offered: Sequence[JsonObject]) -> Iterator[JsonObject]:
    for tool in offered:
        function = tool.get("function")
        if isinstance(function, Mapping):
            yield function


def _schema(function: JsonObject) -> JsonObject:
    parameters = function.get("parameters")
    return parameters if isinstance(parameters, Mapping) else {}

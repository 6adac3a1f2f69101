"""Which tools to call next, by the form of the question and by what earlier calls have shown.

Up to four rounds: search, read what the hits belong to, read the best definitions of files that
were only outlined, and for questions about a way through the code follow the calls. Decides from
what is offered and from each tool's own schema; calls nothing itself.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from chatapp.domain.json import Json, JsonObject
from chatapp.providers.extractive.conversation import Situation
from chatapp.providers.extractive.documents import (
    DOCUMENTS,
    EXPLAINED,
    passage,
    to_read_on,
)
from chatapp.providers.extractive.ends import ends_of
from chatapp.providers.extractive.following import call_sites, neighbours
from chatapp.providers.extractive.forms import Form
from chatapp.providers.extractive.question import Question
from chatapp.providers.extractive.reading import definitions_to_read, outlined
from chatapp.providers.extractive.trail import is_documented, unread

SEARCH: Final = "search_codebase"
CONTEXT: Final = "get_context"
KNOWLEDGE: Final = "rag_search"
MAX_ROUNDS: Final = 3
MAX_FLOW_ROUNDS: Final = 5
MAX_TARGETS: Final = 12
MAX_NAMED: Final = 5
FLOW_HITS: Final = 20
FIRST_FOLLOWED: Final = 2

_TOOLS: Final[Mapping[Form, tuple[str, ...]]] = {
    Form.OVERVIEW: ("get_overview",),
    Form.DEAD_CODE: ("get_dead_code",),
    Form.RISK: ("get_risk", SEARCH),
    Form.WHY: ("get_why", SEARCH, CONTEXT),
    Form.CALLERS: (SEARCH, CONTEXT),
    Form.WHERE: (SEARCH, CONTEXT),
    Form.FLOW: (SEARCH, CONTEXT),
    Form.GENERAL: (SEARCH, CONTEXT),
}
_REPORTS: Final = frozenset({Form.OVERVIEW, Form.DEAD_CODE, Form.RISK})
_FALLBACK: Final = (SEARCH, KNOWLEDGE, "get_overview")

_QUERY_NAMES: Final = ("query", "question", "q", "text")
_PLACE_NAMES: Final = ("targets", "target", "symbols", "symbol", "name")
_PATH_NAMES: Final = ("paths", "path")


@dataclass(frozen=True, slots=True)
class Wish:
    """A call to make."""

    tool: str
    arguments: JsonObject


def next_calls(situation: Situation, offered: Sequence[JsonObject]) -> tuple[Wish, ...]:
    """The calls of the next round; none when it is time to answer."""
    schemas = {str(function["name"]): _schema(function) for function in _functions(offered)}
    if situation.rounds == 0:
        return tuple(_first(situation.question, schemas))
    most = MAX_FLOW_ROUNDS if situation.question.form is Form.FLOW else MAX_ROUNDS
    if situation.rounds >= most or CONTEXT not in schemas:
        return ()
    targets = list(dict.fromkeys(_targets_to_read(situation)))[:MAX_TARGETS]
    return (Wish(CONTEXT, {"targets": targets}),) if targets else ()


def _targets_to_read(situation: Situation) -> Iterator[str]:
    form = situation.question.form
    if form in _REPORTS:
        return
    if situation.rounds == 1 and form is Form.CALLERS:
        yield from call_sites(situation)
    elif situation.rounds == 1:
        yield from _explained(situation)
        yield from definitions_to_read(situation)
    else:
        yield from _followed(situation)


def _explained(situation: Situation) -> Iterator[str]:
    found = passage(situation)
    if found is not None:
        yield to_read_on(found)


def _followed(situation: Situation) -> Iterator[str]:
    """What the documents point at; else, for a way through the code, what is one call away."""
    pointed = list(unread(situation)) if situation.question.form is Form.FLOW else []
    yield from pointed
    if situation.rounds == FIRST_FOLLOWED:
        yield from outlined(situation)
    if situation.question.form is Form.FLOW and not is_documented(situation):
        yield from neighbours(situation)


def queries(question: Question) -> tuple[str, ...]:
    """What to search for, most useful first.

    Code is mostly written in English: a Chinese question is searched by what code would call
    things first, and as it was asked second.
    """
    text = question.text.strip()
    spoken = text.lower()
    more = [word for word in (*question.names, *question.terms) if word.lower() not in spoken]
    if not question.han:
        return (" ".join([text, *more]),)
    english = " ".join(dict.fromkeys((*question.names, *question.paths, *question.terms)))
    return tuple(filter(None, (english, text)))


def _end_queries(question: Question) -> Iterator[str]:
    """For a way between two ends: what is at each of them."""
    ends = ends_of(question.text)
    for words in (ends.start, ends.end) if ends else ():
        yield " ".join(dict.fromkeys((*question.terms[:1], *words)))


def _first(question: Question, schemas: Mapping[str, JsonObject]) -> Iterator[Wish]:
    wanted = [name for name in _TOOLS[question.form] if name in schemas]
    if not wanted or wanted == [CONTEXT]:
        wanted += [name for name in _FALLBACK if name in schemas][:1]
    for name in dict.fromkeys(wanted):
        if name == CONTEXT and not (question.names or question.paths):
            continue
        asked = queries(question)
        if name not in (SEARCH, KNOWLEDGE):
            asked = asked[:1]
        elif question.form is Form.FLOW:
            asked = (*asked, *_end_queries(question))
        for text in asked:
            arguments = _arguments(name, schemas[name], question, text)
            if arguments is not None:
                yield Wish(name, arguments)
    yield from _documents(question, schemas)


def _documents(question: Question, schemas: Mapping[str, JsonObject]) -> Iterator[Wish]:
    properties = schemas.get(SEARCH, {}).get("properties")
    has_filter = isinstance(properties, Mapping) and "path" in properties
    if has_filter and question.form in EXPLAINED:
        yield Wish(SEARCH, {"query": queries(question)[0], "path": DOCUMENTS})


def _functions(offered: Sequence[JsonObject]) -> Iterator[JsonObject]:
    for tool in offered:
        function = tool.get("function")
        if isinstance(function, Mapping):
            yield function


def _schema(function: JsonObject) -> JsonObject:
    parameters = function.get("parameters")
    return parameters if isinstance(parameters, Mapping) else {}


def _arguments(tool: str, schema: JsonObject, question: Question, query: str) -> JsonObject | None:
    """Arguments by the names that the schema uses; None when it requires something else.

    Of a search only the query is given: its path would be a filter.
    """
    properties = schema.get("properties")
    properties = properties if isinstance(properties, Mapping) else {}
    chosen: dict[str, Json] = {}
    if query_name := _first_of(_QUERY_NAMES, properties):
        chosen[query_name] = query
    if tool == SEARCH and question.form is Form.FLOW and "limit" in properties:
        chosen["limit"] = FLOW_HITS
    if tool != SEARCH:
        places = (*question.names, *question.paths)
        chosen |= _targets(_PLACE_NAMES, properties, places)
        chosen |= _targets(_PATH_NAMES, properties, question.paths)
    required = schema.get("required")
    missing = (
        [name for name in required if name not in chosen] if isinstance(required, list) else []
    )
    return None if missing else chosen


def _targets(
    names: Sequence[str], properties: Mapping[str, Json], places: Sequence[str]
) -> dict[str, Json]:
    name = _first_of(names, properties)
    if not name or not places:
        return {}
    return {name: list(places[:MAX_NAMED]) if _is_list(properties[name]) else places[0]}


def _first_of(names: Sequence[str], properties: Mapping[str, Json]) -> str:
    return next((name for name in names if name in properties), "")


def _is_list(schema: Json) -> bool:
    return isinstance(schema, Mapping) and schema.get("type") == "array"

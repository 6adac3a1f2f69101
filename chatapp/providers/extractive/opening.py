"""The first calls for a question: which tools, asked what, by the form of the question.

Decides from what is offered and from each tool's own schema, so that a repository with fewer or
other tools is served as well as it can be.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from chatapp.domain.json import Json, JsonObject
from chatapp.providers.extractive.documents import DOCUMENTS, EXPLAINED
from chatapp.providers.extractive.ends import ends_of
from chatapp.providers.extractive.forms import Form
from chatapp.providers.extractive.question import Question

SEARCH: Final = "search_codebase"
CONTEXT: Final = "get_context"
RISK: Final = "get_risk"
KNOWLEDGE: Final = "rag_search"
MAX_NAMED: Final = 5
FLOW_HITS: Final = 20

_TOOLS: Final[Mapping[Form, tuple[str, ...]]] = {
    Form.OVERVIEW: ("get_overview",),
    Form.DEAD_CODE: ("get_dead_code",),
    Form.RISK: (RISK, CONTEXT),
    Form.WHY: ("get_why", SEARCH, CONTEXT),
    Form.CALLERS: (SEARCH, CONTEXT),
    Form.WHERE: (SEARCH, CONTEXT),
    Form.FLOW: (SEARCH, CONTEXT),
    Form.GENERAL: (SEARCH, CONTEXT),
}
_FALLBACK: Final = (SEARCH, KNOWLEDGE, "get_overview")
_ASKED: Final = frozenset({SEARCH, KNOWLEDGE})
_RISK_TEXT: Final = """
risk risks risky riskiest break breaks broken change changes changed changing modify affected affect
impact hotspot hotspots safe touch parts part biggest highest greatest repository
"""
_RISK_WORDS: Final = frozenset(_RISK_TEXT.split())

_QUERY_NAMES: Final = ("query", "question", "q", "text")
_PLACE_NAMES: Final = ("targets", "target", "symbols", "symbol", "name")
_PATH_NAMES: Final = ("paths", "path")


@dataclass(frozen=True, slots=True)
class Wish:
    """A call to make."""

    tool: str
    arguments: JsonObject


def first_calls(question: Question, schemas: Mapping[str, JsonObject]) -> Iterator[Wish]:
    """The calls of the first round; `schemas` has the parameters of each tool on offer."""
    if question.form is Form.GREETING:
        return
    for name in _tools(question, schemas):
        for text in _texts(name, question):
            arguments = arguments_for(name, schemas[name], question, text)
            if arguments is not None:
                yield Wish(name, arguments)
    if "path" in _properties(schemas.get(SEARCH, {})) and question.form in EXPLAINED:
        words = " ".join(dict.fromkeys((*question.names, *question.paths, *question.terms)))
        yield Wish(SEARCH, {"query": words or question.text, "path": DOCUMENTS})


def _tools(question: Question, schemas: Mapping[str, JsonObject]) -> list[str]:
    has_names = bool(question.names or question.paths)
    wanted = _TOOLS[question.form]
    if needs_target(question):
        wanted = (SEARCH,)
    offered = [name for name in wanted if name in schemas and (name != CONTEXT or has_names)]
    return offered or [name for name in _FALLBACK if name in schemas][:1]


def needs_target(question: Question) -> bool:
    """Whether a question about risk describes the thing at risk and has to be searched for it."""
    if question.form is not Form.RISK or question.names or question.paths:
        return False
    return bool(_subject(question))


def _subject(question: Question) -> tuple[str, ...]:
    """What is at risk, without the words that ask for the risk."""
    return tuple(term for term in question.terms if term not in _RISK_WORDS)


def _texts(tool: str, question: Question) -> tuple[str, ...]:
    asked = queries(question)
    if tool not in _ASKED:
        return asked[:1]
    return (*asked, *_end_queries(question)) if question.form is Form.FLOW else asked


def queries(question: Question) -> tuple[str, ...]:
    """What to search for, most useful first.

    Code is mostly written in English: a Chinese question is searched by what code would call
    things first, and as it was asked second.
    """
    if needs_target(question):
        return (" ".join(_subject(question)),)
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


def arguments_for(
    tool: str, schema: JsonObject, question: Question, query: str
) -> JsonObject | None:
    """Arguments by the names that the schema uses; None when it requires something else.

    Of a search only the query is given: its path would be a filter.
    """
    properties = _properties(schema)
    chosen: dict[str, Json] = {}
    if query_name := _first_of(_QUERY_NAMES, properties):
        chosen[query_name] = query
    if tool in _ASKED:
        chosen |= {"limit": FLOW_HITS} if _is_wide(question, properties) else {}
    else:
        chosen |= _targets(_PLACE_NAMES, properties, (*question.names, *question.paths))
        chosen |= _targets(_PATH_NAMES, properties, question.paths)
    if question.form is Form.DEAD_CODE and "tier" in properties:
        chosen["tier"] = "all"
    required = schema.get("required")
    is_complete = not isinstance(required, list) or all(name in chosen for name in required)
    return chosen if is_complete else None


def _is_wide(question: Question, properties: JsonObject) -> bool:
    return question.form is Form.FLOW and "limit" in properties


def _properties(schema: JsonObject) -> JsonObject:
    properties = schema.get("properties")
    return properties if isinstance(properties, Mapping) else {}


def _targets(names: Sequence[str], properties: JsonObject, places: Sequence[str]) -> JsonObject:
    name = _first_of(names, properties)
    if not name or not places:
        return {}
    return {name: list(places[:MAX_NAMED]) if _is_list(properties[name]) else places[0]}


def _first_of(names: Sequence[str], properties: Mapping[str, Json]) -> str:
    return next((name for name in names if name in properties), "")


def _is_list(schema: Json) -> bool:
    return isinstance(schema, Mapping) and schema.get("type") == "array"

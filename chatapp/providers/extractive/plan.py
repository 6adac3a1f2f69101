"""Which tools to call for a question, by its form; at most two rounds of calls.

Decides from what is offered and from each tool's own schema, so that a repository with fewer or
other tools is served as well as it can be. Calls nothing itself.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from chatapp.domain.evidence import parse_evidence
from chatapp.domain.json import Json, JsonObject
from chatapp.providers.extractive.conversation import Situation
from chatapp.providers.extractive.forms import Form
from chatapp.providers.extractive.question import Question

SEARCH: Final = "search_codebase"
CONTEXT: Final = "get_context"
KNOWLEDGE: Final = "rag_search"
MAX_ROUNDS: Final = 2
MAX_TARGETS: Final = 5

_TOOLS: Final[Mapping[Form, tuple[str, ...]]] = {
    Form.OVERVIEW: ("get_overview",),
    Form.DEAD_CODE: ("get_dead_code",),
    Form.RISK: ("get_risk", SEARCH),
    Form.WHY: ("get_why", SEARCH),
    Form.CALLERS: (SEARCH, CONTEXT),
    Form.WHERE: (SEARCH, CONTEXT),
    Form.FLOW: (SEARCH, CONTEXT),
    Form.GENERAL: (SEARCH, CONTEXT),
}
_FALLBACK: Final = (SEARCH, KNOWLEDGE, "get_overview")

_QUERY_NAMES: Final = ("query", "question", "q", "text")
_TARGET_NAMES: Final = ("targets", "target", "paths", "path", "symbols", "symbol", "name")


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
    if situation.rounds < MAX_ROUNDS:
        return tuple(_closer(situation, schemas))
    return ()


def query(question: Question) -> str:
    """What to search for: the question, and the words that it does not spell out itself."""
    text = question.text.strip()
    spoken = text.lower()
    more = [word for word in (*question.names, *question.terms) if word.lower() not in spoken]
    return " ".join([text, *more])


def _first(question: Question, schemas: Mapping[str, JsonObject]) -> Iterator[Wish]:
    wanted = [name for name in _TOOLS[question.form] if name in schemas]
    if not wanted or wanted == [CONTEXT]:
        wanted += [name for name in _FALLBACK if name in schemas][:1]
    targets = (*question.names, *question.paths)[:MAX_TARGETS]
    for name in dict.fromkeys(wanted):
        if name == CONTEXT and not targets:
            continue
        arguments = _arguments(schemas[name], query(question), targets)
        if arguments is not None:
            yield Wish(name, arguments)


def _closer(situation: Situation, schemas: Mapping[str, JsonObject]) -> Iterator[Wish]:
    """Read the best hits in full, unless the first round was a report or has shown them."""
    is_report = situation.question.form in (Form.OVERVIEW, Form.DEAD_CODE)
    if is_report or CONTEXT not in schemas:
        return
    targets = tuple(_best_targets(situation))[:MAX_TARGETS]
    arguments = _arguments(schemas[CONTEXT], query(situation.question), targets)
    if targets and arguments is not None:
        yield Wish(CONTEXT, arguments)


def _best_targets(situation: Situation) -> Iterator[str]:
    """The files of the best hits, each once, that have not been read closer already."""
    read = {
        block.path
        for finding in situation.findings
        if finding.tool == CONTEXT
        for block in parse_evidence(finding.content)
    }
    hits = (
        block.path
        for finding in situation.findings
        if finding.tool != CONTEXT
        for block in parse_evidence(finding.content)
    )
    yield from (path for path in dict.fromkeys(hits) if path not in read)


def _functions(offered: Sequence[JsonObject]) -> Iterator[JsonObject]:
    for tool in offered:
        function = tool.get("function")
        if isinstance(function, Mapping):
            yield function


def _schema(function: JsonObject) -> JsonObject:
    parameters = function.get("parameters")
    return parameters if isinstance(parameters, Mapping) else {}


def _arguments(schema: JsonObject, text: str, targets: Sequence[str]) -> JsonObject | None:
    """Arguments by the names that the schema uses; None when it requires something else."""
    properties = schema.get("properties")
    properties = properties if isinstance(properties, Mapping) else {}
    chosen: dict[str, Json] = {}
    query_name = _first_of(_QUERY_NAMES, properties)
    if query_name:
        chosen[query_name] = text
    target_name = _first_of(_TARGET_NAMES, properties)
    if target_name and targets:
        is_list = _type(properties[target_name]) == "array"
        chosen[target_name] = list(targets) if is_list else targets[0]
    required = schema.get("required")
    missing = (
        [name for name in required if name not in chosen] if isinstance(required, list) else []
    )
    return None if missing else chosen


def _first_of(names: Sequence[str], properties: Mapping[str, Json]) -> str:
    return next((name for name in names if name in properties), "")


def _type(schema: Json) -> Json:
    return schema.get("type") if isinstance(schema, Mapping) else None

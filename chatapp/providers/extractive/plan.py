"""Which tools to call for a question, by its form; at most two rounds of calls.

Decides from what is offered and from each tool's own schema, so that a repository with fewer or
other tools is served as well as it can be. Calls nothing itself.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from chatapp.domain.evidence import Evidence, parse_evidence
from chatapp.domain.json import Json, JsonObject
from chatapp.providers.extractive.conversation import Finding, Situation
from chatapp.providers.extractive.forms import Form
from chatapp.providers.extractive.question import Question

SEARCH: Final = "search_codebase"
CONTEXT: Final = "get_context"
KNOWLEDGE: Final = "rag_search"
MAX_ROUNDS: Final = 2
MAX_TARGETS: Final = 8
CODE_KINDS: Final = frozenset(
    ["function", "method", "class", "interface", "struct", "trait", "enum", "type", "module"]
)

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
_PLACE_NAMES: Final = ("targets", "target", "symbols", "symbol", "name")
_PATH_NAMES: Final = ("paths", "path")
_USED_BY: Final = re.compile(r"^Used by: (.+)$", re.MULTILINE)
_CALL_PLACE: Final = re.compile(r"([^\s;]+):(\d+)\b")
AROUND_LINES: Final = 2


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
    for name in dict.fromkeys(wanted):
        if name == CONTEXT and not (question.names or question.paths):
            continue
        arguments = _arguments(name, schemas[name], question)
        if arguments is not None:
            yield Wish(name, arguments)


def _closer(situation: Situation, schemas: Mapping[str, JsonObject]) -> Iterator[Wish]:
    """Read the best hits in full, or for "who calls this" the lines around the calls."""
    is_report = situation.question.form in (Form.OVERVIEW, Form.DEAD_CODE)
    if is_report or CONTEXT not in schemas:
        return
    callers = situation.question.form is Form.CALLERS
    found = _call_sites(situation.findings) if callers else _best_symbols(situation.findings)
    targets = list(dict.fromkeys(found))[:MAX_TARGETS]
    if targets:
        yield Wish(CONTEXT, {"targets": targets})


def _call_sites(findings: Sequence[Finding]) -> Iterator[str]:
    """The lines around each place that `get_context` names as a caller."""
    for finding in findings:
        for links in _USED_BY.findall(finding.content if finding.tool == CONTEXT else ""):
            for path, line in _CALL_PLACE.findall(links):
                first = max(1, int(line) - AROUND_LINES)
                yield f"{path}:{first}-{int(line) + AROUND_LINES}"


def _best_symbols(findings: Sequence[Finding]) -> Iterator[str]:
    """The definitions that the best hits belong to, unless they have been read already."""
    blocks = [(finding.tool, block) for finding in findings for block in _blocks(finding)]
    read = {(block.path, block.symbol) for tool, block in blocks if tool == CONTEXT}
    for tool, block in blocks:
        is_code = block.symbol and block.kind in CODE_KINDS
        if tool == SEARCH and is_code and (block.path, block.symbol) not in read:
            yield f"{block.path}::{block.symbol}"


def _blocks(finding: Finding) -> Iterator[Evidence]:
    return parse_evidence(finding.content)


def _functions(offered: Sequence[JsonObject]) -> Iterator[JsonObject]:
    for tool in offered:
        function = tool.get("function")
        if isinstance(function, Mapping):
            yield function


def _schema(function: JsonObject) -> JsonObject:
    parameters = function.get("parameters")
    return parameters if isinstance(parameters, Mapping) else {}


def _arguments(tool: str, schema: JsonObject, question: Question) -> JsonObject | None:
    """Arguments by the names that the schema uses; None when it requires something else.

    Of a search only the query is given: its path would be a filter.
    """
    properties = schema.get("properties")
    properties = properties if isinstance(properties, Mapping) else {}
    chosen: dict[str, Json] = {}
    if query_name := _first_of(_QUERY_NAMES, properties):
        chosen[query_name] = query(question)
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
    return {name: list(places[:MAX_TARGETS]) if _is_list(properties[name]) else places[0]}


def _first_of(names: Sequence[str], properties: Mapping[str, Json]) -> str:
    return next((name for name in names if name in properties), "")


def _is_list(schema: Json) -> bool:
    return isinstance(schema, Mapping) and schema.get("type") == "array"

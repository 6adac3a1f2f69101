"""Makers of evidence and conversations for the tests of the extractive provider."""

from chatapp.domain.evidence import Evidence
from chatapp.domain.json import JsonObject
from chatapp.domain.messages import WireMessage
from chatapp.domain.sources import LineRange
from chatapp.domain.tools import ToolSpec
from chatapp.providers.extractive.conversation import Situation, situation


def block(
    content: str, path: str = "src/app.py", start: int = 1, symbol: str = "", kind: str = "function"
) -> Evidence:
    end = start + content.count("\n")
    return Evidence(path, LineRange(start, end), content, symbol, kind if symbol else "text")


def function(name: str, body: str, path: str, start: int = 10, doc: str = "") -> Evidence:
    lines = [f"def {name}(request):"]
    lines += [f'    """{doc}"""'] if doc else []
    lines += [f"    {line}" for line in body.split("\n")]
    return block("\n".join(lines), path, start, name)


def result(*blocks: Evidence, text: str = "") -> str:
    return "\n\n".join(filter(None, [text, *(item.render() for item in blocks)]))


def asked(question: str, *results: tuple[str, str]) -> list[WireMessage]:
    """A conversation in which each (tool, content) was one call of one round."""
    messages: list[WireMessage] = [{"role": "user", "content": question}]
    for number, (tool, content) in enumerate(results):
        call_id = f"c{number}"
        function = {"name": tool, "arguments": "{}"}
        messages += [
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [{"id": call_id, "type": "function", "function": function}],
            },
            {"role": "tool", "tool_call_id": call_id, "name": tool, "content": content},
        ]
    return messages


def after(question: str, *results: tuple[str, str]) -> Situation:
    return situation(asked(question, *results))


def offer(name: str, required: tuple[str, ...] = (), **properties: str) -> JsonObject:
    schema = {name: {"type": kind} for name, kind in properties.items()}
    parameters = {"type": "object", "properties": schema, "required": list(required)}
    return ToolSpec(name, name, parameters).as_function()


SEARCH = offer("search_codebase", ("query",), query="string", path="string")
CONTEXT = offer("get_context", ("targets",), targets="array")
OVERVIEW = offer("get_overview")
WHY = offer("get_why", question="string", path="string")
RISK = offer("get_risk", targets="array")
DEAD_CODE = offer("get_dead_code", tier="string")
ALL = (OVERVIEW, SEARCH, CONTEXT, WHY, RISK, DEAD_CODE)


def page(
    item: Evidence, *, used_by: str = "", uses: str = "", outline: tuple[str, ...] = ()
) -> str:
    """A page as `get_context` writes it; `outline` lines are ``12-20 function def f()``."""
    title = item.symbol or item.path
    lines = [f"## {title} ({item.path}:{item.lines.start}-{item.lines.end}, python)"]
    lines += ["Outline:", *(f"- {line}" for line in outline)] if outline else []
    lines += [f"Used by: {used_by}"] if used_by else []
    lines += [f"Uses: {uses}"] if uses else []
    return "\n".join([*lines, "", item.render()])


def pages(*shown: str) -> tuple[str, str]:
    return ("get_context", "\n\n".join(shown))


def hits(*found: Evidence) -> tuple[str, str]:
    return ("search_codebase", result(*found))

"""The reference of all tools as Markdown, from the registry: what stands in ``docs/tools.md``.

Written by ``scripts/tools_reference.py``; a test holds the document to it.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from chatapp.codebase.tools.registry import ENTRIES, ToolEntry
from chatapp.codebase.tools.surface import CONFIG_PATH, LEAN
from chatapp.domain.json import Json

_HEAD: Final = f"""# Tools

Generated from the registry (`chatapp/codebase/tools/registry.py`); do not edit by hand.

Every result names the indexed commit, whether the branch has moved since, and what was ignored in
the call. Lines are 1-based and counted by LF. What did not fit the size limit is listed under
`more` as calls that fetch it.

The chat offers the tools marked with a dot, MCP clients all of them. A repository chooses with
`tools` in its `{CONFIG_PATH}`: a list of names, a list of `+name` and `-name`, `all`,
or `lean` ({", ".join(LEAN)}).
"""


def markdown() -> str:
    """The whole document."""
    return "\n".join([_HEAD, *_table(), *(line for entry in ENTRIES for line in _section(entry))])


def _table() -> Iterator[str]:
    yield "| tool | chat | artifact | what for |"
    yield "|---|---|---|---|"
    for entry in ENTRIES:
        dot = "•" if entry.is_for_chat else ""
        link = f"[`{entry.name}`](#{entry.name})"
        yield f"| {link} | {dot} | `{entry.artifact_type}` | {entry.title} |"
    yield ""


def _section(entry: ToolEntry) -> Iterator[str]:
    spec = entry.spec
    yield f"## {entry.name}\n"
    yield f"{spec.description}\n"
    arguments = _mapping(spec.parameters["properties"])
    required = spec.parameters["required"]
    for name, value in arguments.items():
        schema = _mapping(value)
        yield f"- `{name}`{_kind(schema, name, required)}: {schema['description']}"
    if arguments:
        yield ""
    yield f"Result: {', '.join(f'`{name}`' for name in _fields(entry))}.\n"


def _kind(schema: Mapping[str, Json], name: str, required: Json) -> str:
    words = [str(schema["type"])]
    if isinstance(required, list) and name in required:
        words.append("required")
    if "default" in schema:
        words.append(f"default {schema['default']}")
    return f" ({', '.join(words)})"


def _fields(entry: ToolEntry) -> list[str]:
    return list(_mapping(entry.output_schema["properties"]))


def _mapping(value: Json) -> Mapping[str, Json]:
    return value if isinstance(value, Mapping) else {}

"""From a source file to its symbols, uses, imports and comments, for every language alike.

Pure: text in, values out. What differs between languages is in their `Grammar`. Called by
`chatapp.codebase.parse.file`, in the index job's worker processes.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tree_sitter import Node

from chatapp.codebase.parse import definitions
from chatapp.codebase.parse.grammar import Grammar
from chatapp.codebase.parse.imports import read_import
from chatapp.codebase.parse.model import Extracted, Import, Span, Symbol, Use
from chatapp.codebase.parse.syntax import SCOPE, Captures, Findings, find, grammar_of

MAX_SYMBOLS: Final = 10_000

CLASSES: Final = frozenset({"class", "interface", "struct", "trait", "enum", "module", "scope"})
FUNCTIONS: Final = frozenset({"function", "method"})
VAGUE: Final = frozenset({"constant", "variable", "type"})

_ASSERTION: Final = re.compile(r"assert[A-Z]\w*$")
"""A test framework's own vocabulary: every seventh use in a large repository."""

_PLAIN: Final = re.compile(r"[\w.:$@>-]{1,80}")
_JOINTS: Final = re.compile(r"::|->|\.")


@dataclass(slots=True)
class _Draft:
    """A definition on its way to a `Symbol`."""

    node: Node
    outer: Node
    name: str
    kind: str
    owner: str
    around: "_Draft | None" = None
    complexity: int = 1
    ordinal: int | None = None
    qualified_name: str = ""
    is_exported: bool = True


def extract(text: str, language: str) -> Extracted:
    """Everything the language's grammar finds; nothing for a language without one."""
    grammar = grammar_of(language)
    if grammar is None:
        return Extracted()
    source = text.encode()
    findings = find(source, language)
    drafts = _nested(list(_drafts(findings, source, grammar)))
    owners = _Owners(drafts)
    for position in findings.branches:
        owners.count_branch(position)
    offered = {_text(node, source) for node in findings.exported}
    symbols = tuple(_symbols(drafts, source, grammar, offered))
    return Extracted(
        symbols,
        _uses(findings, source, owners, grammar.ignored),
        _imports(findings, source, language),
        _comment_blocks(findings),
        _summary(findings, source, grammar),
    )


def _drafts(findings: Findings, source: bytes, grammar: Grammar) -> Iterator[_Draft]:
    """One draft a node; patterns overlap, and the more exact kind wins."""
    kept: dict[int, tuple[Node, str, Captures]] = {}
    for found in findings.definitions:
        node, kind, _captures = found
        if node.id not in kept or kind not in VAGUE:
            kept[node.id] = found
    for node, kind, captures in list(kept.values())[:MAX_SYMBOLS]:
        name = _text(captures["name"][0], source)
        owner = _text(captures["owner"][0], source) if "owner" in captures else ""
        yield _Draft(node, definitions.outermost(node, grammar), name, kind, owner)


def _nested(drafts: list[_Draft]) -> list[_Draft]:
    """The drafts in order of position, each knowing the one around it."""
    drafts.sort(key=lambda draft: (draft.outer.start_byte, -draft.outer.end_byte))
    stack: list[_Draft] = []
    for draft in drafts:
        while stack and stack[-1].outer.end_byte <= draft.outer.start_byte:
            stack.pop()
        draft.around = stack[-1] if stack else None
        stack.append(draft)
    return drafts


class _Owners:
    """Finds the innermost definition around a position; positions may come in any order."""

    def __init__(self, drafts: list[_Draft]) -> None:
        self._starts = [draft.outer.start_byte for draft in drafts]
        self._drafts = drafts

    def at(self, position: int) -> _Draft | None:
        """The innermost definition that holds the byte at `position`."""
        index = bisect_right(self._starts, position) - 1
        draft = self._drafts[index] if index >= 0 else None
        while draft is not None and draft.outer.end_byte <= position:
            draft = draft.around
        return draft

    def count_branch(self, position: int) -> None:
        """Add one way to the function around `position`."""
        draft = self.at(position)
        while draft is not None and draft.kind not in FUNCTIONS:
            draft = draft.around
        if draft is not None:
            draft.complexity += 1


def _symbols(
    drafts: list[_Draft], source: bytes, grammar: Grammar, offered: set[str]
) -> Iterator[Symbol]:
    by_name: dict[str, int] = {}
    number = 0
    for draft in drafts:
        _settle(draft, source, grammar, offered)
        if draft.kind == SCOPE:
            continue
        draft.ordinal = number
        number += 1
        by_name.setdefault(draft.name, draft.ordinal)
        yield _symbol(draft, source, grammar, by_name)


def _settle(draft: _Draft, source: bytes, grammar: Grammar, offered: set[str]) -> None:
    around = draft.around
    prefix = draft.owner.replace("::", ".") or (around.qualified_name if around else "")
    draft.qualified_name = f"{prefix}.{draft.name}" if prefix else draft.name
    is_member = bool(draft.owner) or (around is not None and around.kind in CLASSES)
    if draft.kind == "function" and is_member and not _is_module(around):
        draft.kind = "method"
    header = definitions.header_of(draft.node, draft.outer, source)
    draft.is_exported = draft.name in offered or grammar.is_exported(
        draft.name, header, is_parent_exported=_offers_members(around)
    )


def _is_module(draft: _Draft | None) -> bool:
    return draft is not None and draft.kind == SCOPE and draft.node.type == "namespace_definition"


def _offers_members(around: _Draft | None) -> bool | None:
    if around is None or around.kind == SCOPE:
        return None
    return around.is_exported and around.kind not in FUNCTIONS


def _symbol(draft: _Draft, source: bytes, grammar: Grammar, by_name: dict[str, int]) -> Symbol:
    header = definitions.header_of(draft.node, draft.outer, source)
    is_function = draft.kind in FUNCTIONS
    end = draft.outer.end_point
    return Symbol(
        draft.name,
        draft.qualified_name,
        draft.kind,
        _parent(draft, by_name),
        draft.outer.start_point.row + 1,
        end.row + (end.column > 0 or end.row == draft.outer.start_point.row),
        definitions.signature_of(header, is_value=draft.kind in VAGUE),
        definitions.docstring_of(draft.node, draft.outer, source, grammar),
        definitions.decorators_of(draft.outer, source),
        draft.is_exported,
        draft.complexity if is_function else None,
        definitions.parameters_of(draft.node) if is_function else None,
    )


def _parent(draft: _Draft, by_name: dict[str, int]) -> int | None:
    if draft.owner:
        return by_name.get(draft.owner.rpartition("::")[2])
    around = draft.around
    if around is not None and around.kind == SCOPE:
        return by_name.get(around.name)
    return around.ordinal if around is not None else None


def _uses(
    findings: Findings, source: bytes, owners: _Owners, ignored: frozenset[str]
) -> tuple[Use, ...]:
    counts: dict[tuple[int | None, str, str, str], list[int]] = {}
    for node, kind, qualifier in findings.uses:
        name = _text(node, source)
        if (qualifier is None and name in ignored) or _ASSERTION.match(name):
            continue
        owner = owners.at(node.start_byte)
        key = (owner.ordinal if owner else None, name, _qualifier(qualifier, source), kind)
        line = node.start_point.row + 1
        found = counts.setdefault(key, [line, 0])
        found[0] = min(found[0], line)
        found[1] += 1
    uses = [
        Use(line, name, qualifier, kind, ordinal, times)
        for (ordinal, name, qualifier, kind), (line, times) in counts.items()
    ]
    return tuple(sorted(uses, key=_use_order))


def _use_order(use: Use) -> tuple[int, str, str, str, int]:
    return (use.line, use.name, use.qualifier, use.kind, -1 if use.source is None else use.source)


def _qualifier(node: Node | None, source: bytes) -> str:
    if node is None:
        return ""
    if node.end_byte - node.start_byte > 80:
        return "?"
    text = _text(node, source).replace("super()", "super")
    return _JOINTS.sub(".", text).removeprefix("$") if _PLAIN.fullmatch(text) else "?"


def _imports(findings: Findings, source: bytes, language: str) -> tuple[Import, ...]:
    found: dict[Import, None] = {}
    for captures in findings.imports:
        for item in read_import(_import_words(captures, source), language):
            found[item] = None
    return tuple(sorted(found))


def _import_words(captures: Captures, source: bytes) -> Import:
    node = captures["module"][0]
    words = {
        label: _text(captures[label][0], source) if label in captures else ""
        for label in ("module", "imported", "alias")
    }
    return Import(node.start_point.row + 1, words["module"], words["imported"], words["alias"])


def _comment_blocks(findings: Findings) -> tuple[Span, ...]:
    """Comments on adjoining lines in the same column as one block."""
    blocks: list[Span] = []
    column = -1
    for first, last, start_column in sorted(findings.comments):
        if blocks and blocks[-1].end_line == first and column == start_column:
            blocks[-1] = Span(blocks[-1].start_line, last + 1)
        else:
            blocks.append(Span(first + 1, last + 1))
        column = start_column
    return tuple(blocks)


def _summary(findings: Findings, source: bytes, grammar: Grammar) -> str:
    if not grammar.has_inner_docstring:
        return ""
    return definitions.first_string(findings.root, source).split("\n", 1)[0]


def _text(node: Node, source: bytes) -> str:
    return source[node.start_byte : node.end_byte].decode("utf-8", "replace")

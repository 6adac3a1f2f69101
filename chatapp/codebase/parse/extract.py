"""From a source file to its symbols, uses, imports and comments, for every language alike.

Pure: text in, values out. What differs between languages is in their `Grammar`. Called by
`chatapp.codebase.parse.file`, in the index job's worker processes.
"""

from collections.abc import Iterator
from typing import Final

from tree_sitter import Node

from chatapp.codebase.parse import definitions
from chatapp.codebase.parse.grammar import Grammar
from chatapp.codebase.parse.imports import read_import
from chatapp.codebase.parse.model import Extracted, Import, Span, Symbol
from chatapp.codebase.parse.nesting import FUNCTIONS, Draft, Owners, nested
from chatapp.codebase.parse.syntax import SCOPE, Captures, Findings, find, grammar_of, text_of
from chatapp.codebase.parse.uses import uses_of

MAX_SYMBOLS: Final = 10_000

CLASSES: Final = frozenset({"class", "interface", "struct", "trait", "enum", "module", "scope"})
VAGUE: Final = frozenset({"constant", "variable", "type"})


def extract(text: str, language: str) -> Extracted:
    """Everything the language's grammar finds; nothing for a language without one."""
    grammar = grammar_of(language)
    if grammar is None:
        return Extracted()
    source = text.encode()
    findings = find(source, language)
    drafts = nested(list(_drafts(findings, source, grammar)))
    owners = Owners(drafts)
    for position in findings.branches:
        owners.count_branch(position)
    offered = {text_of(node, source) for node in findings.exported}
    symbols = tuple(_symbols(drafts, source, grammar, offered))
    return Extracted(
        symbols,
        uses_of(findings, source, owners, grammar.ignored),
        _imports(findings, source, language),
        _comment_blocks(findings),
        _summary(findings, source, grammar),
    )


def _drafts(findings: Findings, source: bytes, grammar: Grammar) -> Iterator[Draft]:
    """One draft a node; patterns overlap, and the more exact kind wins."""
    kept: dict[int, tuple[Node, str, Captures]] = {}
    for found in findings.definitions:
        node, kind, _captures = found
        if node.id not in kept or kind not in VAGUE:
            kept[node.id] = found
    for node, kind, captures in list(kept.values())[:MAX_SYMBOLS]:
        name = text_of(captures["name"][0], source)
        owner = text_of(captures["owner"][0], source) if "owner" in captures else ""
        yield Draft(node, definitions.outermost(node, grammar), name, kind, owner)


def _symbols(
    drafts: list[Draft], source: bytes, grammar: Grammar, offered: set[str]
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


def _settle(draft: Draft, source: bytes, grammar: Grammar, offered: set[str]) -> None:
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


def _is_module(draft: Draft | None) -> bool:
    return draft is not None and draft.kind == SCOPE and draft.node.type == "namespace_definition"


def _offers_members(around: Draft | None) -> bool | None:
    if around is None or around.kind == SCOPE:
        return None
    return around.is_exported and around.kind not in FUNCTIONS


def _symbol(draft: Draft, source: bytes, grammar: Grammar, by_name: dict[str, int]) -> Symbol:
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


def _parent(draft: Draft, by_name: dict[str, int]) -> int | None:
    if draft.owner:
        return by_name.get(draft.owner.rpartition("::")[2])
    around = draft.around
    if around is not None and around.kind == SCOPE:
        return by_name.get(around.name)
    return around.ordinal if around is not None else None


def _imports(findings: Findings, source: bytes, language: str) -> tuple[Import, ...]:
    found: dict[Import, None] = {}
    for captures in findings.imports:
        for item in read_import(_import_words(captures, source), language):
            found[item] = None
    return tuple(sorted(found))


def _import_words(captures: Captures, source: bytes) -> Import:
    node = captures["module"][0]
    words = {
        label: text_of(captures[label][0], source) if label in captures else ""
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

"""Running a grammar's query over a source and sorting what it captures.

The only module besides `definitions` that touches tree-sitter's objects; they do not outlive one
file. Grammars and queries are loaded once per process.
"""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tree_sitter import Language, Node, Parser, Query, QueryCursor

from chatapp.codebase.parse.effort import MAX_TREE_DEPTH, deepest, parse_within_limits
from chatapp.codebase.parse.grammar import Grammar
from chatapp.codebase.parse.grammars import GRAMMARS

Captures = Mapping[str, Sequence[Node]]

USE_KINDS: Final = ("call", "inherit", "decorate")
MATCH_LIMIT: Final = 256
"""Unfinished matches kept at once; real sources need a few dozen, hostile ones would need all."""

HOPELESS_TOKENS: Final = 10_000
DEFINITION: Final = "def."
SCOPE: Final = "scope"


@dataclass(slots=True)
class Findings:
    """Captured nodes of one file by what they are for."""

    root: Node
    definitions: list[tuple[Node, str, Captures]] = field(default_factory=list)
    uses: list[tuple[Node, str, Node | None]] = field(default_factory=list)
    imports: list[Captures] = field(default_factory=list)
    branches: list[int] = field(default_factory=list)
    comments: list[tuple[int, int, int]] = field(default_factory=list)
    exported: list[Node] = field(default_factory=list)


def find(source: bytes, language: str) -> Findings:
    """Parse `source` (UTF-8) and collect what the language's query captures."""
    parser, query = _loaded(language)
    root = parse_within_limits(parser, source)
    findings = Findings(root)
    if not _is_hopeless(root):
        for _pattern, captures in QueryCursor(query, match_limit=MATCH_LIMIT).matches(
            findings.root
        ):
            _sort(captures, findings)
    return findings


def _is_hopeless(root: Node) -> bool:
    """Whether the tree is one that a query would take minutes for.

    It takes time by the square of the tokens below one error, and of the depth.
    """
    if deepest(root) > MAX_TREE_DEPTH:
        return True
    if not root.has_error or root.descendant_count < HOPELESS_TOKENS:
        return False
    errors = [root] if root.is_error else [child for child in root.children if child.is_error]
    inner = [child for error in errors for child in error.children if child.is_error]
    return any(node.child_count >= HOPELESS_TOKENS for node in [*errors, *inner])


def grammar_of(language: str) -> Grammar | None:
    """The grammar of a language, None when it is read as plain text."""
    return GRAMMARS.get(language)


def text_of(node: Node, source: bytes) -> str:
    """The source of a node."""
    return source[node.start_byte : node.end_byte].decode("utf-8", "replace")


@functools.cache
def _loaded(language: str) -> tuple[Parser, Query]:
    grammar = GRAMMARS[language]
    loaded = Language(grammar.load())
    return Parser(loaded), Query(loaded, grammar.query)


def _sort(captures: Captures, findings: Findings) -> None:
    if "branch" in captures:
        findings.branches.append(captures["branch"][0].start_byte)
    elif "comment" in captures:
        node = captures["comment"][0]
        start, end = node.start_point, node.end_point
        findings.comments.append((start.row, end.row - (end.column == 0), start.column))
    elif "module" in captures:
        findings.imports.append(captures)
    elif "exported" in captures:
        findings.exported.extend(captures["exported"])
    else:
        _sort_name(captures, findings)


def _sort_name(captures: Captures, findings: Findings) -> None:
    for kind in USE_KINDS:
        if kind in captures:
            qualifiers = captures.get("qualifier")
            findings.uses.append((captures[kind][0], kind, qualifiers[0] if qualifiers else None))
            return
    for label, nodes in captures.items():
        if label == SCOPE or label.startswith(DEFINITION):
            findings.definitions.append((nodes[0], label.removeprefix(DEFINITION), captures))
            return

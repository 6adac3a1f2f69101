"""One definition's own words: where it begins with its decorators, its signature, its docs.

Works on tree-sitter nodes of any language; `chatapp.codebase.parse.extract` nests the results.
"""

import inspect
import re
from collections.abc import Iterator
from typing import Final

from tree_sitter import Node

from chatapp.codebase.parse.grammar import Grammar

MAX_SIGNATURE: Final = 300
MAX_VALUE: Final = 100
MAX_DOCSTRING: Final = 600

_DECORATORS: Final = frozenset(
    {
        "decorator",
        "marker_annotation",
        "annotation",
        "attribute_list",
        "attribute",
        "attribute_item",
    }
)
_GROUPS: Final = frozenset(
    f"{word}_declaration" for word in ("lexical", "variable", "type", "const", "var")
)
_BODY_TYPES: Final = re.compile(r"(.*_)?(body|block|declaration_list)$")
_ANNOTATION: Final = re.compile(r"^(?:@[\w.:]+(?:\([^()]*\))?|\[[^\]]*\]|#\[[^\]]*\])\s*")
_COMMENT_LINE: Final = re.compile(r"\s*(#(?!\w)|//|/\*|\*(?=\s|/|$))")
_SPACES: Final = re.compile(r"\s+")
_TAIL: Final = re.compile(r"[\s{:=]+$|\s*=>\s*$")
_COMMENT_MARK: Final = re.compile(r"^\s*(?:/\*+!?|\*+/|\*|//[/!]?|#+|--)? ?|\s*\*+/\s*$")
_QUOTES: Final = re.compile(r"^[rRuUbBfF]*(\"\"\"|'''|\"|')|(\"\"\"|'''|\"|')$")


def outermost(node: Node, grammar: Grammar) -> Node:
    """The node with its decorators or ``export`` around it."""
    outer, parent = node, node.parent
    while parent is not None and parent.type in grammar.wrappers:
        if parent.type in _GROUPS and parent.named_child_count > 1:
            break  # one of several in a group: the group is not its own
        outer, parent = parent, parent.parent
    return outer


def body_of(node: Node) -> Node | None:
    """The part of a definition that is not its header."""
    value = node.child_by_field_name("value")
    for place in (node, value):
        body = place.child_by_field_name("body") if place is not None else None
        if body is not None:
            return body
    children = reversed(node.named_children)
    return next((child for child in children if _BODY_TYPES.match(child.type)), None)


def header_of(node: Node, outer: Node, source: bytes) -> str:
    """The text before the body, in one line, without annotations."""
    start = node.start_byte if outer.type == "decorated_definition" else outer.start_byte
    body = body_of(node)
    end = body.start_byte if body is not None else node.end_byte
    text = source[start : min(end, start + 4 * MAX_SIGNATURE)].decode("utf-8", "replace")
    if body is None:
        text = text.split("\n", 1)[0] if "(" not in text.split("\n", 1)[0] else text
    lines = (line for line in text.split("\n") if not _COMMENT_LINE.match(line))
    return _without_annotations(_SPACES.sub(" ", " ".join(lines)).strip())


def signature_of(header: str, *, is_value: bool) -> str:
    """The header as people read it: no opening brace, cut to a sensible length."""
    bare = _TAIL.sub("", header)
    longest = MAX_VALUE if is_value else MAX_SIGNATURE
    return bare if len(bare) <= longest else bare[: longest - 1] + "…"


def decorators_of(outer: Node, source: bytes) -> str:
    """Decorators, annotations or attributes, one a line."""
    found = [_first_line(child, source) for child in _decorations(outer)]
    return "\n".join(found)


def parameters_of(node: Node) -> int | None:
    """How many parameters a function declares, None when the grammar does not tell."""
    for field in ("value", "declarator", None):
        place = node if field is None else node.child_by_field_name(field)
        parameters = place.child_by_field_name("parameters") if place is not None else None
        if parameters is not None:
            return parameters.named_child_count
    return None


def docstring_of(node: Node, outer: Node, source: bytes, grammar: Grammar) -> str:
    """The documentation: the body's first string, or the comment right above."""
    if grammar.has_inner_docstring:
        body = body_of(node)
        return "" if body is None else first_string(body, source)
    lines = [line for block in _comments_above(outer) for line in _text(block, source).split("\n")]
    return "\n".join(_COMMENT_MARK.sub("", line) for line in lines).strip()[:MAX_DOCSTRING]


def first_string(body: Node, source: bytes) -> str:
    """The string that opens a body or module, without its quotes and indentation."""
    first = body.named_children[0] if body.named_child_count else None
    if first is not None and first.type == "expression_statement" and first.named_child_count:
        first = first.named_children[0]
    if first is None or first.type != "string":
        return ""
    return inspect.cleandoc(_QUOTES.sub("", _text(first, source)))[:MAX_DOCSTRING]


def _decorations(outer: Node) -> Iterator[Node]:
    for child in outer.children:
        if child.type == "modifiers":
            yield from (part for part in child.children if part.type in _DECORATORS)
        elif child.type in _DECORATORS:
            yield child
    previous = outer.prev_sibling
    while previous is not None and previous.type == "attribute_item":
        yield previous
        previous = previous.prev_sibling


def _comments_above(outer: Node) -> list[Node]:
    found: list[Node] = []
    parent, previous = outer.parent, outer.prev_sibling
    if previous is None and parent is not None and parent.start_byte == outer.start_byte:
        previous = parent.prev_sibling  # the first of a body: the comment is above the body
    row = outer.start_point.row
    while previous is not None and previous.end_point.row >= row - 1:
        if "comment" in previous.type:
            found.append(previous)
        elif previous.type != "attribute_item":
            break
        row, previous = previous.start_point.row, previous.prev_sibling
    return found[::-1]


def _first_line(node: Node, source: bytes) -> str:
    return _text(node, source).split("\n", 1)[0][:120]


def _text(node: Node, source: bytes) -> str:
    return source[node.start_byte : node.end_byte].decode("utf-8", "replace")


def _without_annotations(header: str) -> str:
    while True:
        shorter = _ANNOTATION.sub("", header)
        if shorter == header:
            return header
        header = shorter

"""The languages that are parsed, by the names of `chatapp.codebase.parse.languages`."""

from typing import Final

from chatapp.codebase.parse.grammar import Grammar
from chatapp.codebase.parse.grammars import (
    bash,
    c,
    cpp,
    csharp,
    go,
    java,
    javascript,
    kotlin,
    php,
    python,
    ruby,
    rust,
    scala,
    swift,
    typescript,
)

GRAMMARS: Final[dict[str, Grammar]] = {
    "bash": bash.GRAMMAR,
    "c": c.GRAMMAR,
    "cpp": cpp.GRAMMAR,
    "csharp": csharp.GRAMMAR,
    "go": go.GRAMMAR,
    "java": java.GRAMMAR,
    "javascript": javascript.GRAMMAR,
    "kotlin": kotlin.GRAMMAR,
    "php": php.GRAMMAR,
    "python": python.GRAMMAR,
    "ruby": ruby.GRAMMAR,
    "rust": rust.GRAMMAR,
    "scala": scala.GRAMMAR,
    "swift": swift.GRAMMAR,
    "tsx": typescript.TSX,
    "typescript": typescript.GRAMMAR,
}

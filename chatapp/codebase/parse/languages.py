"""What a file is, by its name alone: its language, and what part it plays in a repository.

Not a parser: which languages have one is `chatapp.codebase.parse.grammars`' affair.
"""

import re
from pathlib import PurePosixPath
from typing import Final

TEXT: Final = "text"

_BY_SUFFIX: Final = {
    suffix: language
    for language, suffixes in {
        "python": ".py .pyi .pyw",
        "typescript": ".ts .mts .cts",
        "tsx": ".tsx",
        "javascript": ".js .jsx .mjs .cjs",
        "go": ".go",
        "java": ".java",
        "rust": ".rs",
        "c": ".c .h",
        "cpp": ".cc .cpp .cxx .hpp .hh .hxx .ipp .cu .cuh",
        "csharp": ".cs",
        "ruby": ".rb .rake .gemspec",
        "php": ".php .phtml",
        "kotlin": ".kt .kts",
        "swift": ".swift",
        "bash": ".sh .bash",
        "scala": ".scala .sc",
        "markdown": ".md .markdown .mdx",
        "restructuredtext": ".rst",
        "asciidoc": ".adoc .asciidoc",
        "html": ".html .htm .jinja .j2 .djhtml .vue .svelte .erb .hbs",
        "css": ".css .scss .less .sass",
        "sql": ".sql",
        "json": ".json .jsonl .json5 .ipynb",
        "yaml": ".yaml .yml",
        "toml": ".toml",
        "ini": ".ini .cfg .conf .properties .env .editorconfig",
        "xml": ".xml .xsd .xsl .csproj .plist",
        "svg": ".svg",
        "csv": ".csv .tsv",
        "gettext": ".po .pot",
        "protobuf": ".proto",
        "graphql": ".graphql .gql",
        "terraform": ".tf .hcl",
        "lua": ".lua",
        "perl": ".pl .pm",
        "r": ".r",
        "dart": ".dart",
        "elixir": ".ex .exs",
        "haskell": ".hs",
        "zig": ".zig",
        "objective-c": ".m .mm",
        "fortran": ".f90 .f .f95",
        "lock": ".lock .sum",
        "diff": ".diff .patch",
    }.items()
    for suffix in suffixes.split()
}
_BY_NAME: Final = {
    "makefile": "make",
    "gnumakefile": "make",
    "dockerfile": "docker",
    "rakefile": "ruby",
    "gemfile": "ruby",
    "jenkinsfile": "groovy",
    "cmakelists.txt": "cmake",
    "package-lock.json": "lock",
    "pnpm-lock.yaml": "lock",
    "npm-shrinkwrap.json": "lock",
    ".env": "ini",
}
_DOCS: Final = frozenset({"markdown", "restructuredtext", "asciidoc"})
_CONFIG: Final = frozenset(
    {"toml", "ini", "yaml", "make", "docker", "cmake", "groovy", "terraform"}
)
_DATA: Final = frozenset({"json", "csv", "gettext", "svg", "xml", "lock", "diff"})

_TEST_PATH: Final = re.compile(
    r"(^|/)(tests?|testing|spec|specs|__tests__|testdata|e2e)/"
    r"|(^|/)(test_[^/]*|[^/]*_test\.[a-z]+|conftest\.py|[^/]*\.(test|spec)\.[a-z]+"
    r"|[^/]*(Test|Tests|Spec)\.(java|kt|cs|swift|scala|php|ts))$"
)
_DOC_NAME: Final = re.compile(
    r"(?i)(^|/)(readme|changelog|changes|history|news|license|licence|copying|authors|contributing"
    r"|notice|install|security|todo)([.-][a-z-]*)?(\.txt)?$"
)
_ENTRY_NAME: Final = re.compile(
    r"(^|/)(__main__\.py|main\.(py|go|rs|c|cc|cpp|java|kt|swift|ts|js)|manage\.py|wsgi\.py|asgi\.py"
    r"|app\.py|cli\.py|index\.(js|ts)|Program\.cs|Main\.java|setup\.py)$"
)


def language_of(path: str) -> str:
    """The language a path's name tells, ``text`` when it tells none."""
    name = PurePosixPath(path).name.lower()
    if name in _BY_NAME:
        return _BY_NAME[name]
    return _BY_SUFFIX.get(PurePosixPath(name).suffix, TEXT)


def is_test_path(path: str) -> bool:
    """Whether the path lies in a folder of tests or is named like one."""
    return _TEST_PATH.search(path) is not None


def is_entry_name(path: str) -> bool:
    """Whether the name alone says that programs start here."""
    return _ENTRY_NAME.search(path) is not None


def kind_of(path: str, language: str) -> str:
    """The part the file plays: ``test``, ``doc``, ``config``, ``data`` or ``code``."""
    if language in _DATA:
        return "data"
    if language in _DOCS or _DOC_NAME.search(path) or (language == TEXT and _is_docs_folder(path)):
        return "doc"
    if is_test_path(path):
        return "test"
    if language in _CONFIG or language == TEXT:
        return "config"
    return "code"


def _is_docs_folder(path: str) -> bool:
    return path.endswith(".txt") or path.startswith(("docs/", "doc/"))

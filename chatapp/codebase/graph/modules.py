"""Which file of the repository an import means, language by language.

Only what paths tell: no build files are read. An import that means nothing here (the standard
library, a dependency) gives None, and so does one that could only be guessed.
"""

import posixpath
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeAlias

Rule: TypeAlias = Callable[["Modules", str, str, str], Iterator[str]]
"""(modules, importing path, module, name) -> paths that it could mean, best first."""

JS_SUFFIXES: Final = (".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".d.ts", ".vue", ".svelte")


class Modules:
    """The paths of a repository, ready to be asked; answers are remembered."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths = set(paths)
        self._by_tail: dict[str, list[str]] = {}
        self._by_folder: dict[str, str] = {}
        for path in sorted(self._paths, key=lambda path: (len(path), path)):
            folder, name = posixpath.split(path)
            for tail in dict.fromkeys((name, _two_last(path))):
                self._by_tail.setdefault(tail, []).append(path)
            if name.endswith(".go") and not name.endswith("_test.go"):
                self._by_folder.setdefault(folder, path)
        self._answers: dict[tuple[str, str, str, str], str | None] = {}

    def resolve(self, language: str, path: str, module: str, name: str) -> str | None:
        """The path that an import of `path` means, or None."""
        rule = RULES.get(language)
        if rule is None:
            return None
        is_absolute = language == "python" and not module.startswith(".")
        key = (language, "" if is_absolute else posixpath.dirname(path), module, name)
        if key not in self._answers:
            found = rule(self, path, module, name)
            self._answers[key] = next((one for one in found if one != path), None)
        return self._answers[key]

    def exact(self, *paths: str) -> Iterator[str]:
        """Those of `paths` that exist."""
        normal = (posixpath.normpath(path) for path in paths)
        return (path for path in normal if path in self._paths)

    def ending(self, tail: str) -> Iterator[str]:
        """Paths that are `tail` or end with it below a folder, shortest first."""
        for path in self._by_tail.get(_two_last(tail), ()):
            if path == tail or path.endswith("/" + tail):
                yield path

    def has(self, path: str) -> bool:
        """Whether the repository has this very path."""
        return path in self._paths

    def go_package(self, folder: str) -> str | None:
        """The first Go file of a folder, which stands for its package."""
        return self._by_folder.get(folder)


def _two_last(path: str) -> str:
    """The last two parts of a path, which narrow ``__init__.py`` down well."""
    return "/".join(path.rsplit("/", 2)[-2:])


def _python(modules: Modules, path: str, module: str, name: str) -> Iterator[str]:
    bare = module.lstrip(".")
    inner = bare.replace(".", "/")
    if bare != module:
        base = path
        for _ in range(len(module) - len(bare)):
            base = posixpath.dirname(base)
        place = posixpath.join(base, inner) if inner else base
        yield from modules.exact(*_python_files(place, name))
        return
    for tail in _python_files(inner, name):
        yield from (found for found in modules.ending(tail) if _is_root(modules, found, tail))


def _python_files(place: str, name: str) -> Iterator[str]:
    places = [posixpath.join(place, name), place] if name and name != "*" else [place]
    for one in places:
        if one:
            yield from (f"{one}.py", f"{one}/__init__.py", f"{one}.pyi")


def _is_root(modules: Modules, found: str, tail: str) -> bool:
    """Whether what is left of the path is no package: `json` is not `core/serializers/json.py`."""
    prefix = found[: -len(tail)].rstrip("/")
    return not prefix or not modules.has(f"{prefix}/__init__.py")


def _javascript(modules: Modules, path: str, module: str, _name: str) -> Iterator[str]:
    if module.startswith("."):
        place = posixpath.join(posixpath.dirname(path), module)
        yield from modules.exact(*_js_files(posixpath.normpath(place)))
    elif module.startswith(("@/", "~/", "#/")):
        for tail in _js_files("src/" + module[2:]):
            yield from modules.ending(tail)
    elif "/" in module:
        for tail in _js_files(module):
            yield from modules.exact(tail, f"src/{tail}")


def _js_files(place: str) -> Iterator[str]:
    yield place
    stem = place.removesuffix(".js").removesuffix(".jsx").removesuffix(".mjs")
    for base in dict.fromkeys((place, stem)):
        yield from (base + suffix for suffix in JS_SUFFIXES)
    yield from (f"{place}/index{suffix}" for suffix in JS_SUFFIXES)


def _go(modules: Modules, _path: str, module: str, _name: str) -> Iterator[str]:
    parts = module.split("/")
    if "." not in parts[0]:
        return  # the standard library
    for start in range(1, len(parts)):
        found = modules.go_package("/".join(parts[start:]))
        if found:
            yield found


def _jvm(modules: Modules, _path: str, module: str, _name: str) -> Iterator[str]:
    parts = module.split(".")
    for end in (len(parts), len(parts) - 1):
        if end > 1:
            place = "/".join(parts[:end])
            for suffix in (".java", ".kt", ".scala"):
                yield from modules.ending(place + suffix)


def _rust(modules: Modules, path: str, module: str, name: str) -> Iterator[str]:
    parts = [part for part in module.split("::") if part]
    here = posixpath.dirname(path)
    is_root = posixpath.basename(path) in ("mod.rs", "lib.rs", "main.rs")
    own = here if is_root else path.removesuffix(".rs")
    if not name and len(parts) == 1:
        yield from modules.exact(f"{own}/{module}.rs", f"{own}/{module}/mod.rs")
        return
    base, rest = _rust_base(parts, path, own)
    for size in range(len(rest) + 1, -1, -1):
        place = posixpath.join(base, *[*rest, name][:size])
        yield from modules.exact(f"{place}.rs", f"{place}/mod.rs", f"{place}/lib.rs")


def _rust_base(parts: list[str], path: str, own: str) -> tuple[str, list[str]]:
    head, rest = parts[0] if parts else "crate", parts[1:]
    if head == "self":
        return own, rest
    if head == "super":
        return posixpath.dirname(own), rest
    root, found, _ = path.rpartition("src/")
    crate = f"{root}src" if found else posixpath.dirname(path)
    if head == "crate":
        return crate, rest
    sibling = posixpath.dirname(posixpath.dirname(crate))
    return posixpath.join(sibling, head.replace("_", "-"), "src"), rest


def _include(modules: Modules, path: str, module: str, _name: str) -> Iterator[str]:
    yield from modules.exact(posixpath.join(posixpath.dirname(path), module))
    if "/" in module or "." in module:
        yield from modules.ending(module)


def _ruby(modules: Modules, path: str, module: str, _name: str) -> Iterator[str]:
    file = module if module.endswith(".rb") else module + ".rb"
    yield from modules.exact(posixpath.join(posixpath.dirname(path), file))
    yield from modules.ending(file)


def _php(modules: Modules, path: str, module: str, name: str) -> Iterator[str]:
    if "\\" not in module:
        yield from _include(modules, path, module, name)
        return
    parts = module.strip("\\").split("\\")
    for start in range(len(parts) - 1):
        yield from modules.ending("/".join(parts[start:]) + ".php")


RULES: Final[dict[str, Rule]] = {
    "python": _python,
    "javascript": _javascript,
    "typescript": _javascript,
    "tsx": _javascript,
    "go": _go,
    "java": _jvm,
    "kotlin": _jvm,
    "scala": _jvm,
    "rust": _rust,
    "c": _include,
    "cpp": _include,
    "bash": _include,
    "ruby": _ruby,
    "php": _php,
}

"""Which definition each use of a name means, and how sure that is.

In order: the same class or file, an inherited member, an imported name, the same package, the
only definition in the repository. What is left stays "possible": `candidates` says among how many.
Recomputed for the whole repository on every build and written only where it differs.
"""

import sqlite3
from collections.abc import Iterator
from typing import Final, NamedTuple

from chatapp.codebase.graph.definitions import CLASSES, Definition, Definitions

# how sure each way is, in percent
OWN: Final = 100
IMPORTED: Final = 90
UNIQUE: Final = 70
UNIQUE_MEMBER: Final = 60
MOST_POSSIBLE: Final = 45

_SELVES: Final = frozenset({"self", "this", "cls", "Self", "static", "@"})
_BARE_MEMBERS: Final = frozenset({"jvm", "csharp", "c", "ruby", "swift", "php"})
"""Families in which a bare call may mean a method of the same class."""


class Use(NamedTuple):
    """One row of `refs`."""

    file_id: int
    ordinal: int
    name: str
    qualifier: str
    kind: str
    from_id: int | None


class Answer(NamedTuple):
    """The columns that resolution fills in."""

    target_id: int | None
    percent: int
    candidates: int


class Resolver:
    """Resolves uses against one set of definitions; cheapest when uses come file by file."""

    def __init__(self, known: Definitions) -> None:
        self._known = known
        self._unique: dict[tuple[str, str, bool, bool, bool], Answer] = {}
        self._file_id = 0
        self._in_file: dict[tuple[str, str, str], Answer] = {}

    def resolve(self, use: Use) -> Answer:
        """The answer for one use."""
        for target, percent in self._near(use):
            if target is not None and self._fits(use, target):
                return Answer(target, percent, 1)
        if use.file_id != self._file_id:
            self._file_id, self._in_file = use.file_id, {}
        key = (use.qualifier, use.name, use.kind)
        if key not in self._in_file:
            self._in_file[key] = self._by_file(use)
        return self._in_file[key]

    def add_base(self, use: Use, answer: Answer) -> None:
        """Remember what a class inherits from; all of these come before the other uses."""
        holder = self._known.class_around(use.from_id)
        if holder is not None and answer.target_id is not None and answer.target_id != holder:
            self._known.bases[holder].append(answer.target_id)

    def _near(self, use: Use) -> Iterator[tuple[int | None, int]]:
        """What depends on where in its file the name is used."""
        is_self = use.qualifier in _SELVES or use.qualifier == "super"
        if not use.qualifier:
            yield self._nested(use), OWN
            is_self = self._known.files[use.file_id].family in _BARE_MEMBERS
        holder = self._known.class_around(use.from_id) if is_self else None
        if holder is not None:
            if use.qualifier != "super":
                yield self._known.members.get(holder, {}).get(use.name), OWN
            yield self._known.inherited(holder, use.name), IMPORTED

    def _nested(self, use: Use) -> int | None:
        """A function defined inside one of the functions around the use."""
        around = use.from_id
        while around is not None:
            definition = self._known.by_id[around]
            found = self._known.members.get(around, {}).get(use.name)
            if found is not None and definition.kind not in CLASSES:
                return found
            around = definition.parent_id
        return None

    def _by_file(self, use: Use) -> Answer:
        """What is the same for every place of a file."""
        is_self = use.qualifier in _SELVES or use.qualifier == "super"
        ways = self._bare(use) if not use.qualifier else self._qualified(use)
        for target, percent in () if is_self else ways:
            if target is not None and self._fits(use, target):
                return Answer(target, percent, 1)
        return self._possible(use)

    def _bare(self, use: Use) -> Iterator[tuple[int | None, int]]:
        known, file = self._known, self._known.files[use.file_id]
        yield known.top.get(use.file_id, {}).get(use.name), OWN
        binding = known.bindings.get(use.file_id, {}).get(use.name)
        if binding is not None:
            yield known.offered(binding.file_id, binding.name or use.name), IMPORTED
        yield known.package.get((file.folder, file.family), {}).get(use.name), IMPORTED
        for star in known.stars.get(use.file_id, ()):
            yield known.offered(star, use.name), IMPORTED

    def _qualified(self, use: Use) -> Iterator[tuple[int | None, int]]:
        known = self._known
        local = known.top.get(use.file_id, {}).get(use.qualifier)
        if local is not None:
            yield known.member(local, use.name), OWN
        bindings = known.bindings.get(use.file_id, {})
        binding = bindings.get(use.qualifier)
        if binding is not None:
            yield self._through(binding.file_id, binding.name, use.name), IMPORTED
            yield known.offered(binding.file_id, use.name), IMPORTED
        head, _, rest = use.qualifier.partition(".")
        binding = bindings.get(head) if rest else None
        if binding is not None:
            yield self._through(binding.file_id, rest.rpartition(".")[2], use.name), IMPORTED
        file = known.files[use.file_id]
        neighbour = known.package.get((file.folder, file.family), {}).get(use.qualifier)
        if neighbour is not None:
            yield known.member(neighbour, use.name), IMPORTED

    def _through(self, file_id: int, container: str, name: str) -> int | None:
        """A member of a class that is imported by name."""
        holder = self._known.offered(file_id, container) if container else None
        return None if holder is None else self._known.member(holder, name)

    def _fits(self, use: Use, target: int) -> bool:
        return use.kind != "inherit" or self._known.by_id[target].kind in CLASSES

    def _possible(self, use: Use) -> Answer:
        file = self._known.files[use.file_id]
        key = (use.name, file.family, file.is_test, not use.qualifier, use.kind == "inherit")
        if key not in self._unique:
            found = [one for one in self._known.by_name.get(use.name, ()) if self._may(one, key)]
            self._unique[key] = _answer(found, is_bare=not use.qualifier)
        return self._unique[key]

    def _may(self, one: Definition, key: tuple[str, str, bool, bool, bool]) -> bool:
        _name, family, is_test, is_bare, is_inherit = key
        file = self._known.files[one.file_id]
        if file.family != family or (file.is_test and not is_test):
            return False
        if is_inherit:
            return one.kind in CLASSES
        return not (is_bare and one.kind == "method" and family not in _BARE_MEMBERS)


def _answer(found: list[Definition], *, is_bare: bool) -> Answer:
    if not found:
        return Answer(None, 0, 0)
    if len(found) == 1:
        return Answer(found[0].symbol_id, UNIQUE if is_bare else UNIQUE_MEMBER, 1)
    return Answer(None, min(MOST_POSSIBLE, 100 // len(found)), len(found))


def resolve_references(index: sqlite3.Connection) -> None:
    """Bring the target, percent and candidates of `refs` up to date."""
    resolver = Resolver(Definitions(index))
    changed: list[tuple[object, ...]] = []
    for kind in ("inherit", "other"):
        is_first = kind == "inherit"
        for use, present in _uses(index, is_inherit=is_first):
            answer = resolver.resolve(use)
            if is_first:
                resolver.add_base(use, answer)
            if answer != present:
                changed.append((*answer, use.file_id, use.ordinal))
    index.executemany(
        "UPDATE refs SET target_id = ?, percent = ?, candidates = ?"
        " WHERE file_id = ? AND ordinal = ?",
        changed,
    )


def _uses(index: sqlite3.Connection, *, is_inherit: bool) -> Iterator[tuple[Use, Answer]]:
    query = (
        "SELECT file_id, ordinal, name, qualifier, kind, from_id, target_id, percent, candidates"
        " FROM refs WHERE (kind = 'inherit') = ? ORDER BY file_id, ordinal"
    )
    for row in index.execute(query, (is_inherit,)):
        yield Use(*row[:6]), Answer(*row[6:])

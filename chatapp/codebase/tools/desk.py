"""What a tool works at: one repository, its open index, and the server behind it.

The first argument of every tool, set by the server and never by a model. The index is opened for
one call and closed after it, so that a call sees one commit from beginning to end.
"""

import sqlite3
from dataclasses import dataclass, field

from chatapp.codebase.files import read_lines
from chatapp.codebase.search.contents import File, lines_of
from chatapp.domain.repositories import RepositoryView
from chatapp.domain.sources import LineRange, Source
from chatapp.infra.handle import Infra


@dataclass(frozen=True, slots=True)
class Desk:
    """The means of one tool call.

    Attributes:
        commit: The commit the open index shows, full id.
        visible: The repositories the caller may see (for `list_repos`).
    """

    infra: Infra
    repository: RepositoryView
    index: sqlite3.Connection
    commit: str
    visible: tuple[RepositoryView, ...] = field(default=())

    def lines(self, file: File, span: LineRange) -> list[str]:
        """Lines of a file; those of a data file, which the index keeps in part, come from git."""
        if file.kind == "data":
            return list(read_lines(self.repository, file.path, span.start, span.end).lines)
        return lines_of(self.index, file.file_id)[span.start - 1 : span.end]

    def source(self, path: str, lines: LineRange, symbol: str = "") -> Source:
        """A place of this repository at the indexed commit."""
        return Source(self.repository.repository_id, self.commit, path, lines, symbol or None)


def indexed_commit(index: sqlite3.Connection) -> str:
    """The commit the index was made from."""
    row = index.execute("SELECT value FROM meta WHERE key = 'commit'").fetchone()
    return str(row[0]) if row else ""

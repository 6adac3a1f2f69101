"""Making the index's file-level rows show a commit's tree, by blob id: only what differs is read.

Works from any earlier state of the same index (an older commit, another branch, a build that was
broken off), since a file's rows depend on its path, mode and blob alone.
"""

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Final

from chatapp.codebase.git.tree import TreeEntry
from chatapp.codebase.ids import unique_ids
from chatapp.codebase.index import writer
from chatapp.codebase.index.children import Source, parse_all
from chatapp.codebase.index.rows import FileRows, Numbered, SkippedRow

FILES_PER_COMMIT: Final = 400


@dataclass(frozen=True, slots=True)
class Changes:
    """What separates the index from a tree."""

    gone_files: tuple[int, ...]
    gone_skipped: tuple[str, ...]
    added: tuple[Numbered, ...]

    @property
    def moves_files(self) -> bool:
        """Whether paths came or went, rather than contents alone changed."""
        added = {item.file_id for item in self.added}
        return bool(self.gone_skipped) or added != set(self.gone_files)


def compare(index: sqlite3.Connection, tree: Sequence[TreeEntry]) -> Changes:
    """What must go and what must come; `added` in the order of ids, so that rows are appended."""
    ids = unique_ids(entry.path for entry in tree)
    wanted = {entry.path: (entry.blob, str(entry.mode), ids[entry.path]) for entry in tree}
    files = index.execute("SELECT path, blob, mode, id FROM files").fetchall()
    skipped = index.execute("SELECT path, blob, mode FROM skipped").fetchall()
    kept = {row[0] for row in files if wanted.get(row[0]) == row[1:]}
    left_out = {row[0] for row in skipped if wanted.get(row[0], ())[:2] == row[1:]}
    added = [
        Numbered(ids[entry.path], entry)
        for entry in tree
        if entry.path not in kept and entry.path not in left_out
    ]
    return Changes(
        tuple(row[3] for row in files if row[0] not in kept),
        tuple(row[0] for row in skipped if row[0] not in left_out),
        tuple(sorted(added, key=itemgetter(0))),
    )


def apply(
    index: sqlite3.Connection,
    changes: Changes,
    source: Source,
    advance: Callable[[int, int], None],
) -> None:
    """Bring the rows to the tree, committing now and then so that a broken build can go on.

    `advance` is told (files done, files in all) after each file; it may raise to stop.
    """
    for file_id in changes.gone_files:
        writer.delete_file(index, file_id)
    for path in changes.gone_skipped:
        writer.delete_skipped(index, path)
    index.commit()
    total = len(changes.added)
    for done, outcome in enumerate(parse_all(source, changes.added), 1):
        _insert(index, outcome)
        if done % FILES_PER_COMMIT == 0:
            index.commit()
        advance(done, total)
    index.commit()


def _insert(index: sqlite3.Connection, outcome: FileRows | SkippedRow) -> None:
    if isinstance(outcome, SkippedRow):
        writer.insert_skipped(index, outcome)
    else:
        writer.insert_file(index, outcome)

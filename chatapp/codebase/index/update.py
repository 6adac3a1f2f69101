"""Bringing an open index from whatever commit it shows to another one, layer by layer.

What depends on one file or one commit is changed where it differs; what depends on all of them
(resolution, graph, facts) is computed anew from the rows. So the way taken leaves no trace: the
same commit gives the same rows from any start, which `tests` compare table by table.
"""

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from chatapp.codebase.facts.precomputed import precomputed
from chatapp.codebase.git.tree import list_tree
from chatapp.codebase.graph.dead_code import rebuild_dead_code
from chatapp.codebase.graph.imports import rebuild_edges, resolve_imports
from chatapp.codebase.graph.network import rebuild_network
from chatapp.codebase.graph.resolve import resolve_references
from chatapp.codebase.history.facts import rebuild_file_history
from chatapp.codebase.history.store import update_history
from chatapp.codebase.index.children import Source
from chatapp.codebase.index.files import Changes, apply, compare
from chatapp.codebase.index.progress import Progress
from chatapp.codebase.index.storage import compact, read_meta, write_meta


@dataclass(frozen=True, slots=True)
class Target:
    """What the index is to show."""

    git_dir: Path
    branch: str
    commit: str
    max_file_bytes: int


def bring_to(index: sqlite3.Connection, target: Target, progress: Progress) -> None:
    """Make the index show `target.commit` in every layer.

    Raises:
        BuildCancelled: somebody stopped it; what is done so far stays for the next run.
        RepositoryError: git's objects cannot be read.
    """
    _bring_history(index, target, progress)
    changes = _bring_files(index, target, progress)
    progress.enter("references")
    resolve_imports(index)
    has_new_edges = rebuild_edges(index)
    resolve_references(index)
    progress.enter("graph")
    if has_new_edges or changes.moves_files:
        rebuild_network(index)
    rebuild_file_history(index)
    rebuild_dead_code(index)
    _write_summary(index, target)
    index.commit()
    if len(changes.added) > _count(index, "files") // 2:
        compact(index)


def _bring_history(index: sqlite3.Connection, target: Target, progress: Progress) -> None:
    progress.enter("history")
    present = read_meta(index).get("history_commit")
    if present == target.commit:
        return
    update_history(index, target.git_dir, present, target.commit, progress.tick)
    write_meta(index, {"history_commit": target.commit})
    index.commit()


def _bring_files(index: sqlite3.Connection, target: Target, progress: Progress) -> Changes:
    progress.enter("files")
    changes = compare(index, list_tree(target.git_dir, target.commit))
    source = Source(target.git_dir, target.max_file_bytes)
    apply(index, changes, source, progress.advance)
    index.execute("INSERT OR REPLACE INTO paths SELECT id, path FROM files")
    index.execute(
        "DELETE FROM paths WHERE id NOT IN (SELECT id FROM files)"
        " AND id NOT IN (SELECT path_id FROM touches)"
    )
    return changes


def _write_summary(index: sqlite3.Connection, target: Target) -> None:
    summary = {"files": _count(index, "files"), "skipped": _count(index, "skipped")}
    values = {key: str(value) for key, value in summary.items()}
    values |= {"commit": target.commit, "branch": target.branch}
    write_meta(index, values | precomputed(index))


def _count(index: sqlite3.Connection, table: str) -> int:
    return int(index.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0])  # noqa: S608 - our names

"""The registered repositories: add, find, list, sync, remove.

Not authorisation (`chatapp.access` asks first) and not indexing (`chatapp.codebase.index`, in a
job). A repository that is registered twice is the same row.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from chatapp.codebase.git.clone import forget, remember_address
from chatapp.codebase.models import Repository
from chatapp.codebase.registration import CheckedSource, check_source, unique_name
from chatapp.codebase.schema import index_path, open_index
from chatapp.codebase.views import as_view
from chatapp.domain.errors import Conflict, NotFound, RepositoryError
from chatapp.domain.ids import new_id
from chatapp.domain.repositories import (
    IndexState,
    RegisterRepository,
    RepositoryView,
    SkippedFile,
)
from chatapp.infra.file_lock import try_hold
from chatapp.infra.handle import Infra
from chatapp.infra.queue import INDEX_REPOSITORY

INDEX_TIMEOUT_S: Final = 6 * 3600


def register(infra: Infra, wish: RegisterRepository, *, account_id: str) -> RepositoryView:
    """Add a repository and ask for its first index; the same source and branch is the same one.

    Adding one again whose first index failed tries again.

    Raises:
        InvalidReference: the address or branch name is refused.
        InvalidPath: no such folder, or one outside the allowed roots.
        RepositoryError: not a repository, no commit, or no such branch.
        Conflict: the wanted name belongs to another repository.
    """
    source = check_source(wish, infra.settings.repository_roots)
    with infra.database.transaction() as session:
        row = session.scalar(select(Repository).where(Repository.source_key == source.key))
        is_new = row is None
        if row is None:
            row = _new_row(infra, session, source, is_name_chosen=bool(wish.name))
            row.account_id = account_id
            session.add(row)
        view = as_view(row)
    if source.url is not None:
        remember_address(view.git_dir, source.url)  # again: its credential may be a new one
    if is_new or view.state is IndexState.FAILED:
        request_sync(infra, view.repository_id)
    return view


def _new_row(
    infra: Infra, session: Session, source: CheckedSource, *, is_name_chosen: bool
) -> Repository:
    taken = set(session.scalars(select(Repository.name)))
    if is_name_chosen and source.name in taken:
        raise Conflict(f"Another repository is already named “{source.name}”. Choose another name.")
    repository_id = new_id()
    clone_dir = infra.settings.clones_dir / f"{repository_id}.git"
    return Repository(
        id=repository_id,
        name=unique_name(source.name, taken),
        source=source.shown,
        source_key=source.key,
        is_clone=source.url is not None,
        git_dir=str(source.git_dir or clone_dir),
        branch=source.branch,
        state=IndexState.QUEUED,
        phase="",
        files_done=0,
        files_total=0,
        percent=0,
        is_cancelled=False,
        files=0,
        skipped_files=0,
        head_commit=source.head,
        created_at=infra.clock.now(),
    )


def get(infra: Infra, repository_id: str) -> RepositoryView:
    """One repository by its id.

    Raises:
        NotFound: there is none.
    """
    with infra.database.reading() as session:
        return as_view(_row(session, repository_id))


def find_by_name(infra: Infra, name: str) -> RepositoryView | None:
    """The repository of this name, or None."""
    with infra.database.reading() as session:
        row = session.scalar(select(Repository).where(Repository.name == name))
        return None if row is None else as_view(row)


def list_all(infra: Infra) -> tuple[RepositoryView, ...]:
    """Every repository, by name."""
    with infra.database.reading() as session:
        return tuple(map(as_view, session.scalars(select(Repository).order_by(Repository.name))))


def request_sync(infra: Infra, repository_id: str) -> None:
    """Ask the worker to bring the index to the newest commit; asking twice is asking once.

    Raises:
        NotFound: there is no such repository.
    """
    with infra.database.transaction() as session:
        row = _row(session, repository_id)
        row.is_cancelled, row.error = False, None
        if row.indexed_commit is None and row.state != IndexState.INDEXING:
            row.state = IndexState.QUEUED
    infra.queue.enqueue(
        INDEX_REPOSITORY, repository_id, job_id=f"index-{repository_id}", timeout_s=INDEX_TIMEOUT_S
    )


def cancel_sync(infra: Infra, repository_id: str) -> None:
    """Let a running build stop at its next step; the index stays as it was.

    Raises:
        NotFound: there is no such repository.
    """
    with infra.database.transaction() as session:
        _row(session, repository_id).is_cancelled = True


def remove(infra: Infra, repository_id: str) -> None:
    """Forget the repository and delete its index and clone; a local repository stays untouched.

    Raises:
        NotFound: there is no such repository.
    """
    with infra.database.transaction() as session:
        row = _row(session, repository_id)
        clone = Path(row.git_dir) if row.is_clone else None
        session.delete(row)
    _delete_index(index_path(infra, repository_id))
    if clone is not None:
        forget(clone)


def _delete_index(final: Path) -> None:
    """Delete an index; a build that runs right now notices and clears its own files away."""
    final.unlink(missing_ok=True)
    lock = final.with_suffix(".lock")
    held = try_hold(lock) if lock.exists() else None
    if held is not None:
        with held:
            for file in final.parent.glob(f"{final.stem}.*"):
                file.unlink(missing_ok=True)


def skipped(infra: Infra, repository_id: str) -> tuple[SkippedFile, ...]:
    """The files that the index left out, by path, each with its reason; () before the first index.

    Raises:
        NotFound: there is no such repository.
    """
    get(infra, repository_id)
    if not index_path(infra, repository_id).exists():
        return ()
    try:
        with closing(open_index(infra, repository_id)) as index:
            rows = index.execute("SELECT path, reason, size_bytes FROM skipped ORDER BY path")
            return tuple(SkippedFile(*row) for row in rows)
    except sqlite3.DatabaseError as error:
        raise RepositoryError("The index cannot be read. Sync the repository once.") from error


def _row(session: Session, repository_id: str) -> Repository:
    row = session.get(Repository, repository_id)
    if row is None:
        raise NotFound
    return row

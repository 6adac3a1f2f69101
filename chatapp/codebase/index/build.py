"""Building the index of one repository: the job that `chatapp.jobs.indexing` calls.

Fetches, builds beside the visible index, swaps. One build at a time per repository; a second one
waits and then usually finds nothing to do. Whatever goes wrong, the index that readers see stays,
and the row says why in words for people.
"""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from chatapp.codebase.index import storage
from chatapp.codebase.index.progress import BuildCancelled, OnProgress, Progress
from chatapp.codebase.index.update import Target, bring_to
from chatapp.codebase.models import Repository
from chatapp.codebase.registry import get
from chatapp.codebase.schema import index_path
from chatapp.codebase.sync import refresh_head
from chatapp.domain.errors import ChatappError, RepositoryError
from chatapp.domain.repositories import IndexState, RepositoryView
from chatapp.infra.file_lock import held
from chatapp.infra.handle import Infra

DISK_FULL = "The disk is full. Free some space, then sync again; the last index is kept."
BROKEN = "The index could not be built because of an error of ours; the server's log says more."


def build_index(infra: Infra, repository_id: str, on_progress: OnProgress | None = None) -> None:
    """Bring a repository's index to the newest commit of its branch.

    Raises:
        NotFound: there is no such repository.
        BuildCancelled: somebody stopped it, or removed the repository.
        RepositoryError: git, the remote or the disk failed; the message is in the row too.
    """
    get(infra, repository_id)
    infra.settings.indexes_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    with held(index_path(infra, repository_id).with_suffix(".lock")):
        progress = Progress(infra, repository_id, on_progress)
        with _failures_recorded(infra, repository_id):
            _build(infra, repository_id, progress)


def _build(infra: Infra, repository_id: str, progress: Progress) -> None:
    _mark_running(infra, repository_id)
    progress.enter("fetching")
    repository = refresh_head(infra, repository_id)
    final = index_path(infra, repository_id)
    wanted = storage.versions(infra.settings.max_file_bytes)
    target = _target(infra, repository)
    if storage.published_commit(final, wanted) != target.commit:
        with storage.open_building(final, wanted) as index:
            bring_to(index, target, progress)
            storage.write_meta(index, {"built_at": infra.clock.now().isoformat()})
            index.commit()
        progress.enter("publishing")
        storage.publish(final)
    _mark_ready(infra, repository_id)


def _target(infra: Infra, repository: RepositoryView) -> Target:
    if repository.head_commit is None:
        raise RepositoryError("The repository has no commit to index.")
    limit = infra.settings.max_file_bytes
    return Target(repository.git_dir, repository.branch, repository.head_commit, limit)


@contextmanager
def _failures_recorded(infra: Infra, repository_id: str) -> Iterator[None]:
    """Write down why a build failed before the error goes on to the job's own handling."""
    try:
        yield
    except BuildCancelled as error:
        _mark_stopped(infra, repository_id, error.message)
        raise
    except ChatappError as error:
        _mark_stopped(infra, repository_id, error.message)
        raise
    except (OSError, sqlite3.OperationalError) as error:
        message = DISK_FULL if _is_disk_full(error) else BROKEN
        _mark_stopped(infra, repository_id, message)
        if message == DISK_FULL:
            storage.discard(index_path(infra, repository_id))
            raise RepositoryError(DISK_FULL) from error
        raise
    except Exception:
        _mark_stopped(infra, repository_id, BROKEN)
        raise


def _is_disk_full(error: Exception) -> bool:
    if isinstance(error, OSError):
        return error.errno in (errno.ENOSPC, errno.EDQUOT)
    return "disk is full" in str(error)


def _mark_running(infra: Infra, repository_id: str) -> None:
    with infra.database.transaction() as session:
        row = session.get_one(Repository, repository_id)
        row.is_cancelled = False
        if row.indexed_commit is None:
            row.state = IndexState.INDEXING


def _mark_ready(infra: Infra, repository_id: str) -> None:
    final = index_path(infra, repository_id)
    with storage.reading(final) as index:
        meta = storage.read_meta(index)
    with infra.database.transaction() as session:
        row = session.get(Repository, repository_id)
        if row is None:
            final.unlink(missing_ok=True)  # removed while it was built
            return
        _clear_progress(row)
        row.state, row.error = IndexState.READY, None
        row.indexed_commit, row.indexed_at = meta["commit"], infra.clock.now()
        row.files, row.skipped_files = int(meta["files"]), int(meta["skipped"])


def _mark_stopped(infra: Infra, repository_id: str, reason: str) -> None:
    with infra.database.transaction() as session:
        row = session.get(Repository, repository_id)
        if row is None:
            storage.discard(index_path(infra, repository_id))
            return
        _clear_progress(row)
        row.is_cancelled = False
        row.error = reason
        row.state = IndexState.FAILED if row.indexed_commit is None else IndexState.READY


def _clear_progress(row: Repository) -> None:
    row.phase, row.files_done, row.files_total, row.percent = "", 0, 0, 0

"""Keeping indexes fresh: does a repository's branch still end where the index does?

Called by jobs (interval), by the webhook through `chatapp.access`, and by the page's badge. The
look at the branch is cheap for a local folder; for a clone it fetches, so it belongs in a job.
Uncommitted changes never count: the index shows commits only.
"""

from datetime import timedelta

from sqlalchemy import or_, select

from chatapp.codebase.git.clone import clone, fetch, network_config, remembered_address
from chatapp.codebase.git.heads import head_commit
from chatapp.codebase.models import Repository
from chatapp.codebase.registry import get, request_sync
from chatapp.codebase.schema import index_path
from chatapp.codebase.views import as_view
from chatapp.domain.errors import ChatappError, NotFound
from chatapp.domain.repositories import IndexState, RepositoryView
from chatapp.infra.file_lock import try_hold
from chatapp.infra.handle import Infra


def refresh_head(infra: Infra, repository_id: str) -> RepositoryView:
    """Look where the branch ends now, fetching first if the repository is a clone.

    Raises:
        NotFound: there is no such repository.
        RepositoryError: it cannot be fetched or read, or the branch is gone.
    """
    repository = get(infra, repository_id)
    with infra.database.reading() as session:
        is_clone = session.scalar(select(Repository.is_clone).where(Repository.id == repository_id))
    if is_clone:
        update_clone(infra, repository)
    head = head_commit(repository.git_dir, repository.branch)
    with infra.database.transaction() as session:
        row = session.get(Repository, repository_id)
        if row is None:
            raise NotFound
        row.head_commit, row.checked_at = head, infra.clock.now()
        return as_view(row)


def update_clone(infra: Infra, repository: RepositoryView) -> None:
    """Fetch a clone, making it first when it is not there.

    Raises:
        CloneFailed: the remote cannot be fetched; what was there stays.
        InvalidReference: its host may not be connected to.
    """
    address = remembered_address(repository.git_dir)
    config = network_config(address, infra.settings.private_hosts)
    action = fetch if repository.git_dir.exists() else clone
    action(address, repository.git_dir, config, infra.settings.clone_timeout_s)


def due_for_sync(infra: Infra) -> tuple[str, ...]:
    """Ids of the repositories whose branch was last looked at an interval ago, oldest first."""
    if infra.settings.sync_interval_s == 0:
        return ()
    limit = infra.clock.now() - timedelta(seconds=infra.settings.sync_interval_s)
    query = (
        select(Repository.id)
        .where(Repository.checked_at.is_not(None), Repository.checked_at <= limit)
        .order_by(Repository.checked_at)
    )
    with infra.database.reading() as session:
        return tuple(session.scalars(query))


def sync_due(infra: Infra) -> tuple[str, ...]:
    """Look at every due repository and ask for a build where the branch moved; their ids.

    A repository that cannot be looked at keeps its reason in its row and does not stop the others.
    """
    moved: list[str] = []
    for repository_id in due_for_sync(infra):
        try:
            if refresh_head(infra, repository_id).has_moved:
                request_sync(infra, repository_id)
                moved.append(repository_id)
        except ChatappError as error:
            _note(infra, repository_id, error.message)
    return tuple(moved)


def resume_interrupted(infra: Infra) -> tuple[str, ...]:
    """Ask again for the builds that began, or were to begin, and that nobody does; their ids.

    A worker that was killed, or a Redis that forgot, would leave them waiting for ever.
    """
    is_first = Repository.state.in_((IndexState.QUEUED, IndexState.INDEXING))
    with infra.database.reading() as session:
        unfinished = select(Repository.id).where(or_(is_first, Repository.phase != ""))
        ids = tuple(session.scalars(unfinished))
    left = tuple(repository_id for repository_id in ids if not _is_built(infra, repository_id))
    for repository_id in left:
        request_sync(infra, repository_id)
    return left


def _is_built(infra: Infra, repository_id: str) -> bool:
    """Whether a build holds the index's lock, which the kernel frees when its process dies."""
    lock_path = index_path(infra, repository_id).with_suffix(".lock")
    if not lock_path.exists():
        return False
    lock = try_hold(lock_path)
    if lock is not None:
        lock.close()
    return lock is None


def _note(infra: Infra, repository_id: str, problem: str) -> None:
    with infra.database.transaction() as session:
        row = session.get(Repository, repository_id)
        if row is not None:
            row.error, row.checked_at = problem, infra.clock.now()

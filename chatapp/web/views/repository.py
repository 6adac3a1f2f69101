"""A repository as a card, with the progress of its index."""

from dataclasses import dataclass
from datetime import datetime

from flask import url_for

from chatapp.domain.repositories import IndexState, RepositoryView
from chatapp.web.i18n import gettext as _


@dataclass(frozen=True, slots=True)
class Progress:
    """How the index stands; while `is_running` the fragment asks again every second.

    Attributes:
        error: Why there is no index.
        complaint: Why the index there is could not be brought up to date.
    """

    repository_id: str
    url: str
    is_running: bool
    phase: str
    files: str
    percent: int
    error: str
    complaint: str
    indexed_at: datetime | None


@dataclass(frozen=True, slots=True)
class RepositoryCard:
    """One repository of the list."""

    repository_id: str
    name: str
    source: str
    branch: str
    commit: str
    has_moved: bool
    skipped: int
    url: str
    chat_url: str
    sync_url: str
    remove_url: str
    progress: Progress


def card(view: RepositoryView) -> RepositoryCard:
    """A repository for the list and its own page."""
    repository_id = view.repository_id
    return RepositoryCard(
        repository_id=repository_id,
        name=view.name,
        source=view.source,
        branch=view.branch or "HEAD",
        commit=(view.indexed_commit or "")[:7],
        has_moved=view.has_moved and view.indexed_commit is not None,
        skipped=view.skipped_files,
        url=url_for("pages.repository", repository_id=repository_id),
        chat_url=url_for("pages.chat", repository_id=repository_id),
        sync_url=url_for("pages.repository_sync", repository_id=repository_id),
        remove_url=url_for("pages.repository_remove", repository_id=repository_id),
        progress=progress(view),
    )


def progress(view: RepositoryView) -> Progress:
    """The live part of the card."""
    is_running = view.state in (IndexState.QUEUED, IndexState.INDEXING)
    return Progress(
        repository_id=view.repository_id,
        url=url_for("fragments.repository_progress", repository_id=view.repository_id),
        is_running=is_running,
        phase=phase(view),
        files=_files(view, is_running=is_running),
        percent=view.progress.percent,
        error=(view.error or _("The log has the details.")) if _is_failed(view) else "",
        complaint="" if is_running or _is_failed(view) else (view.error or ""),
        indexed_at=view.indexed_at,
    )


def _is_failed(view: RepositoryView) -> bool:
    return view.state is IndexState.FAILED


def phase(view: RepositoryView) -> str:
    """What the build is doing, in words; a phase without any is shown by its name."""
    if view.state is IndexState.QUEUED:
        return _("Waiting for a worker")
    words = {
        "": _("Starting"),
        "fetching": _("Fetching"),
        "history": _("Reading the history"),
        "files": _("Reading files"),
        "references": _("Resolving references"),
        "graph": _("Building the graph"),
        "publishing": _("Putting the index in place"),
    }
    return words.get(view.progress.phase, view.progress.phase)


def _files(view: RepositoryView, *, is_running: bool) -> str:
    if not is_running:
        return _("%(count)s files", count=f"{view.files:,}")
    if not view.progress.files_total:
        return ""
    done, total = f"{view.progress.files_done:,}", f"{view.progress.files_total:,}"
    return _("%(done)s of %(total)s files", done=done, total=total)

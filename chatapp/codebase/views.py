"""From a `Repository` row to the value that every floor above sees."""

from pathlib import Path

from chatapp.codebase.models import Repository
from chatapp.domain.repositories import IndexProgress, IndexState, RepositoryView


def as_view(row: Repository) -> RepositoryView:
    """The repository as a value, independent of its session."""
    return RepositoryView(
        repository_id=row.id,
        name=row.name,
        source=row.source,
        git_dir=Path(row.git_dir),
        branch=row.branch,
        state=IndexState(row.state),
        progress=IndexProgress(row.phase, row.files_done, row.files_total, row.percent),
        indexed_commit=row.indexed_commit,
        indexed_at=row.indexed_at,
        head_commit=row.head_commit,
        files=row.files,
        skipped_files=row.skipped_files,
        error=row.error,
    )

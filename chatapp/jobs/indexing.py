"""Jobs about code indexes."""

from chatapp.codebase import sync
from chatapp.codebase.index.build import build_index
from chatapp.infra.handle import installed


def index_repository(repository_id: str) -> None:
    """Bring the index of a repository to its newest commit."""
    build_index(installed(), repository_id)


def sync_due_repositories() -> None:
    """Look at every repository whose turn it is, and ask for builds where its branch moved."""
    sync.sync_due(installed())


def resume_interrupted() -> None:
    """Ask again for the first indexes that a killed worker left behind."""
    sync.resume_interrupted(installed())

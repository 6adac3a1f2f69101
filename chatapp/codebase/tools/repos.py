"""`list_repos`: the repositories the caller may ask about."""

from typing import TypedDict

from chatapp.codebase.tools.desk import Desk
from chatapp.codebase.tools.reply import Reply, text
from chatapp.domain.repositories import RepositoryView


class RepositoryData(TypedDict):
    """A repository and how far its index is."""

    repository_id: str
    name: str
    state: str
    files: int
    indexed_commit: str | None
    has_moved: bool


class RepositoryList(TypedDict):
    """The artifact ``repositories``."""

    repositories: list[RepositoryData]


def list_repos(desk: Desk) -> Reply:
    """The repositories you may ask about, with the state of their index.

    Args:
        desk: Set by the server.
    """
    visible = desk.visible or (desk.repository,)
    data: RepositoryList = {"repositories": [_data(repository) for repository in visible]}
    lines = [
        f"- {item['name']}: {item['state']}, {item['files']} files" for item in data["repositories"]
    ]
    return Reply(f"{len(visible)} repositories", (text("\n".join(lines)),), data)


def _data(repository: RepositoryView) -> RepositoryData:
    return {
        "repository_id": repository.repository_id,
        "name": repository.name,
        "state": repository.state.value,
        "files": repository.files,
        "indexed_commit": repository.indexed_commit,
        "has_moved": repository.has_moved,
    }

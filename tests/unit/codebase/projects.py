"""Small git repositories made on the fly and indexed by the real build."""

import os
import subprocess
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from chatapp.codebase import registry
from chatapp.codebase.index.build import build_index
from chatapp.codebase.schema import open_index
from chatapp.codebase.tools.registry import Audience, repository_tools
from chatapp.domain.json import Json
from chatapp.domain.repositories import RegisterRepository, RepositoryView
from chatapp.domain.tools import ToolResult
from chatapp.infra.handle import Infra
from tests.fakes import make_infra

ACCOUNT = "a" * 32


@dataclass(frozen=True)
class Project:
    """An indexed repository and the server it is registered with."""

    infra: Infra
    folder: Path
    repository: RepositoryView

    def call(self, tool: str, **arguments: Json) -> ToolResult:
        """Call a tool through the registry, as every surface does."""
        tools = repository_tools(self.infra, self.repository, audience=Audience.MCP)
        return next(item for item in tools if item.spec.name == tool).call(arguments)

    def commit(self, files: Mapping[str, str | bytes], message: str = "Change") -> str:
        """Commit more files without indexing them."""
        return commit(self.folder, files, message)

    def synced(self) -> "Project":
        """The same project with its index at the newest commit."""
        build_index(self.infra, self.repository.repository_id)
        view = registry.get(self.infra, self.repository.repository_id)
        return Project(self.infra, self.folder, view)

    def index(self):  # type: ignore[no-untyped-def]
        """The open index; use with `with`."""
        return closing(open_index(self.infra, self.repository.repository_id))


def make_project(tmp_path: Path, files: Mapping[str, str | bytes], name: str = "sample") -> Project:
    """A repository with these files in one commit, registered and indexed."""
    folder = tmp_path / name
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    commit(folder, files, "Begin")
    return indexed(tmp_path, folder)


def indexed(tmp_path: Path, folder: Path) -> Project:
    """An existing repository, registered with a server of its own and indexed."""
    infra = make_infra(tmp_path)
    wish = RegisterRepository(str(folder))
    repository = registry.register(infra, wish, account_id=ACCOUNT)
    return Project(infra, folder, repository).synced()


def commit(folder: Path, files: Mapping[str, str | bytes], message: str) -> str:
    """Write the files, commit them, and give the commit's id."""
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content if isinstance(content, bytes) else content.encode())
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "--allow-empty", "-m", message)
    return git(folder, "rev-parse", "HEAD").strip()


def git(folder: Path, *arguments: str) -> str:
    """Run git with fixed people and times."""
    who = {"NAME": "Ada", "EMAIL": "ada@example.org", "DATE": "2026-01-01T12:00:00Z"}
    extra = {
        f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER") for key, value in who.items()
    }
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), **extra}  # noqa: TID251
    return subprocess.run(
        ["git", *arguments], cwd=folder, env=environment, check=True, capture_output=True, text=True
    ).stdout

"""Tiny git repositories made on the fly: fixed authors and dates, git's own defaults."""

import os
import subprocess
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from chatapp.codebase.index.build import build_index
from chatapp.codebase.registry import register
from chatapp.codebase.schema import index_path, open_index
from chatapp.domain.repositories import RegisterRepository, RepositoryView
from chatapp.infra.environment import environment
from chatapp.infra.handle import Infra

ACCOUNT: Final = "a" * 32
START: Final = datetime(2025, 1, 1, tzinfo=UTC)
TEXT_LISTS: Final = ("files_text", "chunks_text", "commits_text", "decisions_text")


@dataclass
class Repo:
    """A repository under construction; each commit is a day later than the one before."""

    folder: Path
    commits: int = field(default=0)

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True)
        self.git("init", "--quiet", "--initial-branch=main")

    @property
    def git_dir(self) -> Path:
        return self.folder / ".git"

    def write(self, path: str | bytes, content: str | bytes = "") -> "Repo":
        place = self.folder / os.fsdecode(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode() if isinstance(content, str) else content)
        return self

    def remove(self, path: str) -> "Repo":
        (self.folder / path).unlink()
        return self

    def link(self, path: str, target: str) -> "Repo":
        place = self.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(target)
        return self

    def commit(self, message: str = "Change", author: str = "Ann", *more: str) -> str:
        self.commits += 1
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", f"--message={message}", *more, author=author)
        return self.git("rev-parse", "HEAD").strip()

    def git(self, *arguments: str, author: str = "Ann") -> str:
        moment = (START + timedelta(days=self.commits)).isoformat()
        env = {
            "PATH": environment()["PATH"],
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_AUTHOR_NAME": author,
            "GIT_AUTHOR_EMAIL": f"{author.lower()}@example.org",
            "GIT_COMMITTER_NAME": author,
            "GIT_COMMITTER_EMAIL": f"{author.lower()}@example.org",
            "GIT_AUTHOR_DATE": moment,
            "GIT_COMMITTER_DATE": moment,
        }
        done = subprocess.run(
            ["git", "-c", "core.autocrlf=false", *arguments],
            cwd=self.folder,
            env=env,
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout


def add(infra: Infra, repo: Repo, branch: str = "") -> RepositoryView:
    """Register the repository."""
    wish = RegisterRepository(str(repo.folder), branch=branch)
    return register(infra, wish, account_id=ACCOUNT)


def indexed(infra: Infra, repo: Repo, branch: str = "") -> str:
    """Register and index; the repository's id."""
    repository_id = add(infra, repo, branch).repository_id
    build_index(infra, repository_id)
    return repository_id


@dataclass(frozen=True)
class Rows:
    """Asks an index."""

    infra: Infra
    repository_id: str

    def all(self, query: str, *values: object) -> list[tuple[object, ...]]:
        with closing(open_index(self.infra, self.repository_id)) as index:
            return [tuple(row) for row in index.execute(query, values)]

    def one(self, query: str, *values: object) -> object:
        rows = self.all(query, *values)
        return rows[0][0] if rows else None


def dump(infra: Infra, repository_id: str) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table, and every word of every text list with its place."""
    path = index_path(infra, repository_id)
    assert path.exists()
    with closing(open_index(infra, repository_id)) as index:
        names = [
            row[0]
            for row in index.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'"
            )
            if not row[0].startswith(TEXT_LISTS)
        ]
        rows = {
            name: sorted(map(tuple, index.execute(f"SELECT * FROM {name}")), key=repr)
            for name in names
        }
        rows["meta"] = [row for row in rows["meta"] if row[0] != "built_at"]
        for name in TEXT_LISTS:
            index.execute(f"CREATE VIRTUAL TABLE temp.v USING fts5vocab(main, {name}, instance)")
            rows[name] = sorted(map(tuple, index.execute("SELECT * FROM temp.v")))
            index.execute("DROP TABLE temp.v")
    return rows

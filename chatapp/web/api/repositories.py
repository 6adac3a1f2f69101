"""REST of repositories: register, list, look at, sync, remove, read files, grant."""

from typing import Final

import msgspec
from werkzeug.wrappers import Response

from chatapp.access import commands, grants, reads
from chatapp.access.grants import Grant
from chatapp.domain.repositories import RegisterRepository, SkippedFile
from chatapp.domain.sources import LineRange
from chatapp.web import answers, bodies
from chatapp.web.answers import FileAnswer, RepositoryAnswer, answer, nothing
from chatapp.web.auth import principal
from chatapp.web.context import infra
from chatapp.web.routes import NOTHING, Guard, Routes, Shape
from chatapp.web.schemas import FileQuery, GrantBody, RepositoryBody

ROUTES: Final = Routes("repositories")


class RepositoryList(msgspec.Struct):
    """The repositories the caller may ask about."""

    repositories: list[RepositoryAnswer]


class SkippedList(msgspec.Struct):
    """The files an index left out."""

    skipped_files: tuple[SkippedFile, ...]


class GrantList(msgspec.Struct):
    """The permissions for a repository; with none it is open to every member."""

    grants: tuple[Grant, ...]


@ROUTES.get("/api/repos", Guard.CALLER, Shape(answer=RepositoryList))
def list_repositories() -> Response:
    """The repositories you may ask about, by name."""
    views = reads.repositories(principal(), infra())
    return answer(RepositoryList([answers.repository(view) for view in views]))


@ROUTES.post(
    "/api/repos", Guard.ADMIN, Shape(body=RepositoryBody, answer=RepositoryAnswer, status=202)
)
def add_repository() -> Response:
    """Register a local repository or a clone URL; its index is built in the background."""
    body = bodies.parse(RepositoryBody)
    wanted = RegisterRepository(body.source, body.name, body.branch)
    return answer(answers.repository(commands.add_repository(principal(), infra(), wanted)), 202)


@ROUTES.get("/api/repos/<repo_id>", Guard.CALLER, Shape(answer=RepositoryAnswer))
def get_repository(repo_id: str) -> Response:
    """One repository, with the state and progress of its index."""
    return answer(answers.repository(reads.repository(principal(), infra(), repo_id)))


@ROUTES.delete("/api/repos/<repo_id>", Guard.ADMIN, NOTHING)
def remove_repository(repo_id: str) -> Response:
    """Forget a repository and delete its index; its conversations stay."""
    commands.remove_repository(principal(), infra(), repo_id)
    return nothing()


@ROUTES.post("/api/repos/<repo_id>/sync", Guard.CALLER, Shape(status=202))
def sync_repository(repo_id: str) -> Response:
    """Look for new commits and index them in the background."""
    commands.sync_repository(principal(), infra(), repo_id)
    return Response(status=202)


@ROUTES.get("/api/repos/<repo_id>/skipped-files", Guard.CALLER, Shape(answer=SkippedList))
def list_skipped_files(repo_id: str) -> Response:
    """The files the index left out, and why."""
    return answer(SkippedList(reads.skipped_files(principal(), infra(), repo_id)))


@ROUTES.get("/api/repos/<repo_id>/files", Guard.CALLER, Shape(query=FileQuery, answer=FileAnswer))
def read_file_lines(repo_id: str) -> Response:
    """Lines of one file at the indexed commit."""
    wanted = bodies.query(FileQuery)
    lines = LineRange(wanted.start, wanted.end)
    view = reads.file_lines(principal(), infra(), repo_id, wanted.path, lines)
    return answer(answers.file_lines(view))


@ROUTES.get("/api/repos/<repo_id>/grants", Guard.ADMIN, Shape(answer=GrantList))
def list_grants(repo_id: str) -> Response:
    """Who was granted this repository; with nobody it is open to every member."""
    reads.repository(principal(), infra(), repo_id)
    return answer(GrantList(grants.list_grants(principal(), infra(), repo_id)))


@ROUTES.post("/api/repos/<repo_id>/grants", Guard.ADMIN, Shape(body=GrantBody, status=204))
def grant_repository(repo_id: str) -> Response:
    """Let a member or key use this repository, and close it to those without a grant."""
    body = bodies.parse(GrantBody)
    reads.repository(principal(), infra(), repo_id)
    grants.grant(principal(), infra(), Grant(repo_id, body.grantee_id, body.kind))
    return nothing()


@ROUTES.delete("/api/repos/<repo_id>/grants/<grantee_id>", Guard.ADMIN, NOTHING)
def revoke_repository(repo_id: str, grantee_id: str) -> Response:
    """Take a permission away."""
    grants.revoke(principal(), infra(), repo_id, grantee_id)
    return nothing()

"""Repositories for people: the list with its form and live progress, and one repository."""

from dataclasses import dataclass
from typing import Final

from flask import flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from chatapp.access import commands, reads
from chatapp.domain.errors import ChatappError
from chatapp.domain.repositories import RegisterRepository
from chatapp.web.auth import admin_required, login_required, principal
from chatapp.web.context import infra
from chatapp.web.i18n import gettext as _
from chatapp.web.pages.blueprint import pages
from chatapp.web.screens import sidebar_at
from chatapp.web.views.repository import card
from chatapp.web.views.shell import Where


@dataclass(frozen=True, slots=True)
class AddForm:
    """What the form of a new repository held, and what was wrong with it."""

    source: str = ""
    branch: str = ""
    error: str = ""


_EMPTY: Final = AddForm()


@pages.get("/")
@login_required
def home() -> Response:
    """The newest repository's chat, or the list when there is none."""
    known = reads.repositories(principal(), infra())
    if not known:
        return redirect(url_for("pages.repositories"))
    return redirect(url_for("pages.chat", repository_id=known[0].repository_id))


@pages.get("/repos")
@login_required
def repositories() -> str:
    """Every repository the caller may ask about."""
    return _list_page(_EMPTY)


@pages.post("/repos")
@admin_required
def repository_add() -> str | Response | tuple[str, int]:
    """Register a repository and show its index being built."""
    form = request.form
    wanted = RegisterRepository(
        source=form.get("source", "").strip(), branch=form.get("branch", "").strip()
    )
    try:
        commands.add_repository(principal(), infra(), wanted)
    except ChatappError as error:
        return _list_page(AddForm(wanted.source, wanted.branch, error.message)), error.status
    return redirect(url_for("pages.repositories"))


@pages.get("/repos/<repository_id>")
@login_required
def repository(repository_id: str) -> str:
    """One repository with the files its index leaves out."""
    view = reads.repository(principal(), infra(), repository_id)
    return render_template(
        "repository/page.html",
        sidebar=sidebar_at(Where(repository_id)),
        repo=card(view),
        may_add=principal().is_admin,
        skipped=reads.skipped_files(principal(), infra(), repository_id),
    )


@pages.post("/repos/<repository_id>/sync")
@login_required
def repository_sync(repository_id: str) -> Response:
    """Look for new commits now."""
    commands.sync_repository(principal(), infra(), repository_id)
    flash(_("Looking for new commits."))
    return redirect(url_for("pages.repositories"))


@pages.post("/repos/<repository_id>/remove")
@admin_required
def repository_remove(repository_id: str) -> Response:
    """Forget a repository and its index."""
    commands.remove_repository(principal(), infra(), repository_id)
    flash(_("Removed. Its conversations stay."))
    return redirect(url_for("pages.repositories"))


def _list_page(form: AddForm) -> str:
    return render_template(
        "repository/list.html",
        sidebar=sidebar_at(Where()),
        repositories=[card(view) for view in reads.repositories(principal(), infra())],
        may_add=principal().is_admin,
        form=form,
    )

"""Who you are to the pages: the first admin's claim, invitations, sign-in, sign-out, language."""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from chatapp.access.invitations import accept_invitation
from chatapp.access.members import claim_first_admin, has_members, login
from chatapp.access.sessions import SignedIn, end_session
from chatapp.domain.errors import ChatappError
from chatapp.web.auth import credentials, forget, optional_principal, remember
from chatapp.web.context import infra
from chatapp.web.i18n import COOKIE, LANGUAGES
from chatapp.web.i18n import gettext as _
from chatapp.web.pages.blueprint import pages

_YEAR_S = 31_536_000


@dataclass(frozen=True, slots=True)
class Entry:
    """What the form of a joining person held, to be shown again."""

    name: str = ""
    email: str = ""


@dataclass(frozen=True, slots=True)
class Joining:
    """The words and the action of one of the two pages on which people join."""

    heading: str
    lead: str
    submit: str
    action: str


@pages.get("/setup")
def setup() -> str | Response:
    """The first admin's page, reached by the one-time link that `serve` prints."""
    if has_members(infra()):
        return redirect(url_for("pages.login", spent=1))
    return _join_page(_first_admin(), request.args.get("token", ""))


@pages.post("/setup")
def setup_claim() -> str | Response | tuple[str, int]:
    """Make the first admin and sign them in."""
    return _join(_first_admin(), claim_first_admin)


@pages.get("/join")
def join() -> str:
    """An invited member's page."""
    return _join_page(_invited(), request.args.get("token", ""))


@pages.post("/join")
def join_accept() -> str | Response | tuple[str, int]:
    """Accept an invitation and sign in."""
    return _join(_invited(), accept_invitation)


@pages.get("/login")
def login_page() -> str | Response:
    """The sign-in form; who is signed in already goes on."""
    if optional_principal() is not None:
        return redirect(_safe_next(request.args.get("next", "")))
    spent = _("The set-up link was used already. Sign in, or ask an administrator to invite you.")
    note = spent if "spent" in request.args else ""
    return _login_page(request.args.get("next", ""), note=note)


@pages.post("/login", endpoint="login")
def login_submit() -> str | Response | tuple[str, int]:
    """Sign in and go on to where the person wanted to be."""
    form = request.form
    email = form.get("email", "")
    try:
        signed_in = login(
            infra(), email, form.get("password", ""), address=request.remote_addr or ""
        )
    except ChatappError as error:
        return _login_page(form.get("next", ""), email, error.message), error.status
    return remember(redirect(_safe_next(form.get("next", ""))), signed_in)


@pages.post("/logout")
def logout() -> Response:
    """Sign this browser out."""
    token = credentials().session_token
    if token:
        end_session(infra(), token)
    return forget(redirect(url_for("pages.login")))


@pages.post("/language")
def language() -> Response:
    """Choose the language of the interface."""
    response = redirect(_safe_next(request.form.get("next", "")))
    wanted = request.form.get("language", "")
    if wanted in LANGUAGES:
        response.set_cookie(COOKIE, wanted, max_age=_YEAR_S, samesite="Lax", httponly=True)
    return response


def _join(page: Joining, join_by: Callable[..., SignedIn]) -> str | Response | tuple[str, int]:
    form = request.form
    entry = Entry(form.get("name", ""), form.get("email", ""))
    token = form.get("token", "")
    try:
        signed_in = join_by(infra(), token, entry.name, entry.email, form.get("password", ""))
    except ChatappError as error:
        return _join_page(page, token, entry, error.message), error.status
    return remember(redirect("/"), signed_in)


def _join_page(page: Joining, token: str, entry: Entry | None = None, error: str = "") -> str:
    missing = _("The link is not complete: it must end with ?token=… as it was printed.")
    return render_template(
        "session/join.html",
        heading=page.heading,
        lead=page.lead,
        submit=page.submit,
        action=page.action,
        token=token,
        form=entry or Entry(),
        error=error or ("" if token else missing),
    )


def _login_page(wanted: str, email: str = "", error: str = "", note: str = "") -> str:
    return render_template("session/login.html", next=wanted, email=email, error=error, note=note)


def _first_admin() -> Joining:
    return Joining(
        _("Welcome to chatapp"),
        _("Make the first account. It owns this server and can invite others."),
        _("Create the account"),
        url_for("pages.setup_claim"),
    )


def _invited() -> Joining:
    return Joining(
        _("Join your team"),
        _("You were invited. Choose a name and a password."),
        _("Join"),
        url_for("pages.join_accept"),
    )


def _safe_next(wanted: str) -> str:
    """`wanted` when it is a path of this site, else the start page."""
    parts = urlsplit(wanted)
    is_ours = wanted.startswith("/") and not wanted.startswith(("//", "/\\")) and not parts.netloc
    return wanted if is_ours else "/"

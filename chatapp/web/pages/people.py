"""Settings about who may come in: members with their invitations, and services' API keys."""

from datetime import timedelta
from typing import Final

from flask import flash, redirect, request, url_for
from werkzeug.wrappers import Response

from chatapp.access.api_keys import (
    DIALOGUE,
    REPO_CHAT,
    NewKey,
    create_key,
    list_keys,
    rotate_key,
    set_key_disabled,
)
from chatapp.access.invitations import invite, list_invitations, revoke_invitation
from chatapp.access.members import list_members, set_disabled, set_role
from chatapp.domain.errors import ChatappError, InvalidRequest
from chatapp.domain.identity import MemberRole
from chatapp.web.auth import admin_required, principal
from chatapp.web.context import infra
from chatapp.web.i18n import gettext as _
from chatapp.web.pages.blueprint import pages
from chatapp.web.pages.settings import settings_page

_LIVES: Final = {"30": 30, "90": 90, "365": 365}


@pages.get("/settings/members")
@admin_required
def settings_members() -> str:
    """Members and open invitations."""
    return _members()


@pages.post("/settings/members/invite")
@admin_required
def settings_member_invite() -> str | tuple[str, int]:
    """An invitation, whose link is shown this once."""
    form = request.form
    try:
        made = invite(principal(), infra(), form.get("email", ""), _role(form.get("role", "")))
    except ChatappError as error:
        return _members(error=error.message), error.status
    return _members(link=url_for("pages.join", token=made.token, _external=True))


@pages.post("/settings/members/<member_id>/role")
@admin_required
def settings_member_role(member_id: str) -> Response | tuple[str, int]:
    """Another role; the member has to sign in again."""
    try:
        set_role(principal(), infra(), member_id, _role(request.form.get("role", "")))
    except ChatappError as error:
        return _members(error=error.message), error.status
    flash(_("Saved. They have to sign in again."))
    return redirect(url_for("pages.settings_members"))


@pages.post("/settings/members/<member_id>/disabled")
@admin_required
def settings_member_disabled(member_id: str) -> Response | tuple[str, int]:
    """Shut a member out, or let them in again."""
    is_disabled = request.form.get("disabled") == "1"
    try:
        set_disabled(principal(), infra(), member_id, is_disabled=is_disabled)
    except ChatappError as error:
        return _members(error=error.message), error.status
    return redirect(url_for("pages.settings_members"))


@pages.post("/settings/invitations/<invitation_id>/revoke")
@admin_required
def settings_invitation_revoke(invitation_id: str) -> Response:
    """Make an open invitation worthless."""
    revoke_invitation(principal(), infra(), invitation_id)
    return redirect(url_for("pages.settings_members"))


@pages.get("/settings/keys")
@admin_required
def settings_keys() -> str:
    """The account's API keys."""
    return _keys()


@pages.post("/settings/keys")
@admin_required
def settings_key_create() -> str | tuple[str, int]:
    """A key, whose secret is shown this once."""
    form = request.form
    days = _LIVES.get(form.get("days", ""))
    expires_at = infra().clock.now() + timedelta(days=days) if days else None
    scopes = (*form.getlist("scope"), *form.get("mcp_scopes", "").split())
    wanted = NewKey(form.get("name", ""), scopes, expires_at=expires_at)
    try:
        made = create_key(principal(), infra(), wanted)
    except ChatappError as error:
        return _keys(error=error.message), error.status
    return _keys(secret=made.secret or "")


@pages.post("/settings/keys/<key_id>/disabled")
@admin_required
def settings_key_disabled(key_id: str) -> Response:
    """Turn a key off at once, or on again."""
    is_disabled = request.form.get("disabled") == "1"
    set_key_disabled(principal(), infra(), key_id, is_disabled=is_disabled)
    return redirect(url_for("pages.settings_keys"))


@pages.post("/settings/keys/<key_id>/rotate")
@admin_required
def settings_key_rotate(key_id: str) -> str:
    """A new secret for a key; the old one stops working at once."""
    return _keys(secret=rotate_key(principal(), infra(), key_id).secret or "")


def _members(*, error: str = "", link: str = "") -> str:
    who, handle = principal(), infra()
    return settings_page(
        "members",
        "members",
        members=list_members(who, handle),
        invitations=list_invitations(who, handle),
        roles=tuple(MemberRole),
        me=who,
        error=error,
        link=link,
    )


def _keys(*, error: str = "", secret: str = "") -> str:
    keys = list_keys(principal(), infra())
    scopes = ((REPO_CHAT, _("Ask about repositories")), (DIALOGUE, _("Ask the documents")))
    return settings_page("keys", "keys", keys=keys, scopes=scopes, error=error, secret=secret)


def _role(text: str) -> MemberRole:
    try:
        return MemberRole(text)
    except ValueError:
        raise InvalidRequest(_("Choose a role: owner, admin or member.")) from None

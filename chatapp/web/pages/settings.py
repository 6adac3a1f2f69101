"""Settings for people: your account, providers and models, API keys, members, the audit log."""

from flask import flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from chatapp.access import audit, commands, provider_models, reads
from chatapp.access.members import change_password
from chatapp.domain.errors import ChatappError
from chatapp.web.auth import admin_required, login_required, principal, remember
from chatapp.web.context import infra
from chatapp.web.i18n import gettext as _
from chatapp.web.pages.blueprint import pages
from chatapp.web.screens import picker_for, sidebar_at
from chatapp.web.templating import THEME_COOKIE, THEMES
from chatapp.web.views.settings import provider_cards, tabs
from chatapp.web.views.shell import Where

_YEAR_S = 31_536_000


def settings_page(template: str, current: str, **values: object) -> str:
    """One settings page with the tabs above it."""
    return render_template(
        f"settings/{template}.html",
        sidebar=sidebar_at(Where()),
        settings_tabs=tabs(current, is_admin=principal().is_admin),
        **values,
    )


@pages.get("/settings")
@login_required
def settings() -> str:
    """Your own account on this server."""
    return settings_page("account", "account", me=principal())


@pages.post("/settings/password")
@login_required
def settings_password() -> Response | tuple[str, int]:
    """A new password; every other browser is signed out."""
    form = request.form
    try:
        signed_in = change_password(principal(), infra(), form.get("old", ""), form.get("new", ""))
    except ChatappError as error:
        page = settings_page("account", "account", me=principal(), error=error.message)
        return page, error.status
    flash(_("The password was changed. Other browsers are signed out."))
    return remember(redirect(url_for("pages.settings")), signed_in)


@pages.post("/settings/theme")
@login_required
def settings_theme() -> Response:
    """Light, dark, or what the machine says."""
    response = make_response(redirect(url_for("pages.settings")))
    theme = request.form.get("theme", "")
    if theme in THEMES:
        response.set_cookie(THEME_COOKIE, theme, max_age=_YEAR_S, samesite="Lax", httponly=True)
    else:
        response.delete_cookie(THEME_COOKIE)
    return response


@pages.get("/settings/providers")
@login_required
def settings_providers() -> str:
    """Providers, where their keys come from, and which model answers by default."""
    view = reads.providers(principal(), infra())
    return settings_page(
        "providers",
        "providers",
        cards=provider_cards(view),
        active=view.active,
        picker=picker_for(None),
        may_change=principal().is_admin,
    )


@pages.post("/settings/providers/default")
@admin_required
def settings_provider_default() -> Response:
    """Which provider and model answer when nobody chooses."""
    provider_id, _sep, model = request.form.get("model", "").partition("|")
    commands.choose_provider(principal(), infra(), provider_id or None, model or None)
    flash(_("Saved."))
    return redirect(url_for("pages.settings_providers"))


@pages.post("/settings/providers/<provider_id>/key")
@admin_required
def settings_provider_key(provider_id: str) -> Response:
    """Keep a provider's key."""
    key = request.form.get("api_key", "").strip()
    commands.set_provider_key(principal(), infra(), provider_id, key)
    flash(_("The key is stored."))
    return redirect(url_for("pages.settings_providers"))


@pages.post("/settings/providers/<provider_id>/test")
@admin_required
def settings_provider_test(provider_id: str) -> Response:
    """Ask the provider whether it takes the key in use."""
    result = provider_models.try_key(principal(), infra(), provider_id)
    flash(result.detail)
    return redirect(url_for("pages.settings_providers"))


@pages.post("/settings/providers/<provider_id>/key/remove")
@admin_required
def settings_provider_key_remove(provider_id: str) -> Response:
    """Forget a provider's key."""
    commands.remove_provider_key(principal(), infra(), provider_id)
    flash(_("The key is forgotten."))
    return redirect(url_for("pages.settings_providers"))


@pages.get("/settings/audit")
@admin_required
def settings_audit() -> str:
    """Who changed what."""
    return settings_page("audit", "audit", entries=audit.entries(principal(), infra()))

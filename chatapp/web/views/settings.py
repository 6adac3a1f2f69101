"""The settings pages: their tabs, and providers as cards."""

from dataclasses import dataclass

from flask import url_for

from chatapp.domain.providers import KeySource, ProvidersView, ProviderView
from chatapp.web.i18n import gettext as _


@dataclass(frozen=True, slots=True)
class SettingsTab:
    """One tab above the settings pages."""

    label: str
    url: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class ProviderCard:
    """A provider with the state of its key."""

    provider_id: str
    name: str
    is_ready: bool
    is_active: bool
    takes_key: bool
    key_note: str
    key_variable: str
    is_stored: bool
    base_url: str
    models: tuple[str, ...]


def tabs(current: str, *, is_admin: bool) -> tuple[SettingsTab, ...]:
    """The tabs the caller may open."""
    everyone = (
        ("account", _("You"), "pages.settings"),
        ("providers", _("Providers and models"), "pages.settings_providers"),
    )
    admins = (
        ("keys", _("API keys"), "pages.settings_keys"),
        ("members", _("Members"), "pages.settings_members"),
        ("audit", _("Audit log"), "pages.settings_audit"),
    )
    shown = everyone + (admins if is_admin else ())
    return tuple(SettingsTab(label, url_for(page), name == current) for name, label, page in shown)


def provider_cards(view: ProvidersView) -> tuple[ProviderCard, ...]:
    """Every provider, the active one first, then those that are ready."""
    cards = [_card(provider, view) for provider in view.providers]
    return tuple(sorted(cards, key=lambda card: (not card.is_active, not card.is_ready)))


def _card(provider: ProviderView, view: ProvidersView) -> ProviderCard:
    return ProviderCard(
        provider_id=provider.provider_id,
        name=provider.name,
        is_ready=provider.is_ready,
        is_active=provider.provider_id == view.active.provider_id,
        takes_key=bool(provider.key_variable) or provider.requires_key,
        key_note=_key_note(provider),
        key_variable=provider.key_variable,
        is_stored=provider.key_source is KeySource.STORED,
        base_url=provider.base_url,
        models=tuple(model.name for model in provider.models),
    )


def _key_note(provider: ProviderView) -> str:
    notes = {
        KeySource.ENVIRONMENT: _("from the environment"),
        KeySource.REPOSITORY: _("from the repository"),
        KeySource.STORED: _("stored on this server"),
    }
    note = notes.get(provider.key_source)
    return f"{provider.key_hint} · {note}" if note else ""

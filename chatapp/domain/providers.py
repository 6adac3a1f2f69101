"""Model providers as people see them: what there is, where a key comes from, what is active.

Keys never appear in here in full: `key_hint` is the redacted form.
"""

from dataclasses import dataclass
from enum import StrEnum


class KeySource(StrEnum):
    """Where a provider's key was found; the order is the order of the search."""

    ENVIRONMENT = "environment"
    REPOSITORY = "repository"
    STORED = "stored"
    NONE = "none"


class ChoiceSource(StrEnum):
    """Which layer chose the provider; the order is the order of the search."""

    REQUEST = "request"
    REPOSITORY_CHOICE = "repository_choice"
    REPOSITORY_FILE = "repository_file"
    SERVER_CHOICE = "server_choice"
    ENVIRONMENT = "environment"
    DETECTED = "detected"


@dataclass(frozen=True, slots=True)
class ModelView:
    """One model as the picker shows it; `is_listed` is False when its figures are assumed."""

    name: str
    context_tokens: int
    has_tools: bool = True
    has_vision: bool = False
    has_reasoning: bool = False
    is_listed: bool = True


@dataclass(frozen=True, slots=True)
class ProviderView:
    """One provider with its state for a repository or, without one, for the server.

    Attributes:
        is_ready: Whether a question can be sent to it as things stand.
        key_hint: The key in its redacted form, empty without one.
        key_variable: The environment variable a key belongs in; empty when it takes none.
    """

    provider_id: str
    name: str
    default_model: str
    models: tuple[ModelView, ...]
    requires_key: bool
    is_ready: bool
    key_source: KeySource
    key_hint: str
    key_variable: str
    base_url: str


@dataclass(frozen=True, slots=True)
class ActiveView:
    """The provider and model that the next question goes to, and which layer said so."""

    provider_id: str
    model: str
    source: ChoiceSource


@dataclass(frozen=True, slots=True)
class ProvidersView:
    """Everything the model picker needs."""

    active: ActiveView
    providers: tuple[ProviderView, ...]


@dataclass(frozen=True, slots=True)
class KeyTest:
    """What a provider said to a key: `is_good`, and a sentence for the person who entered it."""

    is_good: bool
    detail: str
    models: tuple[str, ...] = ()

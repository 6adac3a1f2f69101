"""The chat page: its head, its composer with the model picker, and what an empty one offers."""

from collections.abc import Iterator
from dataclasses import dataclass

from flask import url_for

from chatapp.domain.conversations import ConversationView
from chatapp.domain.ids import new_id
from chatapp.domain.providers import ProvidersView, ProviderView
from chatapp.domain.repositories import IndexState, RepositoryView
from chatapp.web.i18n import gettext as _
from chatapp.web.views.message import Turn
from chatapp.web.views.repository import Progress, progress


@dataclass(frozen=True, slots=True)
class Fact:
    """A figure about a repository."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Chat:
    """Everything of a chat page but sidebar, composer and panel."""

    conversation_id: str
    title: str
    is_pinned: bool
    repository: str
    repository_id: str
    repository_url: str
    commit: str
    index_state: str
    percent: int
    progress: Progress
    turns: tuple[Turn, ...]
    suggestions: tuple[str, ...]
    facts: tuple[Fact, ...]
    earlier: int = 0

    @property
    def is_live(self) -> bool:
        """Whether an answer is being written."""
        return bool(self.turns) and self.turns[-1].is_live


@dataclass(frozen=True, slots=True)
class ModelOption:
    """One line of the model picker; `value` is what the form sends."""

    value: str
    label: str
    note: str
    provider_id: str
    provider: str
    needs_key: bool
    is_checked: bool


@dataclass(frozen=True, slots=True)
class ModelGroup:
    """The models of one provider."""

    provider: str
    options: tuple[ModelOption, ...]


@dataclass(frozen=True, slots=True)
class Picker:
    """The model picker: providers that are ready first."""

    label: str
    is_ready: bool
    groups: tuple[ModelGroup, ...]
    may_add_keys: bool
    key_url: str


@dataclass(frozen=True, slots=True)
class Composer:
    """The form below the log. `stop_url` is set while an answer is being written."""

    action: str
    conversation_id: str
    draft_key: str
    placeholder: str
    max_chars: int
    request_id: str
    suggestions: tuple[str, ...] = ()
    stop_url: str = ""
    text: str = ""
    about: str = ""
    about_off_url: str = ""
    is_new: bool = False


def chat(
    repository: RepositoryView,
    conversation: ConversationView | None,
    turns: tuple[Turn, ...] = (),
    suggestions: tuple[str, ...] = (),
    *,
    earlier: int = 0,
) -> Chat:
    """The page of a conversation, or of one that has not begun; `earlier` counts what is hidden."""
    return Chat(
        conversation_id=conversation.conversation_id if conversation else "",
        title=(conversation.title or _("Untitled")) if conversation else _("New conversation"),
        is_pinned=conversation.is_pinned if conversation else False,
        repository=repository.name,
        repository_id=repository.repository_id,
        repository_url=url_for("pages.repository", repository_id=repository.repository_id),
        commit=(repository.indexed_commit or "")[:7],
        index_state=index_state(repository),
        percent=repository.progress.percent,
        progress=progress(repository),
        turns=turns,
        suggestions=suggestions,
        facts=facts(repository),
        earlier=earlier,
    )


def index_state(view: RepositoryView) -> str:
    """``ready``, ``moved``, ``building`` or ``failed``; an old index stays usable meanwhile."""
    if view.state in (IndexState.QUEUED, IndexState.INDEXING):
        return "building"
    if view.state is IndexState.FAILED:
        return "failed"
    return "moved" if view.has_moved else "ready"


def facts(view: RepositoryView) -> tuple[Fact, ...]:
    """What an empty conversation says about its repository."""
    if view.indexed_commit is None:
        return ()
    return (
        Fact(f"{view.files:,}", _("files indexed")),
        Fact(view.branch or "HEAD", _("branch")),
        Fact(view.indexed_commit[:7], _("commit")),
    )


def composer(chat: Chat, *, max_chars: int, text: str = "", about: str = "") -> Composer:
    """The composer that belongs under `chat`; `about` is a file the question is about."""
    live = chat.turns[-1].message_id if chat.is_live else ""
    return Composer(
        action=url_for("fragments.chat_ask", repository_id=chat.repository_id),
        conversation_id=chat.conversation_id,
        draft_key=chat.conversation_id or f"new-{chat.repository_id}",
        placeholder=placeholder(is_new=not chat.turns),
        max_chars=max_chars,
        request_id=new_id(),
        stop_url=url_for("fragments.turn_stop", turn_id=live) if live else "",
        text=text,
        about=about,
        about_off_url=url_for("pages.chat", repository_id=chat.repository_id),
        is_new=not chat.turns,
    )


def placeholder(*, is_new: bool) -> str:
    """What the empty box says."""
    return _("Ask about this repository") if is_new else _("Ask a follow-up")


def picker(view: ProvidersView, *, may_add_keys: bool, chosen: str = "") -> Picker:
    """The model picker; `chosen` (``provider|model``) outranks what is active."""
    active = chosen or f"{view.active.provider_id}|{view.active.model}"
    providers = sorted(view.providers, key=lambda provider: not provider.is_ready)
    groups = tuple(
        ModelGroup(provider.name, tuple(_options(provider, active))) for provider in providers
    )
    options = [option for group in groups for option in group.options]
    current = next((option for option in options if option.is_checked), None)
    return Picker(
        label=_title(current) if current else view.active.model,
        is_ready=current is not None and not current.needs_key,
        groups=groups,
        may_add_keys=may_add_keys,
        key_url=url_for("fragments.provider_key"),
    )


def _title(option: ModelOption) -> str:
    is_plain = option.label == option.provider
    return option.provider if is_plain else f"{option.provider} · {option.label}"


def _options(provider: ProviderView, active: str) -> Iterator[ModelOption]:
    sizes = {model.name: _size(model.context_tokens) for model in provider.models}
    names = list(sizes or (provider.default_model,))
    provider_id, _sep, model = active.partition("|")
    if provider_id == provider.provider_id and model not in names:
        names.insert(0, model)  # a setting or a request may name a model that no list has
    for name in names:
        value = f"{provider.provider_id}|{name}"
        yield ModelOption(
            value=value,
            label=provider.name if name in ("", provider.provider_id) else name,
            note=sizes.get(name, "") if provider.is_ready else _not_ready(provider),
            provider_id=provider.provider_id,
            provider=provider.name,
            needs_key=not provider.is_ready,
            is_checked=value == active,
        )


def _not_ready(provider: ProviderView) -> str:
    return _("needs a key") if provider.requires_key else _("not set up")


def _size(tokens: int) -> str:
    return f"{tokens // 1000}k" if tokens else ""

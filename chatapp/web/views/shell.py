"""What surrounds every page of a signed-in member: the sidebar with its three lists."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import Final

from flask import url_for

from chatapp.domain.conversations import ConversationView, SearchHit
from chatapp.domain.identity import Principal
from chatapp.domain.repositories import IndexState, RepositoryView
from chatapp.web.i18n import gettext as _

_WEEK: Final = timedelta(days=7)
_STATES: Final = {
    IndexState.QUEUED: "run",
    IndexState.INDEXING: "run",
    IndexState.READY: "ok",
    IndexState.FAILED: "bad",
}


@dataclass(frozen=True, slots=True)
class RepositoryItem:
    """One repository of the sidebar; `state` is ok, run or bad."""

    repository_id: str
    name: str
    url: str
    state: str
    note: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class ConversationItem:
    """One conversation of the sidebar."""

    conversation_id: str
    title: str
    url: str
    is_pinned: bool
    is_fork: bool
    is_live: bool
    is_current: bool
    snippet: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Conversations under one heading."""

    label: str
    items: tuple[ConversationItem, ...]


@dataclass(frozen=True, slots=True)
class Sidebar:
    """The whole sidebar."""

    member: str
    initials: str
    repositories: tuple[RepositoryItem, ...]
    groups: tuple[Group, ...]
    repository_id: str
    conversation_id: str
    query: str
    new_url: str
    search_url: str
    archived_url: str
    deleted_url: str


@dataclass(frozen=True, slots=True)
class Where:
    """Where the reader is: what the sidebar marks as current."""

    repository_id: str = ""
    conversation_id: str = ""
    query: str = ""


def sidebar(
    principal: Principal,
    repositories: Sequence[RepositoryView],
    listed: tuple[Group, ...],
    where: Where,
) -> Sidebar:
    """The sidebar of a member at a place."""
    home = where.repository_id or (repositories[0].repository_id if repositories else "")
    new = url_for("pages.chat", repository_id=home) if home else url_for("pages.repositories")
    return Sidebar(
        member=principal.name or _("Member"),
        initials=initials(principal.name),
        repositories=tuple(repository_item(item, where.repository_id) for item in repositories),
        groups=listed,
        repository_id=where.repository_id,
        conversation_id=where.conversation_id,
        query=where.query,
        new_url=new,
        search_url=url_for("pages.conversations"),
        archived_url=url_for("pages.conversations", show="archived"),
        deleted_url=url_for("pages.conversations", show="deleted"),
    )


def initials(name: str) -> str:
    """Two letters for a round sign: of the first and last word, or the first two signs."""
    words = name.split() or ["?"]
    return (words[0][0] + words[-1][0] if len(words) > 1 else words[0][:2]).upper()


def repository_item(view: RepositoryView, current_id: str) -> RepositoryItem:
    """One line of the repository list."""
    return RepositoryItem(
        repository_id=view.repository_id,
        name=view.name,
        url=url_for("pages.chat", repository_id=view.repository_id),
        state=_STATES[view.state],
        note=index_note(view),
        is_current=view.repository_id == current_id,
    )


def index_note(view: RepositoryView) -> str:
    """A few words on how the index stands."""
    if view.state is IndexState.INDEXING:
        return _("indexing %(percent)s %%", percent=view.progress.percent)
    if view.state is IndexState.QUEUED:
        return _("waiting")
    if view.state is IndexState.FAILED:
        return _("failed")
    return view.branch or (view.indexed_commit or "")[:7]


def groups(
    conversations: Iterable[ConversationView], where: Where, now: datetime
) -> tuple[Group, ...]:
    """Pinned, today, the last seven days, older: in that order, empty ones left out."""
    labelled = sorted(
        ((_period(view, now), view) for view in conversations), key=lambda pair: pair[0]
    )
    labels = (_("Pinned"), _("Today"), _("Last 7 days"), _("Older"))
    return tuple(
        Group(labels[period], tuple(conversation_item(view, where) for _period, view in pairs))
        for period, pairs in groupby(labelled, key=lambda pair: pair[0])
    )


def found(hits: Iterable[SearchHit], where: Where) -> tuple[Group, ...]:
    """What a search found, each with the text around it."""
    items = tuple(conversation_item(hit.conversation, where, hit.snippet) for hit in hits)
    return (Group(_("Found"), items),) if items else ()


def _period(view: ConversationView, now: datetime) -> int:
    if view.is_pinned:
        return 0
    if view.updated_at.date() == now.date():
        return 1
    return 2 if now - view.updated_at < _WEEK else 3


def conversation_item(view: ConversationView, where: Where, snippet: str = "") -> ConversationItem:
    """One line of the conversation list."""
    return ConversationItem(
        conversation_id=view.conversation_id,
        title=view.title or _("Untitled"),
        url=conversation_url(view),
        is_pinned=view.is_pinned,
        is_fork=view.forked_from is not None,
        is_live=view.live_turn_id is not None,
        is_current=view.conversation_id == where.conversation_id,
        snippet=snippet,
    )


def conversation_url(view: ConversationView) -> str:
    """The page of a conversation."""
    return url_for(
        "pages.conversation",
        repository_id=view.repository_id or "none",
        conversation_id=view.conversation_id,
    )

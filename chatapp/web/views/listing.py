"""Lists of conversations on a page of their own: search, archive, recently deleted."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from flask import url_for

from chatapp.domain.conversations import ConversationView
from chatapp.web.i18n import gettext as _
from chatapp.web.views.shell import conversation_url


@dataclass(frozen=True, slots=True)
class ListedConversation:
    """One line; `restore_url` is set where the conversation can be brought back."""

    conversation_id: str
    title: str
    url: str
    updated_at: datetime
    restore_url: str


@dataclass(frozen=True, slots=True)
class Listing:
    """The whole list with its heading."""

    heading: str
    empty: str
    items: tuple[ListedConversation, ...]


def listing(found: Iterable[ConversationView], *, query: str, show: str) -> Listing:
    """The list for a search or a shelf."""
    headings = {
        "archived": (_("Archived"), _("Nothing is archived.")),
        "deleted": (_("Recently deleted"), _("Nothing was deleted lately.")),
    }
    searched = (
        _("Conversations with “%(query)s”", query=query) if query else _("Conversations"),
        _("No conversation matches."),
    )
    heading, empty = headings.get(show, searched)
    return Listing(heading, empty, tuple(_item(view, show) for view in found))


def _item(view: ConversationView, show: str) -> ListedConversation:
    restore = {
        "archived": "fragments.conversation_unarchive",
        "deleted": "fragments.conversation_restore",
    }.get(show)
    conversation_id = view.conversation_id
    return ListedConversation(
        conversation_id=conversation_id,
        title=view.title or _("Untitled"),
        url="" if show == "deleted" else conversation_url(view),
        updated_at=view.updated_at,
        restore_url=url_for(restore, conversation_id=conversation_id) if restore else "",
    )

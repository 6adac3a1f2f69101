"""What a whole screen needs: read through `chatapp.access`, arranged by `chatapp.web.views`.

Called by pages and by fragments that show the same piece, so that a page and its htmx update can
never differ. Changes nothing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from chatapp.access import reads
from chatapp.domain.ask import PageContext
from chatapp.domain.conversations import ConversationView, MessageView
from chatapp.domain.errors import ChatappError, NotFound
from chatapp.domain.events import Artifact
from chatapp.domain.messages import Role
from chatapp.domain.repositories import RepositoryView
from chatapp.web.auth import principal
from chatapp.web.citing import book_for
from chatapp.web.context import infra
from chatapp.web.i18n import language
from chatapp.web.views.artifact import Panel, Shelf, panel
from chatapp.web.views.chat import Chat, Composer, Picker, chat, composer, picker
from chatapp.web.views.message import Turn, turn
from chatapp.web.views.shell import Group, Sidebar, Where, found, groups, sidebar

LATEST: Final = 40
"""Messages that a page begins with: rendering an answer takes 5-15 ms, so a long one has a link."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a chat page was asked for.

    Attributes:
        text: What the box is filled with.
        about: A file that the question is about.
        is_whole: Whether also the earliest messages are shown.
    """

    conversation_id: str = ""
    text: str = ""
    about: str = ""
    is_whole: bool = False


@dataclass(frozen=True, slots=True)
class ChatScreen:
    """A chat page with everything around it."""

    sidebar: Sidebar
    chat: Chat
    composer: Composer
    picker: Picker
    panel: Panel


def sidebar_at(where: Where) -> Sidebar:
    """The sidebar of the caller at a place."""
    return sidebar(principal(), reads.repositories(principal(), infra()), listed_at(where), where)


def listed_at(where: Where) -> tuple[Group, ...]:
    """The sidebar's conversations: all of them by time, or what a search finds."""
    who, handle = principal(), infra()
    if where.query:
        return found(reads.search_conversations(who, handle, where.query), where)
    return groups(reads.conversations(who, handle), where, handle.clock.now())


def chat_screen(repository_id: str, wanted: Wanted) -> ChatScreen:
    """The page of a conversation, or of a new one when no id is given."""
    repository = reads.repository(principal(), infra(), repository_id)
    page = chat_of(repository, wanted)
    conversation_id = wanted.conversation_id
    return ChatScreen(
        sidebar=sidebar_at(Where(repository_id, conversation_id)),
        chat=page,
        composer=composer(
            page,
            max_chars=infra().settings.max_message_chars,
            text=wanted.text,
            about=wanted.about,
        ),
        picker=picker_for(repository_id),
        panel=panel_of(repository_id, conversation_id),
    )


def chat_of(repository: RepositoryView, wanted: Wanted) -> Chat:
    """The middle column."""
    if not wanted.conversation_id:
        questions = first_questions(repository.repository_id, wanted.about)
        return chat(repository, None, suggestions=questions)
    view = reads.conversation(principal(), infra(), wanted.conversation_id)
    if view.repository_id != repository.repository_id:
        raise NotFound
    messages = reads.messages(principal(), infra(), view.conversation_id)
    shown = messages if wanted.is_whole else messages[-LATEST:]
    return chat(repository, view, turns_of(view, shown), earlier=len(messages) - len(shown))


def turns_of(view: ConversationView, messages: Iterable[MessageView]) -> tuple[Turn, ...]:
    """Messages as the log shows them; every answer numbers its own sources."""
    return tuple(turn(message, book_for(view.repository_id or "", message)) for message in messages)


def first_questions(repository_id: str, about: str = "") -> tuple[str, ...]:
    """Questions to begin with, about a file if one is named; none without an index."""
    page = page_of_file(about)
    try:
        return reads.suggestions(principal(), infra(), repository_id, page, spoken())
    except ChatappError:
        return ()


def page_of_file(path: str) -> PageContext | None:
    """The context of a question about one file, which the runtime reads beforehand."""
    return PageContext("file", label=path, target=path, target_kind="file") if path else None


def spoken() -> str:
    """The interface's language as answers are asked for in it."""
    return {"zh": "zh-CN"}.get(language(), "en")


def picker_for(repository_id: str | None, chosen: str = "") -> Picker:
    """The model picker of a repository, or of the server."""
    who = principal()
    view = reads.providers(who, infra(), repository_id)
    return picker(view, may_add_keys=who.is_admin, chosen=chosen)


def panel_of(repository_id: str, conversation_id: str, selected_id: str = "") -> Panel:
    """The artifacts of a conversation."""
    if not conversation_id:
        return Panel()
    messages = reads.messages(principal(), infra(), conversation_id)
    shelf = Shelf(conversation_id, repository_id)
    return panel(artifacts_of(messages), shelf, selected_id)


def artifacts_of(messages: Iterable[MessageView]) -> tuple[Artifact, ...]:
    """Every artifact of a conversation, oldest first."""
    return tuple(artifact for message in messages for artifact in message.artifacts)


def question_before(messages: Sequence[MessageView], answer: MessageView) -> MessageView:
    """The question that an answer belongs to.

    Raises:
        NotFound: there is none.
    """
    asked = [item for item in messages if item.role is Role.USER and item.seq < answer.seq]
    if not asked:
        raise NotFound
    return asked[-1]

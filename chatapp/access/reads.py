"""What a caller may look at.

Every function takes the principal first and finds by (id, owner): what is somebody else's is `NotFound`, exactly as if it did not exist.

Nothing here changes anything; that is `chatapp.access.commands`.
"""

from chatapp.domain.ask import PageContext
from chatapp.domain.conversations import ConversationView, MessageView
from chatapp.domain.events import Artifact
from chatapp.domain.identity import Principal
from chatapp.domain.providers import ProvidersView
from chatapp.domain.repositories import FileLines, RepositoryView, SkippedFile
from chatapp.domain.sources import LineRange
from chatapp.infra.handle import Infra


def repositories(principal: Principal, infra: Infra) -> tuple[RepositoryView, ...]:
    """The repositories the caller may ask about, by name."""
    raise NotImplementedError


def repository(principal: Principal, infra: Infra, repository_id: str) -> RepositoryView:
    """One repository with the state and progress of its index."""
    raise NotImplementedError


def skipped_files(
    principal: Principal, infra: Infra, repository_id: str
) -> tuple[SkippedFile, ...]:
    """What the index left out, and why."""
    raise NotImplementedError


def file_lines(
    principal: Principal, infra: Infra, repository_id: str, path: str, lines: LineRange
) -> FileLines:
    """Lines of a file at the indexed commit."""
    raise NotImplementedError


def suggestions(
    principal: Principal, infra: Infra, repository_id: str, page: PageContext | None = None
) -> tuple[str, ...]:
    """At most three questions to begin with; no model is asked."""
    raise NotImplementedError


def conversations(
    principal: Principal,
    infra: Infra,
    repository_id: str | None = None,
    *,
    search: str = "",
    is_archived: bool = False,
    is_deleted: bool = False,
) -> tuple[ConversationView, ...]:
    """The caller's conversations, pinned first, then newest first; searched in title and text."""
    raise NotImplementedError


def conversation(principal: Principal, infra: Infra, conversation_id: str) -> ConversationView:
    """One conversation without its messages."""
    raise NotImplementedError


def messages(principal: Principal, infra: Infra, conversation_id: str) -> tuple[MessageView, ...]:
    """The messages of a conversation, oldest first."""
    raise NotImplementedError


def message(principal: Principal, infra: Infra, message_id: str) -> MessageView:
    """One message; a turn is read by the id of its answer."""
    raise NotImplementedError


def artifact(
    principal: Principal, infra: Infra, conversation_id: str, artifact_id: str
) -> Artifact:
    """One artifact of a conversation."""
    raise NotImplementedError


def providers(
    principal: Principal, infra: Infra, repository_id: str | None = None
) -> ProvidersView:
    """Every provider as it stands for a repository or the server; keys only as hints."""
    raise NotImplementedError

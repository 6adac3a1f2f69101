"""What a caller may look at.

Every function takes the principal first and finds by (id, owner): what is somebody else's is
`NotFound`, exactly as if it did not exist. Nothing here changes anything.
"""

from collections.abc import Sequence

from chatapp.access.grants import allowed, require_repository
from chatapp.codebase import registry
from chatapp.codebase.citations import resolve_citations
from chatapp.codebase.files import read_lines
from chatapp.domain.ask import PageContext
from chatapp.domain.conversations import ConversationView, MessageView
from chatapp.domain.events import Artifact
from chatapp.domain.identity import Principal
from chatapp.domain.providers import ProvidersView
from chatapp.domain.repositories import FileLines, RepositoryView, SkippedFile
from chatapp.domain.sources import Citation, LineRange, Source
from chatapp.infra.handle import Infra
from chatapp.providers.config.overview import overview
from chatapp.runtime.assemble import toolbox_for
from chatapp.runtime.deadline import Deadline
from chatapp.runtime.suggestions import page_suggestions


def repositories(principal: Principal, infra: Infra) -> tuple[RepositoryView, ...]:
    """The repositories the caller may ask about, by name."""
    views = registry.list_all(infra)
    mine = allowed(principal, infra, [view.repository_id for view in views])
    return tuple(view for view in views if view.repository_id in mine)


def repository(principal: Principal, infra: Infra, repository_id: str) -> RepositoryView:
    """One repository with the state and progress of its index."""
    require_repository(principal, infra, repository_id)
    return registry.get(infra, repository_id)


def skipped_files(
    principal: Principal, infra: Infra, repository_id: str
) -> tuple[SkippedFile, ...]:
    """What the index left out, and why."""
    require_repository(principal, infra, repository_id)
    return registry.skipped(infra, repository_id)


def file_lines(
    principal: Principal, infra: Infra, repository_id: str, path: str, lines: LineRange
) -> FileLines:
    """Lines of a file at the indexed commit.

    Raises:
        InvalidPath: the path is not one, or names no file of that commit.
        RepositoryError: nothing is indexed yet.
    """
    view = repository(principal, infra, repository_id)
    return read_lines(view, path, lines.start, lines.end)


def citations(
    principal: Principal,
    infra: Infra,
    repository_id: str,
    text: str,
    sources: Sequence[Source] = (),
) -> tuple[Citation, ...]:
    """The places that `text` cites, each looked up at the indexed commit."""
    view = repository(principal, infra, repository_id)
    return resolve_citations(infra, view, text, sources)


def suggestions(
    principal: Principal,
    infra: Infra,
    repository_id: str,
    page: PageContext | None = None,
    language: str = "",
) -> tuple[str, ...]:
    """At most three questions to begin with; no model is asked."""
    view = repository(principal, infra, repository_id)
    toolbox = toolbox_for(infra, view, principal.owner)
    deadline = Deadline(infra.clock, infra.settings.tool_timeout_s)
    return page_suggestions(page, toolbox, deadline, language)


def providers(
    principal: Principal, infra: Infra, repository_id: str | None = None
) -> ProvidersView:
    """Every provider as it stands for a repository or the server; keys only as hints."""
    view = None if repository_id is None else repository(principal, infra, repository_id)
    return overview(infra, view)


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

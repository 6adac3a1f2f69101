"""What a caller may look at.

Every function takes the principal first and finds by (id, owner): what is somebody else's is
`NotFound`, exactly as if it did not exist. Nothing here changes anything.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from chatapp.access.grants import allowed, require_repository
from chatapp.codebase import registry
from chatapp.codebase.citations import resolve_citations
from chatapp.codebase.files import read_lines
from chatapp.codebase.outline import outline
from chatapp.codebase.tools.reply import commit_read
from chatapp.conversation import exporting, queries, searching, sharing
from chatapp.domain.ask import PageContext
from chatapp.domain.conversations import (
    ConversationFilter,
    ConversationPage,
    ConversationView,
    MessageView,
    SearchHit,
    SharedConversation,
)
from chatapp.domain.errors import InvalidReference, NotFound
from chatapp.domain.events import Artifact
from chatapp.domain.identity import Principal
from chatapp.domain.messages import ToolResultPart
from chatapp.domain.providers import ProvidersView
from chatapp.domain.repositories import FileLines, OutlineItem, RepositoryView, SkippedFile
from chatapp.domain.sources import Citation, LineRange, Source
from chatapp.infra.handle import Infra
from chatapp.providers.config.overview import overview
from chatapp.runtime.assemble import toolbox_for
from chatapp.runtime.deadline import Deadline
from chatapp.runtime.suggestions import page_suggestions

_COMMIT: Final = re.compile(r"[0-9a-f]{40}")


def repositories(principal: Principal, infra: Infra) -> tuple[RepositoryView, ...]:
    """The repositories the caller may ask about, by name."""
    views = registry.list_all(infra)
    mine = allowed(principal, infra, [view.repository_id for view in views])
    return tuple(view for view in views if view.repository_id in mine)


def repository(principal: Principal, infra: Infra, repository_id: str) -> RepositoryView:
    """One repository with the state and progress of its index."""
    return require_repository(principal, infra, repository_id)


def skipped_files(
    principal: Principal, infra: Infra, repository_id: str
) -> tuple[SkippedFile, ...]:
    """What the index left out, and why."""
    require_repository(principal, infra, repository_id)
    return registry.skipped(infra, repository_id)


def file_lines(
    principal: Principal,
    infra: Infra,
    repository_id: str,
    path: str,
    lines: LineRange,
    commit: str = "",
) -> FileLines:
    """Lines of a file at the indexed commit, or at another one of the repository.

    Raises:
        InvalidPath: the path is not one, or names no file of that commit.
        InvalidReference: the commit is not written as a full id.
        RepositoryError: nothing is indexed yet.
    """
    view = repository(principal, infra, repository_id)
    if commit and not _COMMIT.fullmatch(commit):
        raise InvalidReference("A commit is named by its full id: 40 lower-case hex digits.")
    if commit and view.indexed_commit is not None:
        view = replace(view, indexed_commit=commit)
    return read_lines(view, path, lines.start, lines.end)


def file_outline(
    principal: Principal, infra: Infra, repository_id: str, path: str
) -> tuple[OutlineItem, ...]:
    """The definitions of a file at the indexed commit; empty when there are none."""
    require_repository(principal, infra, repository_id)
    return outline(infra, repository_id, path)


def citations(
    principal: Principal,
    infra: Infra,
    repository_id: str,
    text: str,
    sources: Sequence[Source] = (),
    answer: MessageView | None = None,
) -> tuple[Citation, ...]:
    """The places that `text` cites, each looked up at the commit that `answer` has read.

    Without an answer, or for one that has read nothing, that is the indexed commit.
    """
    view = repository(principal, infra, repository_id)
    return resolve_citations(infra, view, text, sources, commit_of(answer) if answer else "")


def commit_of(answer: MessageView) -> str:
    """The commit that the tools of an answer read last, shortened; "" when they read none."""
    results = (part for part in reversed(answer.parts) if isinstance(part, ToolResultPart))
    return next(filter(None, (commit_read(part.content) for part in results)), "")


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
    """The caller's conversations, at most 200: pinned first, then the latest.

    With `search` those that have it in a title or message, the latest first.
    """
    if search.strip():
        hits = search_conversations(principal, infra, search, repository_id)
        return tuple(hit.conversation for hit in hits)
    wanted = ConversationFilter(repository_id, is_archived, is_deleted, limit=queries.MOST)
    return conversation_page(principal, infra, wanted).items


def conversation_page(
    principal: Principal, infra: Infra, wanted: ConversationFilter
) -> ConversationPage:
    """One page of the caller's conversations.

    Raises:
        InvalidRequest: the cursor is not one that was given out.
    """
    return queries.list_page(infra, principal.owner, wanted)


def search_conversations(
    principal: Principal, infra: Infra, text: str, repository_id: str | None = None
) -> tuple[SearchHit, ...]:
    """The caller's conversations that have `text` in a title or message, the latest first."""
    return searching.search(infra, principal.owner, text, repository_id=repository_id)


def conversation(principal: Principal, infra: Infra, conversation_id: str) -> ConversationView:
    """One conversation without its messages."""
    return queries.get(infra, principal.owner, conversation_id)


def deleted_conversation(
    principal: Principal, infra: Infra, conversation_id: str, repository_id: str | None = None
) -> ConversationView:
    """A conversation that was deleted and can be restored; about a repository, if one is given."""
    view = queries.get(infra, principal.owner, conversation_id, is_deleted=True)
    if repository_id not in (None, view.repository_id):
        raise NotFound
    return view


def messages(principal: Principal, infra: Infra, conversation_id: str) -> tuple[MessageView, ...]:
    """The messages of a conversation, oldest first."""
    return queries.messages(infra, principal.owner, conversation_id)


def message(principal: Principal, infra: Infra, message_id: str) -> MessageView:
    """One message; a turn is read by the id of its answer."""
    return queries.message(infra, principal.owner, message_id)


def artifact(
    principal: Principal, infra: Infra, conversation_id: str, artifact_id: str
) -> Artifact:
    """One artifact of a conversation."""
    return queries.artifact(infra, principal.owner, conversation_id, artifact_id)


def exported(principal: Principal, infra: Infra, conversation_id: str, *, as_json: bool) -> bytes:
    """A conversation as a file: JSON that can be imported again, or Markdown to read."""
    if as_json:
        return exporting.export_json(infra, principal.owner, conversation_id)
    return exporting.export_markdown(infra, principal.owner, conversation_id).encode()


def shared_conversation(infra: Infra, token: str) -> SharedConversation:
    """What a share link shows; the token is the permission, whoever has it.

    Raises:
        NotFound: the link is unknown or was revoked, or the conversation was deleted.
    """
    return sharing.read_shared(infra, token)

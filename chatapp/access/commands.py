"""What a caller may do.

Every function takes the principal first and checks what it names: what is somebody else's is
`NotFound`, exactly as if it did not exist.

Asking a question goes through `chatapp.access.gate`.
"""

from chatapp.access import audit, gate, reads
from chatapp.access.grants import require_repository
from chatapp.access.leases import held
from chatapp.access.roles import require_admin
from chatapp.access.streams import TurnStream
from chatapp.codebase import registry
from chatapp.conversation import commands as conversation_commands
from chatapp.conversation import journal, sharing, stored
from chatapp.conversation.entries import position
from chatapp.conversation.fork import fork
from chatapp.conversation.importing import import_json
from chatapp.conversation.prepare import prepare_turn
from chatapp.conversation.turn import start as start_turn
from chatapp.conversation.turn import stop as stop_run
from chatapp.domain.ask import AskRequest
from chatapp.domain.conversations import ConversationView, TurnRef
from chatapp.domain.identity import Principal
from chatapp.domain.providers import ProvidersView
from chatapp.domain.repositories import RegisterRepository, RepositoryView
from chatapp.infra.handle import Infra
from chatapp.providers.config import changes


def ask(principal: Principal, infra: Infra, wanted: AskRequest) -> TurnStream:
    """Start a turn, or read the one that this request id has already started.

    Raises:
        MissingScope: the key may not use this route.
        NotFound: the repository or conversation is unknown or not the caller's.
        LimitExceeded: a limit is used up; it says which and when to come back.
        ConversationBusy: another turn of the conversation is running.
        RequestIdReused: the request id was used for another question.
    """
    lease = gate.admit(principal, infra, wanted)
    is_running = False
    try:
        prepared = prepare_turn(infra, principal.owner, wanted)
        start_turn(
            infra, principal.owner, wanted, prepared, hooks=gate.hooks(principal, infra, lease)
        )
        is_running = prepared.lock is not None
    finally:
        if not is_running:
            held(infra).drop(lease)
    return _reader(infra, prepared.ref, None, is_replay=prepared.is_replay)


def follow_turn(
    principal: Principal, infra: Infra, turn_id: str, after: str | None = None
) -> TurnStream:
    """Read a turn of the caller's, from the event after `after` (a number or an event id).

    What `after` names wrongly gets the whole turn, as a snapshot that replaces.

    Raises:
        NotFound: there is no such turn, or it is not the caller's.
    """
    ref = stored.load(infra, turn_id, principal.owner).ref
    return _reader(infra, ref, position(turn_id, after))


def stop_turn(principal: Principal, infra: Infra, turn_id: str) -> None:
    """Stop a running turn, wherever it runs; one that has ended stays as it is.

    Raises:
        NotFound: there is no such turn, or it is not the caller's.
        DependencyUnavailable: it runs elsewhere and Redis cannot carry the message.
    """
    stop_run(infra, principal.owner, turn_id)


def rename_conversation(
    principal: Principal, infra: Infra, conversation_id: str, title: str
) -> ConversationView:
    """Give a conversation another title."""
    return conversation_commands.rename(infra, principal.owner, conversation_id, title)


def pin_conversation(
    principal: Principal, infra: Infra, conversation_id: str, *, is_pinned: bool
) -> ConversationView:
    """Keep a conversation at the top of the list, or no longer."""
    return conversation_commands.pin(infra, principal.owner, conversation_id, is_pinned=is_pinned)


def archive_conversation(
    principal: Principal, infra: Infra, conversation_id: str, *, is_archived: bool
) -> ConversationView:
    """Take a conversation out of the list without deleting it, or bring it back."""
    return conversation_commands.archive(
        infra, principal.owner, conversation_id, is_archived=is_archived
    )


def delete_conversation(principal: Principal, infra: Infra, conversation_id: str) -> None:
    """Delete softly; `restore_conversation` undoes it."""
    conversation_commands.delete(infra, principal.owner, conversation_id)


def restore_conversation(
    principal: Principal, infra: Infra, conversation_id: str, repository_id: str | None = None
) -> ConversationView:
    """Undo a deletion; with a repository only that of a conversation about it."""
    reads.deleted_conversation(principal, infra, conversation_id, repository_id)
    return conversation_commands.restore(infra, principal.owner, conversation_id)


def fork_conversation(
    principal: Principal,
    infra: Infra,
    conversation_id: str,
    *,
    through_message_id: str | None = None,
    before_message_id: str | None = None,
) -> ConversationView:
    """A copy up to and with one message, or up to and without it; exactly one must be given."""
    return fork(
        infra,
        principal.owner,
        conversation_id,
        through_message_id=through_message_id,
        before_message_id=before_message_id,
    )


def import_conversation(
    principal: Principal, infra: Infra, data: bytes, repository_id: str | None = None
) -> ConversationView:
    """A new conversation out of an exported one.

    Raises:
        InvalidRequest: it is not such an export; it says where.
    """
    if repository_id is not None:
        require_repository(principal, infra, repository_id)
    return import_json(infra, principal.owner, data, repository_id=repository_id)


def share_conversation(principal: Principal, infra: Infra, conversation_id: str) -> str:
    """Make a share link and end the one before; its secret token."""
    return sharing.share(infra, principal.owner, conversation_id)


def unshare_conversation(principal: Principal, infra: Infra, conversation_id: str) -> None:
    """End the share link at once."""
    sharing.revoke(infra, principal.owner, conversation_id)


def pin_artifact(
    principal: Principal, infra: Infra, conversation_id: str, artifact_id: str, *, is_pinned: bool
) -> None:
    """Keep an artifact at the front of the panel, or no longer."""
    conversation_commands.pin_artifact(
        infra, principal.owner, conversation_id, artifact_id, is_pinned=is_pinned
    )


def add_repository(
    principal: Principal, infra: Infra, wanted: RegisterRepository
) -> RepositoryView:
    """Register a repository and start its index; admins only.

    Raises:
        RepositoryError: it cannot be registered; it says why and what to do.
        InvalidPath: no such folder, or one outside the allowed roots.
        InvalidReference: the address or branch is refused.
    """
    require_admin(principal)
    known = {view.repository_id for view in registry.list_all(infra)}
    view = registry.register(infra, wanted, account_id=principal.account_id)
    if view.repository_id not in known:
        audit.log(principal, infra, "repository.add", view.repository_id, view.name)
    return view


def sync_repository(principal: Principal, infra: Infra, repository_id: str) -> None:
    """Look for new commits and index them; whoever may ask about it may do this."""
    require_repository(principal, infra, repository_id)
    registry.request_sync(infra, repository_id)


def remove_repository(principal: Principal, infra: Infra, repository_id: str) -> None:
    """Forget a repository and its index; conversations about it stay. Admins only."""
    require_admin(principal)
    name = registry.get(infra, repository_id).name
    registry.remove(infra, repository_id)
    audit.log(principal, infra, "repository.remove", repository_id, name)


def set_provider_key(
    principal: Principal, infra: Infra, provider_id: str, key: str, repository_id: str | None = None
) -> ProvidersView:
    """Store a provider's key; admins only.

    Raises:
        InvalidRequest: no such provider, one that takes no key, or text that cannot be a key.
    """
    require_admin(principal)
    changes.set_key(infra, provider_id, key, _repository(infra, repository_id))
    audit.log(principal, infra, "provider.key", provider_id, "set")
    return reads.providers(principal, infra, repository_id)


def remove_provider_key(
    principal: Principal, infra: Infra, provider_id: str, repository_id: str | None = None
) -> ProvidersView:
    """Forget a provider's key; admins only."""
    require_admin(principal)
    changes.delete_key(infra, provider_id, _repository(infra, repository_id))
    audit.log(principal, infra, "provider.key", provider_id, "removed")
    return reads.providers(principal, infra, repository_id)


def choose_provider(
    principal: Principal,
    infra: Infra,
    provider_id: str | None,
    model: str | None,
    repository_id: str | None = None,
) -> ProvidersView:
    """Make a provider and model the default of a repository or the server; admins only."""
    require_admin(principal)
    _repository(infra, repository_id)
    changes.choose(infra, provider_id, model, repository_id)
    audit.log(principal, infra, "provider.choose", provider_id or "none", model or "")
    return reads.providers(principal, infra, repository_id)


def _repository(infra: Infra, repository_id: str | None) -> RepositoryView | None:
    return None if repository_id is None else registry.get(infra, repository_id)


def _reader(
    infra: Infra, ref: TurnRef, after: int | None, *, is_replay: bool = False
) -> TurnStream:
    entries = journal.follow(infra, ref.turn_id, after=after)
    return TurnStream(ref, entries, is_replay)

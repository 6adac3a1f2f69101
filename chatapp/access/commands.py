"""What a caller may do.

Every function takes the principal first and checks what it names: what is somebody else's is `NotFound`, exactly as if it did not exist.

Asking a question goes through `chatapp.access.gate`.
"""

from chatapp.access.streams import TurnStream
from chatapp.domain.ask import AskRequest
from chatapp.domain.conversations import ConversationView
from chatapp.domain.identity import Principal
from chatapp.domain.providers import ProvidersView
from chatapp.domain.repositories import RegisterRepository, RepositoryView
from chatapp.infra.handle import Infra


def ask(principal: Principal, infra: Infra, wanted: AskRequest) -> TurnStream:
    """Start a turn, or read the one that this request id has already started.

    Raises:
        MissingScope: the key may not use this route.
        NotFound: the repository or conversation is unknown or not the caller's.
        LimitExceeded: a limit is used up; it says which and when to come back.
        ConversationBusy: another turn of the conversation is running.
    """
    raise NotImplementedError


def follow_turn(
    principal: Principal, infra: Infra, turn_id: str, after: str | None = None
) -> TurnStream:
    """Read a turn of the caller's, from the event after `after` (a number or an event id)."""
    raise NotImplementedError


def stop_turn(principal: Principal, infra: Infra, turn_id: str) -> None:
    """Stop a running turn, wherever it runs; one that has ended stays as it is."""
    raise NotImplementedError


def rename_conversation(
    principal: Principal, infra: Infra, conversation_id: str, title: str
) -> ConversationView:
    """Give a conversation another title."""
    raise NotImplementedError


def pin_conversation(
    principal: Principal, infra: Infra, conversation_id: str, *, is_pinned: bool
) -> ConversationView:
    """Keep a conversation at the top of the list, or no longer."""
    raise NotImplementedError


def archive_conversation(
    principal: Principal, infra: Infra, conversation_id: str, *, is_archived: bool
) -> ConversationView:
    """Take a conversation out of the list without deleting it, or bring it back."""
    raise NotImplementedError


def delete_conversation(principal: Principal, infra: Infra, conversation_id: str) -> None:
    """Delete softly; `restore_conversation` undoes it."""
    raise NotImplementedError


def restore_conversation(
    principal: Principal, infra: Infra, conversation_id: str
) -> ConversationView:
    """Undo a deletion."""
    raise NotImplementedError


def fork_conversation(
    principal: Principal,
    infra: Infra,
    conversation_id: str,
    *,
    through_message_id: str | None = None,
    before_message_id: str | None = None,
) -> ConversationView:
    """A copy up to and with one message, or up to and without it; exactly one must be given."""
    raise NotImplementedError


def pin_artifact(
    principal: Principal, infra: Infra, conversation_id: str, artifact_id: str, *, is_pinned: bool
) -> None:
    """Keep an artifact at the front of the panel, or no longer."""
    raise NotImplementedError


def add_repository(
    principal: Principal, infra: Infra, wanted: RegisterRepository
) -> RepositoryView:
    """Register a repository and start its index; admins only."""
    raise NotImplementedError


def sync_repository(principal: Principal, infra: Infra, repository_id: str) -> None:
    """Look for new commits and index them; whoever may ask about it may do this."""
    raise NotImplementedError


def remove_repository(principal: Principal, infra: Infra, repository_id: str) -> None:
    """Forget a repository and its index; conversations about it stay. Admins only."""
    raise NotImplementedError


def set_provider_key(
    principal: Principal, infra: Infra, provider_id: str, key: str, repository_id: str | None = None
) -> ProvidersView:
    """Store a provider's key; admins only."""
    raise NotImplementedError


def remove_provider_key(
    principal: Principal, infra: Infra, provider_id: str, repository_id: str | None = None
) -> ProvidersView:
    """Forget a provider's key; admins only."""
    raise NotImplementedError


def choose_provider(
    principal: Principal,
    infra: Infra,
    provider_id: str | None,
    model: str | None,
    repository_id: str | None = None,
) -> ProvidersView:
    """Make a provider and model the default of a repository or the server; admins only."""
    raise NotImplementedError

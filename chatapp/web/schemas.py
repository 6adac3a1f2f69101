"""The request bodies and queries of the REST routes, and their part of the OpenAPI document."""

from datetime import datetime
from typing import Literal

import msgspec

from chatapp.domain.identity import MemberRole, PrincipalKind


class Strict(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A body in which a field nobody knows is an error."""


class PageBody(Strict):
    """The page the person is looking at, for grounding."""

    kind: str
    label: str = ""
    target: str = ""
    target_kind: str = ""


class AskBody(Strict):
    """A question about a repository."""

    message: str
    conversation_id: str | None = None
    provider: str | None = None
    model: str | None = None
    request_id: str | None = None
    context: PageBody | None = None


class AskFields(Strict):
    """A question to one of the ask entries, as a query or as JSON."""

    query: str = ""
    conversation_id: str | None = None
    request_id: str | None = None
    language: str | None = None
    time_zone: str | None = None
    uid: str | None = None
    mode: str | None = None


class SuggestionQuery(Strict):
    """The page that suggestions are wanted for."""

    kind: str = ""
    target: str = ""


class ConversationQuery(Strict):
    """Which conversations are wanted."""

    q: str = ""
    archived: bool = False
    deleted: bool = False
    cursor: str | None = None
    limit: int = 50


class ConversationPatch(Strict):
    """What may be changed about a conversation; what is left out stays."""

    title: str | None = None
    pinned: bool | None = None
    archived: bool | None = None


class ForkBody(Strict):
    """Where to fork; exactly one of the two."""

    through_message_id: str | None = None
    before_message_id: str | None = None


class ArtifactPatch(Strict):
    """What may be changed about an artifact."""

    pinned: bool


class RepositoryBody(Strict):
    """A repository to add: the path of a local one, or a clone URL."""

    source: str
    name: str = ""
    branch: str = ""


class FileQuery(Strict):
    """Lines of a file, 1-based and inclusive."""

    path: str
    start: int = 1
    end: int = 2000


class GrantBody(Strict):
    """A permission for a repository."""

    grantee_id: str
    kind: PrincipalKind


class ProviderKeyBody(Strict):
    """A provider's key; with a repository it is also written to its .env file."""

    key: str
    repository_id: str | None = None


class KeyTestBody(Strict):
    """A key to try; without one, the key in use."""

    key: str = ""
    repository_id: str | None = None


class ActiveProviderBody(Strict):
    """The provider and model to use from now on; null undoes the choice."""

    provider: str | None = None
    model: str | None = None
    repository_id: str | None = None


class RepositoryQuery(Strict):
    """For which repository."""

    repository_id: str | None = None


class KeyBody(Strict):
    """A new API key; a limit of 0 is none."""

    name: str
    scopes: list[str]
    expires_at: datetime | None = None
    requests_per_minute: int = 60
    concurrency: int = 5
    tokens_per_minute: int = 0
    tokens_per_day: int = 0
    tokens_per_month: int = 0


class DisabledPatch(Strict):
    """Turn something off or on."""

    disabled: bool


class MemberPatch(Strict):
    """What may be changed about a member; what is left out stays."""

    role: MemberRole | None = None
    disabled: bool | None = None


class InvitationBody(Strict):
    """Somebody to invite."""

    email: str = ""
    role: MemberRole = MemberRole.MEMBER


class EventsQuery(Strict):
    """Where to go on, without a Last-Event-ID header; dialect `a` or `b` of the protocol."""

    after: str | None = None
    dialect: Literal["a", "b"] = "a"


class ExportQuery(Strict):
    """The form of an export."""

    format: Literal["json", "markdown"] = "json"

"""One question, normalised: what every entry turns its HTTP request into before anything runs."""

from dataclasses import dataclass
from enum import StrEnum

from chatapp.domain.messages import Message


class Route(StrEnum):
    """The entry a question came through; request ids are scoped to (owner, route)."""

    REPO_CHAT = "repo_chat"
    PUBLIC_ASK = "public_ask"
    TENANT_ASK = "tenant_ask"
    AGENT_ASK = "agent_ask"


class OnDisconnect(StrEnum):
    """What a vanished reader means: an API caller's cancels, a browser's turn has a grace time."""

    CANCEL = "cancel"
    GRACE = "grace"


@dataclass(frozen=True, slots=True)
class PageContext:
    """The page the person is looking at, for grounding; `kind` e.g. ``file``, ``symbol``."""

    kind: str
    label: str = ""
    target: str = ""
    target_kind: str = ""


@dataclass(frozen=True, slots=True)
class AskRequest:
    """A question with everything that the caller may choose, and nothing they may not.

    Identity is not in here: it comes from the `Principal` alone.

    Attributes:
        earlier: What was said before as the caller tells it, user first and then in turns; it
            begins a new conversation and is nothing to one that is stored.
        client_note: What the calling program says about itself and the form it wants; data.
    """

    question: str
    route: Route
    request_id: str
    conversation_id: str | None = None
    repository_id: str | None = None
    provider: str | None = None
    model: str | None = None
    language: str = "zh-CN"
    time_zone: str = "Asia/Shanghai"
    page: PageContext | None = None
    on_disconnect: OnDisconnect = OnDisconnect.CANCEL
    earlier: tuple[Message, ...] = ()
    client_note: str = ""

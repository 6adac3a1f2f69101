"""The one tree of errors. Each class owns its code, HTTP status and whether a retry can help.

    ChatappError
    ├── InvalidRequest 400 ── InvalidPath, InvalidReference, InvalidArguments
    ├── NotAuthenticated 401
    ├── Forbidden 403 ── MissingScope, CsrfFailed, ConfirmationRequired
    ├── NotFound 404 ── NoSuchModel
    ├── Conflict 409 ── ConversationBusy, RequestInProgress, RequestIdReused, IllegalTransition
    ├── PayloadTooLarge 413 · QueryTooLong 414 · UnsupportedMedia 415 · Unprocessable 422
    ├── LimitExceeded 429
    ├── DependencyUnavailable 503
    ├── RepositoryError 422 ── CloneFailed, EmptyRepository
    ├── ProviderError 502 ── ProviderAuthFailed, ProviderNoCredit, ModelUnknown, ContextTooLong,
    │                        ProviderRejected, ContentBlocked, ProviderBusy, ProviderUnreachable,
    │                        ProviderTimeout, ProviderProtocol, StreamInterrupted, EmptyResponse
    ├── ToolFailed 500 ── ToolTimeout
    └── TurnTimeout 504 · InternalError 500

`str(error)` is written for the person who reads it: what happened, then what to do. It never
holds a secret, a stack trace or another party's response body.
"""

from chatapp.domain.errors.base import (
    ChatappError,
    InternalError,
)
from chatapp.domain.errors.providers import (
    ContentBlocked,
    ContextTooLong,
    EmptyResponse,
    ModelUnknown,
    ProviderAuthFailed,
    ProviderBusy,
    ProviderError,
    ProviderNoCredit,
    ProviderProtocol,
    ProviderRejected,
    ProviderTimeout,
    ProviderUnreachable,
    StreamInterrupted,
)
from chatapp.domain.errors.requests import (
    CloneFailed,
    ConfirmationRequired,
    Conflict,
    ConversationBusy,
    CsrfFailed,
    DependencyUnavailable,
    EmptyRepository,
    Forbidden,
    IllegalTransition,
    InvalidArguments,
    InvalidPath,
    InvalidReference,
    InvalidRequest,
    LimitExceeded,
    MissingScope,
    NoSuchModel,
    NotAuthenticated,
    NotFound,
    PayloadTooLarge,
    QueryTooLong,
    RepositoryError,
    RequestIdReused,
    RequestInProgress,
    ToolFailed,
    ToolTimeout,
    TurnTimeout,
    Unprocessable,
    UnsupportedMedia,
)

__all__ = [
    "ChatappError",
    "CloneFailed",
    "ConfirmationRequired",
    "Conflict",
    "ContentBlocked",
    "ContextTooLong",
    "ConversationBusy",
    "CsrfFailed",
    "DependencyUnavailable",
    "EmptyRepository",
    "EmptyResponse",
    "Forbidden",
    "IllegalTransition",
    "InternalError",
    "InvalidArguments",
    "InvalidPath",
    "InvalidReference",
    "InvalidRequest",
    "LimitExceeded",
    "MissingScope",
    "ModelUnknown",
    "NoSuchModel",
    "NotAuthenticated",
    "NotFound",
    "PayloadTooLarge",
    "ProviderAuthFailed",
    "ProviderBusy",
    "ProviderError",
    "ProviderNoCredit",
    "ProviderProtocol",
    "ProviderRejected",
    "ProviderTimeout",
    "ProviderUnreachable",
    "QueryTooLong",
    "RepositoryError",
    "RequestIdReused",
    "RequestInProgress",
    "StreamInterrupted",
    "ToolFailed",
    "ToolTimeout",
    "TurnTimeout",
    "Unprocessable",
    "UnsupportedMedia",
]

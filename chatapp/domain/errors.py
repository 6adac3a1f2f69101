"""The one tree of errors. Each class owns its code, HTTP status and whether a retry can help.

    ChatappError
    ├── InvalidRequest 400 ── InvalidPath, InvalidReference, InvalidArguments
    ├── NotAuthenticated 401
    ├── Forbidden 403 ── MissingScope, ConfirmationRequired
    ├── NotFound 404
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

from typing import ClassVar


class ChatappError(Exception):
    """Base of everything this product raises on purpose."""

    code: ClassVar[str] = "internal_error"
    status: ClassVar[int] = 500
    is_retryable: ClassVar[bool] = False

    def __init__(self, message: str, *, retry_after_s: float | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.retry_after_s = retry_after_s


class InternalError(ChatappError):
    """Something of ours broke; the details are in the log under the request id."""


class InvalidRequest(ChatappError):
    """A parameter or body that cannot be used."""

    code = "invalid_request"
    status = 400


class InvalidPath(InvalidRequest):
    """A path outside the allowed roots, or one that cannot be read."""

    code = "invalid_path"


class InvalidReference(InvalidRequest):
    """A clone URL, branch or revision that is refused before any subprocess starts."""

    code = "invalid_reference"


class InvalidArguments(InvalidRequest):
    """Tool arguments that do not fit the tool's schema."""

    code = "invalid_arguments"


class NotAuthenticated(ChatappError):
    """No usable credential."""

    code = "not_authenticated"
    status = 401


class Forbidden(ChatappError):
    """A good credential that may not do this."""

    code = "forbidden"
    status = 403


class MissingScope(Forbidden):
    """An API key without the scope that the route needs."""

    code = "missing_scope"


class ConfirmationRequired(Forbidden):
    """A mutating tool that nobody confirmed."""

    code = "confirmation_required"


class NotFound(ChatappError):
    """Unknown, or not yours: the two cannot be told apart."""

    code = "not_found"
    status = 404

    def __init__(self, message: str = "There is nothing here, or it is not yours.") -> None:
        super().__init__(message)


class Conflict(ChatappError):
    """The state of the thing does not allow this now."""

    code = "conflict"
    status = 409


class ConversationBusy(Conflict):
    """Another turn of this conversation is running."""

    code = "conversation_busy"
    is_retryable = True


class RequestInProgress(Conflict):
    """The same request id is being answered right now."""

    code = "request_in_progress"
    is_retryable = True


class RequestIdReused(Conflict):
    """The same request id came with another body."""

    code = "request_id_reused"


class IllegalTransition(Conflict):
    """A message state that may not follow the present one."""

    code = "illegal_transition"


class PayloadTooLarge(ChatappError):
    """The body is larger than the setting allows."""

    code = "payload_too_large"
    status = 413


class QueryTooLong(ChatappError):
    """The request line is too long; POST the same fields as JSON."""

    code = "query_too_long"
    status = 414


class UnsupportedMedia(ChatappError):
    """A content type that this route does not read."""

    code = "unsupported_media_type"
    status = 415


class Unprocessable(ChatappError):
    """Well-formed, but it cannot be carried out."""

    code = "unprocessable"
    status = 422


class LimitExceeded(ChatappError):
    """A rate, concurrency, token or budget limit; the message names which."""

    code = "limit_exceeded"
    status = 429
    is_retryable = True


class DependencyUnavailable(ChatappError):
    """Redis, the database or another part this request needs is down."""

    code = "dependency_unavailable"
    status = 503
    is_retryable = True


class RepositoryError(Unprocessable):
    """A repository that cannot be registered, read or indexed."""

    code = "repository_error"


class CloneFailed(RepositoryError):
    """Git could not fetch the repository."""

    code = "clone_failed"


class EmptyRepository(RepositoryError):
    """A repository without a commit."""

    code = "empty_repository"


class ProviderError(ChatappError):
    """A model provider failed; `provider` and `model` say which."""

    code = "provider_error"
    status = 502

    def __init__(
        self,
        message: str,
        *,
        provider: str = "",
        model: str = "",
        retry_after_s: float | None = None,
    ) -> None:
        super().__init__(message, retry_after_s=retry_after_s)
        self.provider = provider
        self.model = model


class ProviderAuthFailed(ProviderError):
    """The key was refused."""

    code = "provider_auth_failed"


class ProviderNoCredit(ProviderError):
    """The provider account has no credit or quota left."""

    code = "provider_no_credit"


class ModelUnknown(ProviderError):
    """The provider does not know the model."""

    code = "model_unknown"


class ContextTooLong(ProviderError):
    """The conversation does not fit the model's window, even trimmed."""

    code = "context_too_long"


class ProviderRejected(ProviderError):
    """The provider refused the request as malformed."""

    code = "provider_rejected"


class ContentBlocked(ProviderError):
    """The provider's filter blocked the question or the answer."""

    code = "content_blocked"


class ProviderBusy(ProviderError):
    """Rate limited or overloaded."""

    code = "provider_busy"
    is_retryable = True


class ProviderUnreachable(ProviderError):
    """No connection could be made."""

    code = "provider_unreachable"
    is_retryable = True


class ProviderTimeout(ProviderError):
    """Nothing came within the time limit."""

    code = "provider_timeout"
    is_retryable = True


class ProviderProtocol(ProviderError):
    """The server answered with something that is not this protocol."""

    code = "provider_protocol"


class StreamInterrupted(ProviderError):
    """The stream broke after it had begun; what came is kept."""

    code = "stream_interrupted"
    is_retryable = True


class EmptyResponse(ProviderError):
    """The model returned neither text nor a tool call."""

    code = "empty_response"
    is_retryable = True


class ToolFailed(ChatappError):
    """A tool could not do its work."""

    code = "tool_failed"


class ToolTimeout(ToolFailed):
    """A tool did not finish in its time."""

    code = "tool_timeout"


class TurnTimeout(ChatappError):
    """The turn's deadline passed."""

    code = "turn_timeout"
    status = 504
    is_retryable = True

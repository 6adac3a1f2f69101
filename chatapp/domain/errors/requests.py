"""What a caller can do wrong, and what this server cannot do for them now."""

from chatapp.domain.errors.base import ChatappError


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


class CsrfFailed(Forbidden):
    """A request that another site may have sent in the person's name."""

    code = "csrf_failed"

    def __init__(
        self, message: str = "This page is from another session. Reload it and try again."
    ) -> None:
        super().__init__(message)


class ConfirmationRequired(Forbidden):
    """A mutating tool that nobody confirmed."""

    code = "confirmation_required"


class NotFound(ChatappError):
    """Unknown, or not yours: the two cannot be told apart."""

    code = "not_found"
    status = 404

    def __init__(self, message: str = "There is nothing here, or it is not yours.") -> None:
        super().__init__(message)


class NoSuchModel(NotFound):
    """A name at the OpenAI door that is no repository the caller may ask about."""

    code = "model_not_found"

    def __init__(
        self,
        message: str = "No such model, or it is not yours. GET /v1/models lists what you have.",
    ) -> None:
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

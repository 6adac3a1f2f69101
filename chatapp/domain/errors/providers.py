"""What a model provider can fail with; SDK errors are translated to these in its adapter."""

from chatapp.domain.errors.base import ChatappError


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

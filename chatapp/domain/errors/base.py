"""The root of the tree."""

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

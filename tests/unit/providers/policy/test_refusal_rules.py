import pytest

from chatapp.domain.errors import (
    ContentBlocked,
    ContextTooLong,
    ProviderAuthFailed,
    ProviderBusy,
    ProviderNoCredit,
    ProviderTimeout,
)
from chatapp.providers.policy.complaint import Complaint
from chatapp.providers.policy.refusal_rules import RULES

SAID = [
    ("You exceeded your current quota", "insufficient_quota", 429, ProviderNoCredit),
    ("Your credit balance is too low", "invalid_request_error", 400, ProviderNoCredit),
    ("Insufficient Balance", "", 402, ProviderNoCredit),
    ("You exceeded your current quota, see billing details", "resource_exhausted", 429,
     ProviderBusy),
    ("maximum context length is 8192 tokens", "", 400, ContextTooLong),
    ("input token count (9) exceeds the maximum", "invalid_argument", 400, ContextTooLong),
    ("too large", "request_too_large", 413, ContextTooLong),
    ("triggered Azure's content management policy", "content_filter", 400, ContentBlocked),
    ("API key not valid. Please pass a valid API key.", "invalid_argument", 400,
     ProviderAuthFailed),
    ("x", "permission_denied", 403, ProviderAuthFailed),
    ("deadline", "deadline_exceeded", 504, ProviderTimeout),
    ("Overloaded", "overloaded_error", None, ProviderBusy),
    ("Rate limit reached", "", None, ProviderBusy),
]  # fmt: skip


@pytest.mark.parametrize(("message", "kind", "status", "error"), SAID)
def test_what_providers_really_say_is_recognised(
    message: str, kind: str, status: int | None, error: type
) -> None:
    complaint = Complaint(message, kind, status)
    assert next(rule.error for rule in RULES if rule.fits(complaint)) is error


def test_a_word_in_a_refused_request_does_not_make_it_busy() -> None:
    complaint = Complaint("field `timeout` unavailable", "invalid_request_error", 400)
    assert not any(rule.fits(complaint) for rule in RULES)

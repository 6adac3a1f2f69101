"""How refusals are recognised, and what is said of each: a table, in order of precedence.

Providers agree on few codes, so statuses, their own code words and words of the message count.
"""

from dataclasses import dataclass
from typing import Final

from chatapp.domain.errors import (
    ContentBlocked,
    ContextTooLong,
    ModelUnknown,
    ProviderAuthFailed,
    ProviderBusy,
    ProviderError,
    ProviderNoCredit,
    ProviderProtocol,
    ProviderRejected,
    ProviderTimeout,
)
from chatapp.providers.policy.complaint import Complaint


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One kind of refusal.

    Attributes:
        words: Signs in the message or the kind, separated by bars.
        kinds: Signs in the kind only, or in the message of a complaint that has nothing else.
        is_quoted: Whether the provider's own words help and cannot hold a key.
    """

    error: type[ProviderError]
    what: str
    advice: str
    words: str = ""
    kinds: str = ""
    statuses: tuple[int, ...] = ()
    is_quoted: bool = True

    def fits(self, complaint: Complaint) -> bool:
        """Whether the complaint is of this kind."""
        kind, message = complaint.kind, complaint.message.lower()
        if not kind and complaint.status is None:
            kind = message
        return (
            complaint.status in self.statuses
            or _has(f"{kind} {message}", self.words)
            or _has(kind, self.kinds)
        )


def _has(text: str, signs: str) -> bool:
    return any(sign in text for sign in signs.split("|") if sign)


MODEL: Final = Rule(
    error=ModelUnknown,
    what="does not know this model",
    advice="Choose another one in the model picker.",
    words="model_not_found|model not found|unknown model|no such model|not a valid model"
    "|invalid model",
)
RULES: Final = (
    Rule(
        error=ProviderNoCredit,
        what="has no credit left for this account",
        advice="Top it up with the provider, or choose another provider.",
        words="insufficient_quota|billing_error|credit balance|insufficient balance"
        "|insufficient credits|requires more credits",
        statuses=(402,),
    ),
    Rule(
        error=ContextTooLong,
        what="says that the conversation is too long for the model",
        advice="Start a new conversation, or choose a model with a larger window.",
        words="context_length_exceeded|context length|context window|prompt is too long"
        "|maximum context|context too long|too many tokens|input is too long|input token count"
        "|request_too_large|exceeds the available context",
        statuses=(413,),
    ),
    Rule(
        error=ContentBlocked,
        what="blocked the question or the answer by its content filter",
        advice="Word it differently, or choose another provider.",
        words="content_filter|content_policy|content management policy|moderation"
        "|prohibited_content",
    ),
    Rule(
        error=ProviderAuthFailed,
        what="refused the API key",
        advice="Check the key on the providers page, and that it may use this model.",
        words="invalid_api_key|authentication_error|permission_error|api key not valid"
        "|invalid api key|incorrect api key|api_key_invalid|invalid x-api-key",
        kinds="unauthenticated|permission_denied",
        statuses=(401, 403),
        is_quoted=False,
    ),
    MODEL,
    Rule(
        error=ProviderTimeout,
        what="took too long",
        advice="Ask again.",
        kinds="timeout|deadline_exceeded",
        statuses=(408,),
    ),
    Rule(
        error=ProviderBusy,
        what="is busy",
        advice="Wait a moment and ask again, or choose another provider.",
        kinds="rate_limit|rate limit|overloaded|resource_exhausted|api_error|server_error"
        "|internal|unavailable|too many requests",
        statuses=(409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529),
    ),
)
UNKNOWN: Final = Rule(
    error=ProviderError,
    what="reported an error",
    advice="Ask again, or choose another model.",
)
REJECTED: Final = Rule(
    error=ProviderRejected,
    what="refused the request",
    advice="Choose another model, or report this to the admin.",
)
PROTOCOL: Final = Rule(
    error=ProviderProtocol,
    what="did not answer as such a server does",
    advice="Check the base URL: it should end where the provider's documentation says, often in"
    " /v1.",
    is_quoted=False,
)

"""From what a provider says to one typed error for people: provider, model, what to do.

Adapters raise `Refused` with the provider's own words; here, in one place for all of them, the
words and the status become a class of the error tree. Keys and bodies of strangers stay out of it.
"""

from http import HTTPStatus
from typing import Final

from chatapp.domain.errors import ProviderError
from chatapp.providers.peer import Peer
from chatapp.providers.policy import refusal_rules
from chatapp.providers.policy.complaint import Complaint
from chatapp.providers.policy.refusal_rules import Rule

MAX_QUOTE_CHARS: Final = 300
CLIENT_ERRORS: Final = range(400, 500)


class Refused(Exception):
    """An adapter's report of a refusal; it never leaves the providers.

    Its text is the provider's code word alone: traces are logged, and messages may hold keys.
    """

    def __init__(self, complaint: Complaint) -> None:
        super().__init__(complaint.kind or f"status {complaint.status}")
        self.complaint = complaint


def provider_error(peer: Peer, complaint: Complaint) -> ProviderError:
    """The typed error for a refusal."""
    rule = _rule_for(complaint)
    message = f"{peer.place} {rule.what} (model {peer.model}). {rule.advice}"
    quote = one_line(peer.clean(complaint.message)) if complaint.is_json and rule.is_quoted else ""
    return rule.error(
        f"{message} It said: “{quote}”" if quote else message,
        provider=peer.provider_id,
        model=peer.model,
        retry_after_s=complaint.retry_after_s,
    )


def one_line(text: str) -> str:
    """The text on one line, cut to a length that fits an error."""
    line = " ".join(text.split())
    return line if len(line) <= MAX_QUOTE_CHARS else f"{line[:MAX_QUOTE_CHARS]}…"


def _rule_for(complaint: Complaint) -> Rule:
    if complaint.status == HTTPStatus.NOT_FOUND:
        is_model = complaint.is_json and "model" in complaint.message.lower()
        return refusal_rules.MODEL if is_model else refusal_rules.PROTOCOL
    found = next((rule for rule in refusal_rules.RULES if rule.fits(complaint)), None)
    if found is not None:
        return found
    if complaint.status is None:
        return refusal_rules.UNKNOWN
    is_ours = complaint.status in CLIENT_ERRORS
    return refusal_rules.REJECTED if is_ours else refusal_rules.PROTOCOL

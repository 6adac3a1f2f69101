import pytest

from chatapp.domain.errors import (
    ModelUnknown,
    ProviderAuthFailed,
    ProviderBusy,
    ProviderError,
    ProviderProtocol,
    ProviderRejected,
)
from chatapp.providers.peer import Peer
from chatapp.providers.policy.complaint import Complaint
from chatapp.providers.policy.failures import MAX_QUOTE_CHARS, one_line, provider_error

KEY = "canary-key-without-a-known-shape"
PEER = Peer("openai", "gpt-4o", "OpenAI", "https://api.openai.com/v1", KEY)


@pytest.mark.parametrize(
    ("complaint", "kind"),
    [
        (Complaint("The model `x` does not exist", status=404), ModelUnknown),
        (Complaint("404 page not found", status=404), ProviderProtocol),
        (Complaint("<html>a model</html>", status=404, is_json=False), ProviderProtocol),
        (Complaint("moved", status=301), ProviderProtocol),
        (Complaint("bad", status=422), ProviderRejected),
        (Complaint("bad", status=599), ProviderProtocol),
        (Complaint("something broke"), ProviderError),
    ],
)
def test_a_status_without_a_rule_still_has_a_class(
    complaint: Complaint, kind: type[ProviderError]
) -> None:
    assert type(provider_error(PEER, complaint)) is kind


@pytest.mark.requirement("P05")
def test_the_providers_own_words_are_quoted() -> None:
    error = provider_error(PEER, Complaint("the field\n`x` is bad", status=400))
    assert error.message.endswith("It said: “the field `x` is bad”")
    assert (error.provider, error.model) == ("openai", "gpt-4o")


@pytest.mark.requirement("U04")
@pytest.mark.parametrize(
    "message", [f"bad token {KEY}", "see https://user:hunter22@host/x", "Bearer abcdef123456"]
)
def test_secrets_are_taken_out_of_the_quote(message: str) -> None:
    error = provider_error(PEER, Complaint(message, status=400))
    assert not any(secret in error.message for secret in (KEY, "hunter22", "abcdef123456"))


@pytest.mark.requirement("U04")
def test_a_refused_key_is_never_quoted() -> None:
    error = provider_error(PEER, Complaint("Incorrect API key: part-of-it", status=401))
    assert type(error) is ProviderAuthFailed
    assert "part-of-it" not in error.message


def test_a_page_is_never_quoted() -> None:
    error = provider_error(PEER, Complaint("<html>", status=502, is_json=False))
    assert type(error) is ProviderBusy
    assert "<" not in error.message


def test_a_long_text_is_cut() -> None:
    assert len(one_line("x" * 1000)) == MAX_QUOTE_CHARS + 1

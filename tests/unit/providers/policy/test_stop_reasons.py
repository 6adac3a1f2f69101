import pytest

from chatapp.providers.policy.stop_reasons import is_blocked, normalize_stop_reason


@pytest.mark.parametrize(
    ("said", "neutral"),
    [
        ("stop", "end_turn"),
        ("STOP", "end_turn"),
        ("end_turn", "end_turn"),
        ("stop_sequence", "end_turn"),
        ("length", "max_tokens"),
        ("MAX_TOKENS", "max_tokens"),
        ("max_output_tokens", "max_tokens"),
        ("model_context_window_exceeded", "max_tokens"),
        ("tool_calls", "tool_use"),
        ("function_call", "tool_use"),
        ("pause_turn", "pause_turn"),
        ("MALFORMED_FUNCTION_CALL", "MALFORMED_FUNCTION_CALL"),
        (None, "end_turn"),
        ("", "end_turn"),
    ],
)
def test_reasons_are_neutral_and_unknown_ones_are_kept(said: str | None, neutral: str) -> None:
    assert normalize_stop_reason(said) == neutral


@pytest.mark.parametrize("reason", ["content_filter", "SAFETY", "refusal", "PROHIBITED_CONTENT"])
def test_filters_are_recognised(reason: str) -> None:
    assert is_blocked(reason)


@pytest.mark.parametrize("reason", [None, "", "stop", "length"])
def test_other_ends_are_no_filter(reason: str | None) -> None:
    assert not is_blocked(reason)

import pytest

from chatapp.runtime.budget import answer_tokens, estimate, fit, room


def exchange(number: int, size: int = 3000):
    return [
        {"role": "user", "content": f"question {number}"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": f"c{number}", "function": {"name": "look", "arguments": "{}"}}],
        },
        {"role": "tool", "tool_call_id": f"c{number}", "content": "x" * size},
        {"role": "assistant", "content": f"answer {number}"},
    ]


def cost(messages) -> int:
    return sum(estimate(str(message.get("content") or "")) for message in messages)


def test_what_fits_stays_untouched() -> None:
    messages = exchange(1)
    fitted = fit(messages, 10_000)
    assert fitted.messages == messages
    assert not fitted.is_trimmed


@pytest.mark.requirement("A07")
def test_the_oldest_exchanges_go_first_and_calls_keep_their_results() -> None:
    messages = [*exchange(1), *exchange(2), *exchange(3), {"role": "user", "content": "now"}]
    fitted = fit(messages, 2300)
    assert fitted.messages == messages[4:]
    assert fitted.is_trimmed
    assert "4 earlier messages were left out" in fitted.detail
    calls = {item["id"] for m in fitted.messages for item in m.get("tool_calls") or ()}
    assert calls == {m["tool_call_id"] for m in fitted.messages if m["role"] == "tool"}


@pytest.mark.requirement("A07")
def test_one_result_larger_than_the_window_is_shortened_and_the_question_is_kept() -> None:
    messages = exchange(1, size=300_000)[:3]
    fitted = fit(messages, 8000)
    assert cost(fitted.messages) <= 8000
    assert fitted.messages[0] == messages[0]
    assert "of 300000 chars" in fitted.messages[2]["content"]
    assert "1 long texts were shortened" in fitted.detail


@pytest.mark.requirement("A07")
def test_a_conversation_slightly_over_the_window_fits_after_trimming() -> None:
    messages = []
    while cost(messages) < 8210:
        messages += exchange(len(messages), size=1500)
    messages.append({"role": "user", "content": "the last question"})
    max_tokens = answer_tokens(8192, 8192)
    space = room(8192, max_tokens, "Rules.", ())
    fitted = fit(messages, space)
    assert cost(fitted.messages) + max_tokens < 8192
    assert fitted.messages[-1]["content"] == "the last question"


def test_a_tools_text_is_shortened_before_the_question_even_if_it_is_shorter() -> None:
    messages = exchange(1, size=3000)[:3]
    messages[0] = {"role": "user", "content": "why " * 1000}
    fitted = fit(messages, 2000)
    assert fitted.messages[0] == messages[0]
    assert "of 3000 chars" in fitted.messages[2]["content"]


def test_even_an_oversized_question_is_cut_rather_than_refused() -> None:
    fitted = fit([{"role": "user", "content": "why " * 50_000}], 1000)
    assert cost(fitted.messages) <= 1000
    assert fitted.messages[0]["content"].startswith("why why")


def test_nothing_loops_for_ever_when_nothing_can_be_cut() -> None:
    many = [{"role": "user", "content": "short"}] + [
        {"role": "tool", "tool_call_id": str(number), "content": "y" * 300} for number in range(100)
    ]
    assert len(fit(many, 500).messages) == len(many)


def test_the_answer_gets_at_most_a_quarter_of_the_window() -> None:
    assert answer_tokens(8192, 8192) == 2048
    assert answer_tokens(8192, 200_000) == 8192


def test_han_characters_count_one_token_each() -> None:
    assert estimate("会话历史" * 100) >= 400
    assert estimate("def function(argument):\n" * 100) <= 1000

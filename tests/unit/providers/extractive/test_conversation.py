from chatapp.providers.extractive.conversation import situation
from tests.unit.providers.extractive.evidence import asked, block, result


def test_the_last_user_message_is_the_question_and_results_after_it_count() -> None:
    earlier = asked("What is a lock?", ("search_codebase", "old"))
    now = situation([*earlier, {"role": "assistant", "content": "A."}, *asked("What is a token?")])
    assert now.question.text == "What is a token?"
    assert now.findings == ()
    assert now.rounds == 0


def test_results_come_in_call_order_with_their_errors() -> None:
    error = '{"error":"No such file.","error_code":"not_found"}'
    now = situation(asked("What is it?", ("search_codebase", "found"), ("get_context", error)))
    assert [(item.tool, item.content, item.error) for item in now.findings] == [
        ("search_codebase", "found", ""),
        ("get_context", "", "No such file."),
    ]
    assert now.rounds == 2


def test_json_that_is_no_error_is_content() -> None:
    now = situation(asked("What is it?", ("t", '{"error": "in the data"}'), ("t", "{not json")))
    assert [item.error for item in now.findings] == ["", ""]


def test_a_question_that_points_back_is_joined_with_the_one_before() -> None:
    now = situation(
        [
            *asked("How does TokenLock work?"),
            {"role": "assistant", "content": "So."},
            *asked("Who uses it?"),
        ]
    )
    assert now.question.names == ("TokenLock",)


def test_the_pages_pre_read_is_no_part_of_the_question() -> None:
    page = "[The server has read what the page in front of the person shows. …] get_context {}\n"
    shown = result(block("x = 1"))
    now = situation([{"role": "user", "content": f"What is this?\n\n{page}{shown}"}])
    assert now.question.text == "What is this?"
    assert shown in now.page


def test_an_empty_conversation_is_an_empty_question() -> None:
    assert situation([]).question.text == ""

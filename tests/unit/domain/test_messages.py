from chatapp.domain.messages import Message, ReasoningPart, Role, TextPart, ToolCallPart


def test_the_text_of_a_message_is_its_prose_alone() -> None:
    parts = (ReasoningPart("hm"), TextPart("Hello "), ToolCallPart("c1", "x", {}), TextPart("you"))
    assert Message(Role.ASSISTANT, parts).text == "Hello you"

"""One turn from start to end."""

import pytest

from chatapp.domain.events import Completed, Step, TurnStarted
from chatapp.domain.stream import TextDelta
from chatapp.infra.handle import Infra
from tests.unit.conversation.fakes import ScriptedAgent, begin, question, read, rows, told


def test_a_turn_tells_its_events_and_ends_completed(infra: Infra) -> None:
    prepared = begin(infra, question(), ScriptedAgent(TextDelta("Hi")))
    ref = prepared.ref
    assert told(read(infra, ref.turn_id)) == [
        TurnStarted(ref.conversation_id, "r-1", ref.user_message_id, ref.turn_id),
        TextDelta("Hi"),
        Step("finished", "end_turn"),
        Completed(ref.conversation_id, ref.turn_id),
    ]
    user, assistant = rows(infra, ref.conversation_id)
    assert (user.text, user.state) == ("What is this?", "completed")
    assert (assistant.text, assistant.state) == ("Hi", "completed")

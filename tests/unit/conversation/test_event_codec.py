"""Events survive the journal."""

from typing import get_args

import orjson
from hypothesis import given

from chatapp.conversation.event_codec import _KINDS, event_object, read_event
from chatapp.domain.events import TurnEvent
from tests.unit.conversation.strategies import events


@given(events)
def test_an_event_comes_back_as_it_went(event: TurnEvent) -> None:
    assert read_event(orjson.loads(orjson.dumps(event_object(event)))) == event


def test_every_event_has_a_name() -> None:
    assert set(_KINDS.values()) == set(get_args(TurnEvent))

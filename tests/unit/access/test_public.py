from collections.abc import Iterator
from contextlib import closing

import gevent
import pytest
from gevent.event import Event

from chatapp.access import public, quotas
from chatapp.access.identity import anonymous
from chatapp.access.streams import Heartbeat
from chatapp.domain.ask import AskRequest, Route
from chatapp.domain.errors import Forbidden, InvalidRequest, LimitExceeded, ProviderBusy
from chatapp.domain.events import Completed, Step, TurnEvent
from chatapp.domain.stream import TextDelta
from chatapp.infra.handle import Infra
from tests.fakes import make_infra
from tests.unit.conversation.fakes import ScriptedAgent

STRANGER = anonymous("203.0.113.9")


def _ask(
    infra: Infra, agent: ScriptedAgent, conversation_id: str | None = None, text: str = "Hi"
) -> list[TurnEvent | Heartbeat]:
    wanted = AskRequest(text, Route.PUBLIC_ASK, "r1", conversation_id)
    answer = public.ask(STRANGER, infra, wanted, runner=agent)
    with gevent.Timeout(5), closing(answer):
        return list(answer.events())


def test_a_question_is_answered_to_the_end(infra: Infra) -> None:
    assert _ask(infra, ScriptedAgent(TextDelta("Yes"))) == [
        TextDelta("Yes"),
        Step("finished", "end_turn"),
        Completed("", ""),
    ]
    assert quotas.running(infra, str(STRANGER.owner)) == 0


def test_without_a_conversation_nothing_is_remembered(infra: Infra) -> None:
    agent = ScriptedAgent()
    _ask(infra, agent)
    _ask(infra, agent)
    assert agent.histories == [(), ()]


def test_a_conversation_remembers_a_few_questions_for_a_while(infra: Infra) -> None:
    agent = ScriptedAgent(TextDelta("A"))
    for number in range(public.HISTORY_TURNS + 2):
        _ask(infra, agent, "visitor-1", f"Q{number}")
    _ask(infra, agent, "visitor-2")
    assert [message.text for message in agent.histories[1]] == ["Q0", "A"]
    assert len(agent.histories[-2]) == 2 * public.HISTORY_TURNS
    assert agent.histories[-1] == ()
    (key, _other) = infra.redis.keys("chatapp:public:*")
    assert 0 < infra.redis.ttl(key) <= public.HISTORY_S


def test_an_error_reaches_the_reader_and_frees_the_slot(infra: Infra) -> None:
    with pytest.raises(ProviderBusy):
        _ask(infra, ScriptedAgent(TextDelta("Half"), ProviderBusy("Busy.")), "visitor")
    assert quotas.running(infra, str(STRANGER.owner)) == 0
    assert infra.redis.keys("chatapp:public:*") == []


def test_a_reader_that_leaves_ends_the_answer(infra: Infra) -> None:
    agent = ScriptedAgent(TextDelta("Half"), Event())
    wanted = AskRequest("Hi", Route.PUBLIC_ASK, "r1")
    answer = public.ask(STRANGER, infra, wanted, runner=agent)
    assert next(answer.events()) == TextDelta("Half")
    answer.close()
    assert agent.closed == 1
    assert quotas.running(infra, str(STRANGER.owner)) == 0


def test_a_reader_that_never_began_holds_no_slot(infra: Infra) -> None:
    wanted = AskRequest("Hi", Route.PUBLIC_ASK, "r1")
    public.ask(STRANGER, infra, wanted, runner=ScriptedAgent()).close()
    assert quotas.running(infra, str(STRANGER.owner)) == 0


def test_silence_is_filled_with_heartbeats(quick: Infra) -> None:
    go_on = Event()
    wanted = AskRequest("Hi", Route.PUBLIC_ASK, "r1")
    answer = public.ask(STRANGER, quick, wanted, runner=ScriptedAgent(go_on, TextDelta("Late")))
    reading = answer.events()
    assert next(reading) == Heartbeat()
    go_on.set()
    assert next(reading) == TextDelta("Late")
    answer.close()


def test_too_many_questions_from_one_address_are_refused(infra: Infra) -> None:
    for _ in range(infra.settings.public_rpm):
        _ask(infra, ScriptedAgent())
    with pytest.raises(LimitExceeded):
        _ask(infra, ScriptedAgent())


def test_a_closed_entry_and_a_too_long_question_are_refused(
    infra: Infra, tmp_path_factory: pytest.TempPathFactory
) -> None:
    closed = make_infra(tmp_path_factory.mktemp("closed"), CHATAPP_PUBLIC_ASK="off")
    with pytest.raises(Forbidden):
        _ask(closed, ScriptedAgent())
    with pytest.raises(InvalidRequest):
        _ask(infra, ScriptedAgent(), text="x" * (infra.settings.max_message_chars + 1))


@pytest.fixture
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Infra]:
    """An Infra whose streams are silent for a second at most."""
    made = make_infra(tmp_path_factory.mktemp("quick"), CHATAPP_HEARTBEAT_S="1")
    yield made
    made.database.engine.dispose()
    made.redis.close()

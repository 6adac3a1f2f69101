"""Following, resuming and stopping turns over HTTP."""

import gevent
import orjson
import pytest
from flask import Flask
from gevent.event import Event

from chatapp.access import quotas
from chatapp.conversation.worker import worker
from chatapp.domain.stream import TextDelta
from chatapp.infra.handle import Infra
from tests.functional.callers import Caller, frames, types
from tests.functional.conftest import Play
from tests.unit.conversation.fakes import ScriptedAgent
from tests.unit.web.sse.reader import read


def _ids(body: bytes) -> list[str]:
    return [event.id for event in read(body)]


def test_a_finished_turn_can_be_read_again_from_any_event(
    alice: Caller, repository_id: str
) -> None:
    path = f"/api/repos/{repository_id}/chat/messages"
    first = alice.post(path, {"message": "Hi"}).get_data()
    turn_id = orjson.loads(read(first)[0].data)["assistant_message_id"]
    events = f"/api/turns/{turn_id}/events"
    for place, event_id in enumerate(_ids(first)[:-1]):
        resumed = alice.get(events, headers={"Last-Event-ID": event_id})
        assert read(resumed.get_data()) == read(first)[place + 1 :]


@pytest.mark.requirement("S08")
@pytest.mark.parametrize("junk", ["abc", "-1", "99999999999999999999", "x.3", "é", " "])
def test_a_junk_id_gets_the_whole_turn(alice: Caller, repository_id: str, junk: str) -> None:
    done = alice.ask(repository_id)[-1]
    events = f"/api/turns/{done['message_id']}/events"
    resumed = frames(alice.get(events, query_string={"after": junk}))
    shown = [kind for kind in types(resumed) if kind != "snapshot"]
    assert shown == ["turn_start", "text_delta", "done"]
    assert resumed[-1] == done


def test_a_turn_can_be_followed_in_dialect_b(alice: Caller, repository_id: str) -> None:
    done = alice.ask(repository_id)[-1]
    stream = alice.get(f"/api/turns/{done['message_id']}/events?dialect=b").get_data()
    assert [event.name for event in read(stream)] == ["turn_start", "delta", "step", "done"]


def test_stop_ends_a_running_turn_and_keeps_what_was_written(
    alice: Caller, infra: Infra, repository_id: str, play: Play
) -> None:
    written = Event()
    agent = play(ScriptedAgent(TextDelta("Half"), written.set, Event()))
    asking = gevent.spawn(alice.ask, repository_id)
    written.wait(5)
    (turn_id,) = worker(infra).link.live
    assert alice.post(f"/api/turns/{turn_id}/stop").status_code == 204
    answer = asking.get(timeout=5)
    assert (answer[-1]["type"], answer[-1]["code"]) == ("error", "canceled")
    turn = alice.get(f"/api/turns/{turn_id}").json["turn"]
    assert (turn["state"], turn["text"]) == ("canceled", "Half")
    assert agent.closed == 1
    assert quotas.running(infra, str(alice.principal.owner)) == 0
    assert alice.post(f"/api/turns/{turn_id}/stop").status_code == 204


def test_a_second_reader_gets_the_same_live_turn(
    alice: Caller, infra: Infra, repository_id: str, play: Play
) -> None:
    written, go_on = Event(), Event()
    play(ScriptedAgent(TextDelta("One "), written.set, go_on, TextDelta("two")))
    asking = gevent.spawn(alice.ask, repository_id)
    written.wait(5)
    (turn_id,) = worker(infra).link.live
    following = gevent.spawn(lambda: frames(alice.get(f"/api/turns/{turn_id}/events")))
    gevent.sleep(0)
    go_on.set()
    first, second = asking.get(timeout=5), following.get(timeout=5)
    text = "".join(frame.get("text", "") for frame in first)
    assert text == "".join(frame.get("text", "") for frame in second) == "One two"
    assert first[-1] == second[-1]


def test_a_busy_conversation_is_409(
    alice: Caller, infra: Infra, repository_id: str, play: Play
) -> None:
    written, go_on = Event(), Event()
    play(ScriptedAgent(TextDelta("One"), written.set, go_on))
    asking = gevent.spawn(alice.ask, repository_id)
    written.wait(5)
    (turn,) = worker(infra).link.live.values()
    path = f"/api/repos/{repository_id}/chat/messages"
    body = {"message": "And?", "conversation_id": turn.ref.conversation_id}
    refused = alice.post(path, body)
    assert (refused.status_code, refused.json["code"]) == (409, "conversation_busy")
    assert refused.json["retryable"] is True
    go_on.set()
    asking.get(timeout=5)


def test_a_head_of_a_stream_asks_nothing(app: Flask, alice: Caller, agent: ScriptedAgent) -> None:
    response = alice.call("HEAD", "/api/sse/ask?query=Hi")
    assert response.headers["Content-Type"].startswith("text/event-stream")
    assert agent.runs == 0


@pytest.mark.requirement("S11")
def test_open_streams_hold_no_database_connection(
    alice: Caller, infra: Infra, repository_id: str, play: Play
) -> None:
    baseline = infra.database.engine.pool.checkedout()  # type: ignore[attr-defined]
    go_on = Event()
    play(ScriptedAgent(TextDelta("One"), go_on))
    asking = [gevent.spawn(alice.ask, repository_id) for _ in range(5)]
    gevent.sleep(0.05)
    assert len(worker(infra).link.live) == 5
    assert infra.database.engine.pool.checkedout() == baseline  # type: ignore[attr-defined]
    go_on.set()
    gevent.joinall(asking, timeout=5)

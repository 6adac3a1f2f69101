"""A process that asks, follows or stops a turn, as a web worker does; one JSON object a line out.

Started by the tests with the settings in its environment. The agent it runs is scripted:
``word0 word1 …`` at a pace, from when the key `gate` is in Redis.
"""

from gevent import monkey

monkey.patch_all()

import dataclasses  # noqa: E402
import json  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402
from collections.abc import Generator  # noqa: E402

import gevent  # noqa: E402
from flask import Flask  # noqa: E402

from chatapp.bootstrap.infrastructure import open_database  # noqa: E402
from chatapp.conversation import journal, turn  # noqa: E402
from chatapp.conversation.entries import JournalEntry  # noqa: E402
from chatapp.conversation.prepare import prepare_turn  # noqa: E402
from chatapp.conversation.running import AgentRun  # noqa: E402
from chatapp.domain.ask import AskRequest, OnDisconnect, Route  # noqa: E402
from chatapp.domain.events import Step, TurnEvent  # noqa: E402
from chatapp.domain.identity import Owner  # noqa: E402
from chatapp.domain.stream import TextDelta  # noqa: E402
from chatapp.infra.clock import SystemClock  # noqa: E402
from chatapp.infra.environment import environment  # noqa: E402
from chatapp.infra.handle import Infra  # noqa: E402
from chatapp.infra.queue import RecordingQueue  # noqa: E402
from chatapp.infra.redis_pool import connect  # noqa: E402
from chatapp.infra.settings import load  # noqa: E402

OWNER = Owner("acme", "alice")


def say(**values: object) -> None:
    print(json.dumps({**values, "at": time.monotonic()}), flush=True)  # noqa: T201


def make_infra() -> Infra:
    settings = load(environment())
    database = open_database(Flask("process"), settings)
    redis = connect(settings.redis_url)
    return Infra(settings, database, redis, RecordingQueue(), SystemClock())


def words(
    infra: Infra, count: int, pause_s: float, gate: str | None
) -> Generator[TurnEvent, None, None]:
    try:
        while gate and not infra.redis.exists(gate):
            gevent.sleep(0.02)
        for number in range(count):
            gevent.sleep(pause_s)
            yield TextDelta(f"word{number} ")
        yield Step("finished", "end_turn")
    finally:
        say(agent="closed")


def ask(
    infra: Infra,
    fields: dict[str, object],
    count: int,
    pause_s: float,
    gate: str | None = None,
) -> None:
    wanted = AskRequest(**{"question": "What?", **fields})  # type: ignore[arg-type]
    wanted = dataclasses.replace(
        wanted, route=Route(wanted.route), on_disconnect=OnDisconnect.GRACE
    )
    prepared = prepare_turn(infra, OWNER, wanted)
    if prepared.lock:
        say(agent="started")
    turn.start(
        infra,
        OWNER,
        wanted,
        prepared,
        runner=lambda *_: AgentRun("scripted", "m", words(infra, count, pause_s, gate)),
    )
    ref = prepared.ref
    say(turn=ref.turn_id, conversation=ref.conversation_id, is_replay=prepared.is_replay)
    follow(infra, ref.turn_id)


def follow(infra: Infra, turn_id: str, after: int | None = None) -> None:
    for entry in journal.follow(infra, turn_id, after=after):
        if isinstance(entry, JournalEntry):
            text = entry.event.text if isinstance(entry.event, TextDelta) else None
            kind = type(entry.event).__name__
            say(seq=entry.seq, event=kind, text=text, is_snapshot=entry.is_snapshot)


def main() -> None:
    infra, order = make_infra(), json.loads(sys.argv[1])
    match order.pop("do"):
        case "ask":
            ask(infra, **order)
        case "ask many":
            jobs = [
                gevent.spawn(ask, infra, fields, order["count"], order["pause_s"])
                for fields in order["fields"]
            ]
            gevent.joinall(jobs, raise_error=True)
        case "follow":
            follow(infra, order["turn_id"], order.get("after"))
        case "stop":
            turn.stop(infra, OWNER, order["turn_id"])
    turn.drain(infra)


if __name__ == "__main__":
    main()

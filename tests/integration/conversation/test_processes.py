"""Turns over several real processes, one of which is killed."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from chatapp.conversation import leases, queries
from chatapp.conversation.sweep import sweep
from chatapp.conversation.worker import worker
from chatapp.domain.turns import MessageState
from chatapp.infra.clock import FakeClock
from chatapp.infra.handle import Infra
from tests.fakes import make_infra
from tests.unit.conversation.fakes import ALICE, answer, text_of
from tests.unit.conversation.fakes import read as read_here

ROOT = Path(__file__).parents[3]
PATIENCE_S = 30
Said = dict[str, object]


class Process:
    """One worker process and what it says."""

    def __init__(self, infra: Infra, **order: object) -> None:
        settings = infra.settings
        self.lines: list[Said] = []
        self.child = subprocess.Popen(
            [sys.executable, "-m", "tests.integration.conversation.process", json.dumps(order)],
            cwd=ROOT,
            env={
                **os.environ,  # noqa: TID251 - a child needs its parent's path and home
                "CHATAPP_DATA_DIR": str(settings.data_dir),
                "DATABASE_URL": settings.database_url,
                "REDIS_URL": settings.redis_url,
            },
            stdout=subprocess.PIPE,
            text=True,
        )

    def until(self, condition: Callable[[Said], bool]) -> Said:
        """The next line that fulfils the condition."""
        assert self.child.stdout
        for line in self.child.stdout:
            self.lines.append(json.loads(line))
            if condition(self.lines[-1]):
                return self.lines[-1]
        raise AssertionError(f"the process ended before that: {self.lines}")

    def rest(self) -> list[Said]:
        """Every line, to the end of the process."""
        assert self.child.stdout
        self.lines += map(json.loads, self.child.stdout)
        assert self.child.wait(PATIENCE_S) == 0
        return self.lines

    @property
    def text(self) -> str:
        """The prose a reader has after these lines; a snapshot replaces what was before it."""
        text = ""
        for line in self.lines:
            text = "" if line.get("is_snapshot") else text
            text += str(line.get("text") or "")
        return text

    def close(self) -> None:
        self.child.kill()
        self.child.wait()
        assert self.child.stdout
        self.child.stdout.close()


Start = Callable[..., Process]


@pytest.fixture
def infra(tmp_path: Path) -> Iterator[Infra]:
    made = make_infra(tmp_path)
    yield made
    worker(made).stop()
    made.database.engine.dispose()
    made.redis.close()


@pytest.fixture
def start(infra: Infra) -> Iterator[Start]:
    running: list[Process] = []

    def run(**order: object) -> Process:
        running.append(Process(infra, **order))
        return running[-1]

    yield run
    for process in running:
        process.close()


def fields(request_id: str = "r-1", conversation_id: str | None = None) -> Said:
    return {
        "route": "repo_chat",
        "request_id": request_id,
        "conversation_id": conversation_id,
    }


def is_text(line: Said) -> bool:
    return bool(line.get("text"))


@pytest.mark.requirement("I03")
def test_a_killed_workers_turn_keeps_its_text_and_frees_its_conversation(
    infra: Infra, start: Start
) -> None:
    owner = start(do="ask", fields=fields(), count=10_000, pause_s=0.02)
    ids = owner.until(lambda line: "turn" in line)
    turn_id, conversation_id = str(ids["turn"]), str(ids["conversation"])
    reader = start(do="follow", turn_id=turn_id)
    reader.until(is_text)
    owner.child.kill()
    infra.redis.pexpire(leases.lock_key(ALICE, conversation_id), 1)
    last = reader.rest()[-1]
    assert last["event"] == "Failed"
    view = queries.message(infra, ALICE, turn_id)
    assert view.state is MessageState.STALE
    assert view.text
    assert view.text == reader.text
    again = start(do="ask", fields=fields(), count=1, pause_s=0)
    assert [line for line in again.rest() if line.get("agent")] == []
    assert again.text == view.text
    following = answer(infra, "Go on", request_id="r-2", conversation_id=conversation_id)
    assert text_of(read_here(infra, following.ref.turn_id)) == "Hello there"


@pytest.mark.requirement("I01")
def test_one_request_sent_to_several_workers_runs_once(start: Start) -> None:
    copies = [start(do="ask", fields=fields(), count=20, pause_s=0.02) for _ in range(3)]
    lines = [copy.rest() for copy in copies]
    started = [line for said in lines for line in said if line.get("agent") == "started"]
    assert len(started) == 1
    assert len({copy.text for copy in copies}) == 1
    assert copies[0].text == "".join(f"word{number} " for number in range(20))
    assert {said[-1].get("event", "agent") for said in lines} <= {"Completed", "agent"}


@pytest.mark.requirement("A05")
def test_stop_from_another_worker_closes_the_agent_within_two_seconds(start: Start) -> None:
    owner = start(do="ask", fields=fields(), count=10_000, pause_s=0.02)
    turn_id = owner.until(lambda line: "turn" in line)["turn"]
    owner.until(is_text)
    stopper = start(do="stop", turn_id=turn_id)
    assert stopper.child.wait(PATIENCE_S) == 0
    stopped_at = time.monotonic()
    closed = owner.until(lambda line: line.get("agent") == "closed")
    assert float(str(closed["at"])) - stopped_at < 2
    assert owner.rest()[-1]["event"] == "Cancelled"


@pytest.mark.requirement("W04")
def test_a_reader_in_another_worker_is_not_far_behind(infra: Infra, start: Start) -> None:
    owner = start(do="ask", fields=fields(), count=100, pause_s=0.02, gate="go")
    reader = start(do="follow", turn_id=owner.until(lambda line: "turn" in line)["turn"])
    reader.until(lambda line: line.get("event") == "TurnStarted")
    infra.redis.set("go", 1)
    told, heard = (moments(one.rest()) for one in (owner, reader))
    assert owner.text == reader.text == "".join(f"word{number} " for number in range(100))
    lags = sorted(heard[seq] - told[seq] for seq in heard if seq in told)
    assert lags[len(lags) // 2] < 0.5


def moments(lines: list[Said]) -> dict[int, float]:
    """When each event was told, by its number."""
    return {int(str(line["seq"])): float(str(line["at"])) for line in lines if "seq" in line}


@pytest.mark.requirement("H01")
def test_many_turns_of_two_workers_at_once_all_end_well(infra: Infra, start: Start) -> None:
    workers = [
        start(
            do="ask many",
            fields=[fields(f"r-{side}-{number}") for number in range(15)],
            count=5,
            pause_s=0.01,
        )
        for side in "ab"
    ]
    ended = [line for one in workers for line in one.rest() if line.get("event") == "Completed"]
    assert len(ended) == 30
    assert infra.redis.keys("convlock:*") == []
    assert isinstance(infra.clock, FakeClock)
    assert sweep(infra) == 0

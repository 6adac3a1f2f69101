"""One run: storm, silence, audit, report."""

import argparse
import os
import random
import signal
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Final

import audit
import gevent
from client import Client, Question
from gevent.pool import Pool
from stage import Stage, set_stage

from chatapp.access.api_keys import NewKey, create_key
from chatapp.access.operator import add_member, operator
from chatapp.access.quotas import Limits
from chatapp.bootstrap.infrastructure import build_infra
from chatapp.codebase.registry import list_all
from chatapp.domain.identity import MemberRole
from chatapp.infra.handle import Infra
from chatapp.infra.settings import load

SETTLE_S: Final = 120
CLIENTS: Final = 12
CONVERSATIONS: Final = 25
TARGETS: Final = {"web": 5, "worker": 1, "redis": 2, "upstream": 2}
REST_S: Final = {"worker": 11, "redis": 11}
"""The supervisor gives up on a child that dies again and again within ten seconds of its start."""

OWNER: Final = ("Chaos", "chaos@example.org", "a password of the chaos")


def make_client(infra: Infra, port: int, dice: random.Random) -> Client:
    """A client with a key that no limit stops."""
    (repository,) = list_all(infra)
    limits = Limits(requests_per_minute=0, concurrency=0)
    add_member(operator(infra), infra, OWNER, MemberRole.OWNER)
    key = create_key(operator(infra), infra, NewKey("chaos", ("dialogue:sse", "repo:chat"), limits))
    return Client(port, repository.repository_id, key.secret or "", dice)


def kill_at_random(stage: Stage, dice: random.Random, kills: int, killed: Counter[str]) -> None:
    """Kill `kills` processes, one after the other."""
    parts, weights = zip(*TARGETS.items(), strict=True)
    last_s = dict.fromkeys(parts, float("-inf"))
    while killed.total() < kills:
        gevent.sleep(0.3 + dice.random() * 0.9)
        (part,) = dice.choices(parts, weights)
        victims = stage.victims(part)
        if not victims or time.monotonic() - last_s[part] < REST_S.get(part, 0):
            continue
        os.kill(dice.choice(victims), signal.SIGKILL)
        last_s[part] = time.monotonic()
        killed[part] += 1
        if part == "upstream":
            stage.children["upstream"].wait()
            gevent.sleep(dice.random() * 0.5)
            stage.start_upstream()


def send_turns(
    client: Client, dice: random.Random, turns: int, killer: gevent.Greenlet
) -> list[Question]:
    """Ask until there were enough turns and the killer is done."""
    asked: list[Question] = []
    pool = Pool(CLIENTS)
    known: list[str | None] = [None] * CONVERSATIONS
    while len(asked) < turns or not killer.ready():
        place = dice.randrange(CONVERSATIONS)
        name = f"{dice.getrandbits(32):08x}"
        question = Question(f"tag{name}", f"request-{name}", known[place])
        asked.append(question)
        for _ in range(2 if dice.random() < 0.2 else 1):
            pool.spawn(client.ask, question)
        known = [one.conversation_id for one in asked[-CONVERSATIONS:]]
        known += [None] * (CONVERSATIONS - len(known))
    pool.join(timeout=120)
    return asked


def main() -> int:
    """One run."""
    parser = argparse.ArgumentParser(
        description="Sends turns through a server while killing its parts."
    )
    parser.add_argument("--turns", type=int, default=300)
    parser.add_argument("--kills", type=int, default=60)
    parser.add_argument("--workers", type=int, default=3)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="chatapp-chaos-") as folder:
        return run(set_stage(Path(folder), wanted.workers), wanted)


def run(stage: Stage, wanted: argparse.Namespace) -> int:
    """Storm, silence, audit."""
    dice, killed = random.Random(wanted.seed), Counter[str]()
    stage.start_upstream()
    stage.start_server()
    try:
        infra = build_infra(load(stage.environ), migrates=False)
        client = make_client(infra, stage.port, dice)
        killer = gevent.spawn(
            kill_at_random, stage, random.Random(wanted.seed + 1), wanted.kills, killed
        )
        asked = send_turns(client, dice, wanted.turns, killer)
        give_up = time.monotonic() + SETTLE_S
        while time.monotonic() < give_up and not (audit.is_quiet(infra) and not audit.held(infra)):
            gevent.sleep(1)
        found = audit.violations(infra, asked, stage.notes)
    finally:
        stage.end()
    report(wanted, asked, killed, found)
    return 1 if found else 0


def report(
    wanted: argparse.Namespace, asked: list[Question], killed: Counter[str], found: list[str]
) -> None:
    """Say what happened."""
    endings = Counter(seen.ending for one in asked for seen in one.sightings)
    unseen = Counter(one.refusal or "left" for one in asked if not one.sightings)
    print(f"seed {wanted.seed}: {len(asked)} questions, {killed.total()} kills {dict(killed)}")
    print(f"complete readers: {dict(endings)}; questions without one: {dict(unseen)}")
    print(f"violations: {len(found)}")
    for line in found:
        print(f"  - {line[:400]}")

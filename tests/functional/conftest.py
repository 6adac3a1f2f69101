"""The whole app over a database and Redis of its own, with an agent that plays a script."""

import functools
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from flask import Flask

from chatapp.access import commands, passwords
from chatapp.bootstrap.application import assemble, bare_app
from chatapp.conversation import turn
from chatapp.conversation.worker import worker
from chatapp.domain.repositories import RegisterRepository
from chatapp.infra.handle import Infra
from tests.fakes import make_infra
from tests.functional.callers import Caller, first_owner, new_member, new_service
from tests.functional.repositories import small_repository
from tests.unit.conversation.fakes import ScriptedAgent

Play = Callable[[ScriptedAgent], ScriptedAgent]


@pytest.fixture
def settings() -> dict[str, str]:
    """Settings by variable name; a test module may bring its own."""
    return {}


@pytest.fixture
def infra(tmp_path: Path, settings: dict[str, str]) -> Iterator[Infra]:
    made = make_infra(tmp_path, **settings)
    yield made
    worker(made).stop()
    made.database.engine.dispose()
    made.redis.close()


@pytest.fixture(autouse=True)
def _cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashes that take no time: what they cost is not what these tests are about."""
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(passwords, "_HASHER", cheap)


@pytest.fixture
def app(infra: Infra) -> Flask:
    return assemble(bare_app(), infra)


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Play:
    """Lets an agent of the test's answer from now on."""

    def use(agent: ScriptedAgent) -> ScriptedAgent:
        monkeypatch.setattr(commands, "start_turn", functools.partial(turn.start, runner=agent))
        return agent

    return use


@pytest.fixture(autouse=True)
def agent(play: Play) -> ScriptedAgent:
    """The agent that answers unless a test plays another."""
    return play(ScriptedAgent())


@pytest.fixture
def owner(app: Flask, infra: Infra) -> Caller:
    return first_owner(app, infra)


@pytest.fixture
def alice(app: Flask, infra: Infra, owner: Caller) -> Caller:
    return new_member(app, infra, owner.principal, "Alice")


@pytest.fixture
def bob(app: Flask, infra: Infra, owner: Caller) -> Caller:
    return new_member(app, infra, owner.principal, "Bob")


@pytest.fixture
def service(app: Flask, infra: Infra, owner: Caller) -> Caller:
    return new_service(app, infra, owner.principal)


@pytest.fixture
def repository_id(tmp_path: Path, infra: Infra, owner: Caller) -> str:
    """A small repository that is registered and not indexed."""
    wanted = RegisterRepository(str(small_repository(tmp_path)))
    return commands.add_repository(owner.principal, infra, wanted).repository_id

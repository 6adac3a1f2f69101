"""An Infra with the tables of this floor, and people to try it with."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher

import chatapp.codebase.models
from chatapp.access import passwords
from chatapp.access.members import claim_first_admin, first_admin_token
from chatapp.domain.identity import Principal
from chatapp.infra.clock import FakeClock
from chatapp.infra.handle import Infra
from tests.fakes import make_infra

assert chatapp.codebase.models

PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def _cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(passwords, "_HASHER", cheap)


@pytest.fixture
def infra(tmp_path: Path) -> Iterator[Infra]:
    made = make_infra(tmp_path)
    yield made
    made.database.engine.dispose()
    made.redis.close()


@pytest.fixture
def clock(infra: Infra) -> FakeClock:
    assert isinstance(infra.clock, FakeClock)
    return infra.clock


@pytest.fixture
def owner(infra: Infra) -> Principal:
    """The first owner, who is alone."""
    token = first_admin_token(infra)
    assert token
    return claim_first_admin(infra, token, "Olga", "olga@example.org", PASSWORD).principal

from dataclasses import replace
from pathlib import Path

from redis import Redis

from chatapp.infra.migrate import ensure_current
from chatapp.infra.readiness import problems
from tests.fakes import make_infra


def test_each_missing_part_is_named(tmp_path: Path) -> None:
    infra = make_infra(tmp_path, DATABASE_URL="")
    gone = replace(infra, redis=Redis(unix_socket_path=str(tmp_path / "none.sock")))
    assert set(problems(infra)) == {"database"}
    assert set(problems(gone)) == {"database", "redis"}
    assert "chatapp migrate" in problems(infra)["database"]


def test_migrated_database_and_a_redis_that_answers_are_enough(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/other.db"
    infra = make_infra(tmp_path, DATABASE_URL=url)
    (tmp_path / "other.db").unlink()
    infra.database.engine.dispose()
    ensure_current(infra.database, infra.settings)
    assert problems(infra) == {}

import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from chatapp.domain.errors import DependencyUnavailable
from chatapp.infra import embedded_redis
from chatapp.infra.children import stop


@pytest.fixture
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("d")
    server = embedded_redis.start(folder)
    yield folder
    stop(server, patience_s=2)


def test_server_answers_on_a_socket_that_is_ours_alone(data_dir: Path) -> None:
    assert embedded_redis.is_up(data_dir)
    socket = embedded_redis.socket_path(data_dir)
    assert stat.S_IMODE(socket.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE(socket.stat().st_mode) == 0o700


def test_what_was_written_is_there_after_a_restart(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("d")
    for expected in (None, b"1"):
        server = embedded_redis.start(folder)
        with Redis.from_url(embedded_redis.url(folder)) as client:
            assert client.get("k") == expected
            client.set("k", "1")
        stop(server, patience_s=5)
    assert not embedded_redis.is_up(folder)


def test_server_that_cannot_start_says_where_it_says_why(tmp_path: Path) -> None:
    with pytest.raises(DependencyUnavailable, match=r"valkey\.log.*REDIS_URL"):
        embedded_redis.start(tmp_path, options=("--no-such-option", "1"))


def test_long_path_gets_a_short_socket_of_its_own(tmp_path: Path) -> None:
    deep, other = (tmp_path / (name * 120) for name in "ab")
    assert len(bytes(embedded_redis.socket_path(deep))) < 100
    assert embedded_redis.socket_path(deep) != embedded_redis.socket_path(other)
    server = embedded_redis.start(deep)
    assert embedded_redis.is_up(deep)
    stop(server, patience_s=2)


def test_machine_without_the_program_is_told_of_redis_url(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded_redis, "find_spec", lambda _name: None)
    with pytest.raises(DependencyUnavailable, match="REDIS_URL"):
        embedded_redis.binary()

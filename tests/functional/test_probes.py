from dataclasses import replace
from pathlib import Path

from flask import Flask
from redis import Redis

from chatapp.bootstrap.application import assemble, bare_app
from chatapp.infra.handle import Infra


def test_process_is_alive_without_a_credential(app: Flask) -> None:
    answer = app.test_client().get("/healthz")
    assert (answer.status_code, answer.json) == (200, {"status": "ok"})


def test_missing_part_makes_it_unready_but_not_dead(infra: Infra, tmp_path: Path) -> None:
    gone = replace(infra, redis=Redis(unix_socket_path=str(tmp_path / "none.sock")))
    client = assemble(bare_app(), gone).test_client()
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json["status"] == "unavailable"
    assert "redis" in answer.json["problems"]
    assert client.get("/healthz").status_code == 200

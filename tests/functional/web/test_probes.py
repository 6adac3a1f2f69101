from dataclasses import replace

from flask import Flask
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from chatapp.bootstrap.application import assemble, bare_app
from chatapp.infra.handle import Infra


def test_a_process_without_redis_is_alive_and_not_ready(infra: Infra) -> None:
    nowhere = Redis(host="127.0.0.1", port=1, retry=Retry(NoBackoff(), 0))
    client = assemble(bare_app(), replace(infra, redis=nowhere)).test_client()
    assert client.get("/healthz").json == {"status": "ok"}
    unready = client.get("/readyz")
    assert unready.status_code == 503
    assert "redis" in unready.json["problems"]
    assert unready.headers["Retry-After"]


def test_the_probes_need_no_credential(app: Flask) -> None:
    assert app.test_client().get("/healthz").status_code == 200
    assert app.test_client().get("/readyz").json["problems"].keys() <= {"database"}

from pathlib import Path

from chatapp.bootstrap.application import assemble, bare_app, create_app
from chatapp.infra.settings import load
from tests.fakes import SECRET, make_infra


def test_application_answers_over_its_own_data(tmp_path: Path) -> None:
    app = create_app(load({"CHATAPP_DATA_DIR": str(tmp_path / "var")}))
    assert app.test_client().get("/healthz").json == {"status": "ok"}
    app.extensions["chatapp"].database.engine.dispose()


def test_limits_and_secret_come_from_the_settings(tmp_path: Path) -> None:
    infra = make_infra(tmp_path, CHATAPP_MAX_BODY_BYTES="12345")
    app = assemble(bare_app(), infra)
    assert app.extensions["chatapp"] is infra
    assert app.config["MAX_CONTENT_LENGTH"] == 12345
    assert app.config["SECRET_KEY"] == SECRET

"""From an `Infra` to the Flask app: called by `wsgi`, `app` and the tests."""

from pathlib import Path
from typing import Final

from flask import Flask

from chatapp.bootstrap.infrastructure import attach
from chatapp.infra.environment import environment
from chatapp.infra.handle import Infra
from chatapp.infra.settings import Settings, load
from chatapp.web.blueprints import register

ROOT: Final = Path(__file__).parents[2]


def create_app(settings: Settings | None = None) -> Flask:
    """The web application over `settings`, those of the environment by default.

    Raises:
        ChatappError: the settings, the data directory or the database cannot be used.
    """
    app = bare_app()
    return assemble(app, attach(app, settings or load(environment())))


def bare_app() -> Flask:
    """A Flask app that knows where templates and static files are, and nothing else."""
    return Flask(
        "chatapp", template_folder=str(ROOT / "templates"), static_folder=str(ROOT / "static")
    )


def assemble(app: Flask, infra: Infra) -> Flask:
    """Put the product onto `app`; tests hand in an Infra of their own."""
    app.config["SECRET_KEY"] = infra.settings.secret_key
    app.config["MAX_CONTENT_LENGTH"] = infra.settings.max_body_bytes
    app.extensions["chatapp"] = infra
    register(app)
    return app

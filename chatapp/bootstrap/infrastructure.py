"""From settings to an `Infra`: for every process, with the web floor left alone."""

import dataclasses
import logging
from typing import Any, Final

from flask import Flask
from flask_migrate import Migrate

import chatapp.bootstrap.models  # noqa: F401 - a foreign key needs its target's table
from chatapp.infra import embedded_redis
from chatapp.infra.clock import SystemClock
from chatapp.infra.db import Database, db
from chatapp.infra.environment import environment
from chatapp.infra.handle import Infra, install
from chatapp.infra.logging import configure
from chatapp.infra.migrate import FOLDER as MIGRATIONS
from chatapp.infra.migrate import ensure_current
from chatapp.infra.private_folder import make_private
from chatapp.infra.queue import RqQueue
from chatapp.infra.redis_pool import connect
from chatapp.infra.secret_key import kept_secret
from chatapp.infra.settings import Settings, load

_POOL: Final = {"pool_size": 20, "max_overflow": 80, "pool_timeout": 10}
"""Connections for many greenlets; one is held for a short transaction only."""


def build_infra(settings: Settings | None = None, *, migrates: bool = True) -> Infra:
    """The infrastructure of a process without a web server, its database brought up to date.

    Raises:
        ChatappError: the settings, the data directory or the database cannot be used.
    """
    return attach(Flask("chatapp"), settings or load(environment()), migrates=migrates)


def attach(app: Flask, given: Settings, *, migrates: bool = True) -> Infra:
    """Make the infrastructure, with Flask-SQLAlchemy and Flask-Migrate on `app`.

    Raises:
        ChatappError: the data directory or the database cannot be used.
    """
    configure(given.log_level)
    settings = complete(given)
    redis = connect(settings.redis_url)
    database = open_database(app, settings)
    if migrates and ensure_current(database, settings):
        logging.getLogger(__name__).info("database migrated")
    infra = Infra(settings, database, redis, RqQueue(redis), SystemClock())
    install(infra)
    return infra


def complete(settings: Settings) -> Settings:
    """The settings with what was left empty filled from the data directory, which is made."""
    make_private(settings.data_dir)
    return dataclasses.replace(
        settings,
        secret_key=settings.secret_key or kept_secret(settings.data_dir),
        redis_url=settings.redis_url or embedded_redis.url(settings.data_dir),
    )


def open_database(app: Flask, settings: Settings) -> Database:
    """The database of `settings`, whose engine belongs to `app`."""
    app.config["SQLALCHEMY_DATABASE_URI"] = settings.database_uri
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = _engine_options(settings)
    db.init_app(app)
    Migrate(app, db, directory=str(MIGRATIONS))
    with app.app_context():
        return Database(db.engine, synchronous=settings.sqlite_synchronous)


def _engine_options(settings: Settings) -> dict[str, Any]:
    if settings.database_uri.startswith("sqlite"):
        return {**_POOL, "connect_args": {"timeout": 0}}
    return {**_POOL, "pool_pre_ping": True, "pool_recycle": 1800}

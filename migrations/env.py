"""Alembic's entry: works on the connection handed in, or on the Flask app's for ``flask db``."""

from typing import Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from flask import current_app
from sqlalchemy import Connection, String
from sqlalchemy.dialects import mysql
from sqlalchemy.types import TypeEngine

import chatapp.bootstrap.models  # noqa: F401 - fills the metadata
from chatapp.infra import columns
from chatapp.infra.db import Base


def render(kind: str, thing: object, autogen: AutogenContext) -> str | Literal[False]:
    """Our column types by their names, so that a revision stays readable."""
    if kind != "type" or not isinstance(thing, TypeEngine):
        return False
    name = _type_name(thing)
    if name is None:
        return False
    autogen.imports.add("from chatapp.infra import columns")
    return f"columns.{name}"


def _type_name(thing: TypeEngine[object]) -> str | None:
    if isinstance(thing, columns.UtcDateTime):
        return "UtcDateTime()"
    there = thing.dialect_impl(mysql.dialect())
    if isinstance(there, mysql.LONGTEXT):
        return "LONG_TEXT"
    if isinstance(thing, String) and isinstance(there, mysql.VARCHAR) and there.collation:
        return f"exact({thing.length})"
    return None


def run(connection: Connection) -> None:
    """Run the revisions in one transaction; SQLite rebuilds a table to alter it."""
    is_sqlite = connection.dialect.name == "sqlite"
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        render_as_batch=is_sqlite,
        transactional_ddl=is_sqlite or None,
        compare_type=True,
        render_item=render,
    )
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    with current_app.extensions["migrate"].db.engine.connect() as connection:
        run(connection)

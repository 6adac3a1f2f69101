"""Alembic's entry: works on the connection handed in, or on the Flask app's for ``flask db``."""

from alembic import context
from flask import current_app
from sqlalchemy import Connection

import chatapp.bootstrap.models  # noqa: F401 - fills the metadata
from chatapp.infra.db import Base


def run(connection: Connection) -> None:
    """Run the revisions in one transaction; SQLite rebuilds a table to alter it."""
    is_sqlite = connection.dialect.name == "sqlite"
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        render_as_batch=is_sqlite,
        transactional_ddl=is_sqlite or None,
        compare_type=True,
    )
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    with current_app.extensions["migrate"].db.engine.connect() as connection:
        run(connection)

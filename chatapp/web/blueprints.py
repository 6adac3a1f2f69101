"""Everything that is mounted on the app, in one list. Called by `chatapp.bootstrap` only."""

from flask import Flask

from chatapp.web import errors, fragments, pages, request_log, security
from chatapp.web.tables import TABLES


def register(app: Flask) -> None:
    """Put guards, the error handler, the API and the pages onto `app`.

    The Infra must already stand in ``app.extensions["chatapp"]``.
    """
    security.register(app)
    request_log.register(app)
    errors.register(app)
    routes = [table.blueprint for table in TABLES]
    for blueprint in (*routes, *pages.BLUEPRINTS, *fragments.BLUEPRINTS):
        app.register_blueprint(blueprint)

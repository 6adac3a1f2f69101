"""Whether the parts a question needs answer; the one thing here that needs no principal."""

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from chatapp.domain.errors import DependencyUnavailable
from chatapp.infra.availability import redis_needed
from chatapp.infra.handle import Infra


def is_database_up(infra: Infra) -> bool:
    """Whether the database answers a query."""
    try:
        with infra.database.reading() as session:
            session.execute(text("SELECT 1"))
    except (SQLAlchemyError, DependencyUnavailable):
        return False
    return True


def is_redis_up(infra: Infra) -> bool:
    """Whether Redis answers."""
    try:
        with redis_needed():
            infra.redis.ping()
    except DependencyUnavailable:
        return False
    return True

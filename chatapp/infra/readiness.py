"""Whether what every request needs is there: the database at its newest revision, and Redis."""

from redis.exceptions import RedisError

from chatapp.domain.errors import ChatappError
from chatapp.infra.handle import Infra
from chatapp.infra.migrate import is_current


def problems(infra: Infra) -> dict[str, str]:
    """What is missing, by the name of the part; empty when requests can be served."""
    found = {"database": _database(infra), "redis": _redis(infra)}
    return {part: problem for part, problem in found.items() if problem}


def _database(infra: Infra) -> str:
    try:
        return "" if is_current(infra.database) else "not at the newest revision: chatapp migrate"
    except ChatappError as error:
        return str(error)


def _redis(infra: Infra) -> str:
    try:
        infra.redis.ping()
    except RedisError as error:
        return f"does not answer ({type(error).__name__})"
    return ""

"""The connection to Redis that the parts of one process share.

redis-py's ordinary pool refuses the 101st greenlet that asks at the same moment; this one lets it
wait for a free connection. Called by `chatapp.bootstrap`.
"""

from typing import Final

from redis import BlockingConnectionPool, Redis

CONNECTIONS: Final = 50
"""A command takes 0.1 ms: more connections would only be more memory."""

QUEUE_S: Final = 20.0
"""Longest wait for a free connection; only a burst of a thousand questions waits for seconds."""

ANSWER_S: Final = 5.0
"""Longest wait to connect, and for an answer."""


def connect(url: str) -> Redis:
    """A client whose connections are opened when first needed; it answers bytes."""
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=CONNECTIONS,
        timeout=QUEUE_S,
        socket_timeout=ANSWER_S,
        socket_connect_timeout=ANSWER_S,
    )
    return Redis.from_pool(pool)

"""Every REST route of the product, in one tuple: what is mounted, documented and tested."""

from typing import Final

from chatapp.web import health, repo_chat
from chatapp.web.api import keys, members, providers, repositories, turns
from chatapp.web.routes import Routes

TABLES: Final[tuple[Routes, ...]] = (
    repo_chat.ROUTES,
    turns.ROUTES,
    repositories.ROUTES,
    providers.ROUTES,
    keys.ROUTES,
    members.ROUTES,
    health.ROUTES,
)

"""Every REST route of the product, in one tuple: what is mounted, documented and tested."""

from typing import Final

from chatapp.web import ask, openai_door, openapi, probes, repo_chat
from chatapp.web.api import conversations, keys, members, providers, repositories, turns
from chatapp.web.routes import Routes

_DESCRIBED: Final[tuple[Routes, ...]] = (
    repo_chat.ROUTES,
    ask.ROUTES,
    openai_door.ROUTES,
    turns.ROUTES,
    conversations.ROUTES,
    repositories.ROUTES,
    providers.ROUTES,
    keys.ROUTES,
    members.ROUTES,
    probes.ROUTES,
)

TABLES: Final[tuple[Routes, ...]] = (*_DESCRIBED, openapi.routes(_DESCRIBED))

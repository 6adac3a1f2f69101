"""The fragments of the web interface; `BLUEPRINTS` is what `chatapp.web.blueprints` mounts.

A fragment is a piece with an identity: endpoint ``fragments.chat_thread``, address
``/fragments/chat/thread/<id>``, template ``chat/_thread.html`` and element ``chat-thread`` share
one name.
"""

from typing import Final

from flask import Blueprint

from chatapp.web.fragments import chat, conversations, panels, turns
from chatapp.web.fragments.blueprint import fragments

__all__ = ["BLUEPRINTS", "chat", "conversations", "panels", "turns"]

BLUEPRINTS: Final[tuple[Blueprint, ...]] = (fragments,)

"""The pages of the web interface; `BLUEPRINTS` is what `chatapp.web.blueprints` mounts.

One file per noun. A page reads through `chatapp.access`, makes a view object and renders; it
extends a layout, which a fragment never does.
"""

from typing import Final

from flask import Blueprint

from chatapp.web.pages import chat, code, diagram, people, repositories, session, settings
from chatapp.web.pages.blueprint import pages

__all__ = ["BLUEPRINTS", "chat", "code", "diagram", "people", "repositories", "session", "settings"]

BLUEPRINTS: Final[tuple[Blueprint, ...]] = (pages,)

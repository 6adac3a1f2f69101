"""The pages of the web interface; `BLUEPRINTS` is what `chatapp.web.blueprints` mounts."""

from typing import Final

from flask import Blueprint

BLUEPRINTS: Final[tuple[Blueprint, ...]] = ()

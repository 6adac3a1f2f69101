"""The REST routes, one file per noun; `TABLES` is every one of them."""

from typing import Final

from chatapp.web.routes import Routes

TABLES: Final[tuple[Routes, ...]] = ()

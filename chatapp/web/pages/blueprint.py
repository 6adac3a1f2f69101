"""The blueprint that every page hangs on. `chatapp.web.errors` knows it by this name."""

from typing import Final

from flask import Blueprint

from chatapp.web.templating import install

pages: Final = Blueprint("pages", "chatapp.web.pages")
pages.record_once(lambda state: install(state.app))

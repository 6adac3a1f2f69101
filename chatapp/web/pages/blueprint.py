"""The blueprint that every page hangs on. `chatapp.web.errors` knows it by this name."""

from typing import Final, cast

from flask import Blueprint, Flask
from flask.blueprints import BlueprintSetupState

from chatapp.web.templating import install

pages: Final = Blueprint("pages", "chatapp.web.pages")


@pages.record_once
def _equip(state: BlueprintSetupState) -> None:
    install(cast(Flask, state.app))

"""The only wiring. Settings become an `Infra`, and an Infra becomes the Flask app.

`main` is the ``chatapp`` command. It wires nothing by itself: the commands get a `Wiring` and ask
it for what they need, so that ``chatapp --help`` loads neither SQLAlchemy nor Flask.
"""

from importlib import import_module

from chatapp.cli.commands import group
from chatapp.cli.wiring import Wiring


def main() -> None:
    """Run the ``chatapp`` command."""
    group.main(obj=Wiring(lambda: import_module("chatapp.bootstrap.infrastructure")))

"""Jobs that keep the house in order."""

from chatapp.conversation import sweep
from chatapp.infra.handle import installed


def sweep_turns() -> None:
    """End the turns that nobody runs any more."""
    sweep.sweep(installed())

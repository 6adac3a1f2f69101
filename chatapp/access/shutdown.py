"""What happens to the questions of a process that is about to end. Called by the web's worker."""

from chatapp.conversation.turn import drain
from chatapp.infra.handle import Infra


def end_turns(infra: Infra) -> None:
    """End every turn that runs here, so that its state is written; its readers may retry."""
    drain(infra)

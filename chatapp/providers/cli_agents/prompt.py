"""The conversation as one text: a command-line agent is asked once and keeps nothing."""

from typing import Final

from chatapp.providers.peer import Peer
from chatapp.providers.policy.asking import Ask
from chatapp.providers.wire.transcript import AssistantSaid, Said, UserSaid, transcript

OWN_TOOLS: Final = (
    "Tools that the instructions above name are not available here. You may read files in the"
    " working directory with your own tools; do not change anything. Answer the last question."
)


def prompt(peer: Peer, ask: Ask) -> str:
    """Instructions, what was said so far, and the question last."""
    said = transcript(ask.messages, peer.provider_id, peer.model, with_state=False)
    parts = [ask.system_prompt, OWN_TOOLS, *map(_turn, said)]
    return "\n\n".join(part for part in parts if part.strip())


def _turn(turn: Said) -> str:
    if isinstance(turn, UserSaid):
        return f"<question>\n{turn.text}\n</question>"
    return f"<earlier_answer>\n{turn.text}{_calls(turn)}\n</earlier_answer>"


def _calls(turn: AssistantSaid) -> str:
    return "".join(f"\n[{call.name} {call.arguments_text}]\n{call.result}" for call in turn.calls)

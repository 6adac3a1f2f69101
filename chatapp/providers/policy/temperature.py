"""Whether to send a temperature: reasoning families answer it with 400, so they are not asked.

Families are known by the beginning of their name, behind a gateway's prefix; others are learnt
from their first refusal (`quirks`).
"""

from collections.abc import Collection
from typing import Final

from chatapp.providers.policy.quirks import Quirk

FAMILIES: Final = (
    "gpt-5",
    "gpt-6",
    "o1",
    "o3",
    "o4",
    "codex-",
    "claude-opus-5",
    "claude-sonnet-5",
    "claude-haiku-5",
    "claude-fable",
    "claude-mythos",
    "claude-opus-4-7",
    "claude-opus-4-8",
    "kimi-k3",
)


def temperature_kwargs(
    model: str, temperature: float, quirks: Collection[Quirk] = ()
) -> dict[str, float]:
    """``{"temperature": …}``, or nothing for a model that refuses it."""
    family = model.lower().rpartition("/")[2]
    if family.startswith(FAMILIES) or Quirk.NO_TEMPERATURE in quirks:
        return {}
    return {"temperature": temperature}

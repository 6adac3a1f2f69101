"""The models whose figures are known, by provider; tokens as the providers' own lists give them."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Model:
    """One model: its window and longest answer in tokens, and what it can do."""

    name: str
    context_tokens: int
    max_output_tokens: int = 8192
    has_tools: bool = True
    has_vision: bool = False
    has_reasoning: bool = False


UNKNOWN: Final = Model("", 32_768)
GATEWAY: Final = Model("", 128_000, has_vision=True)


def family(
    context_tokens: int, max_output_tokens: int, names: str, *, has_vision: bool = True
) -> tuple[Model, ...]:
    """Reasoning models that share their figures; `names` are separated by spaces."""
    return tuple(
        Model(name, context_tokens, max_output_tokens, has_vision=has_vision, has_reasoning=True)
        for name in names.split()
    )


ANTHROPIC: Final = (
    *family(1_000_000, 128_000, "claude-sonnet-5-5 claude-opus-5-5 claude-haiku-5-5"),
    *family(1_000_000, 128_000, "claude-fable-5-1 claude-sonnet-5 claude-opus-5 claude-sonnet-4-6"),
    *family(200_000, 64_000, "claude-haiku-4-5 claude-sonnet-4-5 claude-opus-4-5"),
)
OPENAI: Final = (
    *family(922_000, 128_000, "gpt-6.1-terra gpt-6.1-sol gpt-6.2-sol gpt-6.2-astra gpt-6-luna"),
    *family(922_000, 128_000, "gpt-5.6-sol gpt-5.6-terra gpt-5.6-luna gpt-5.5 gpt-5.4 gpt-5.5-pro"),
    *family(272_000, 128_000, "gpt-5.4-mini gpt-5.3-codex gpt-5.2 gpt-5 gpt-5-mini"),
    *family(200_000, 100_000, "o3 o3-pro o4-mini"),
    Model("gpt-4.1", 1_047_576, 32_768, has_vision=True),
    Model("gpt-4o", 128_000, 16_384, has_vision=True),
    Model("gpt-4o-mini", 128_000, 16_384, has_vision=True),
)
GEMINI: Final = (
    *family(1_048_576, 65_536, "gemini-3.5-flash-lite gemini-3.1-flash-lite gemini-3.5-flash"),
    *family(1_048_576, 65_536, "gemini-3.1-pro-preview gemini-3.8-flash gemini-3-flash-preview"),
)
DEEPSEEK: Final = family(1_000_000, 393_216, "deepseek-v4-flash deepseek-v4-pro", has_vision=False)
KIMI: Final = (
    *family(1_048_576, 131_072, "kimi-k3 kimi-k3.1-pro"),
    *family(262_144, 131_072, "kimi-k2.7-code kimi-k2.6"),
)
OPENROUTER: Final = (
    *family(1_000_000, 64_000, "anthropic/claude-sonnet-5.5 google/gemini-3.5-flash"),
    *family(922_000, 64_000, "openai/gpt-6.1-terra"),
    *family(1_000_000, 64_000, "deepseek/deepseek-v4-flash", has_vision=False),
)
EDENAI: Final = (
    Model("anthropic/claude-sonnet-latest", 128_000, has_vision=True),
    Model("openai/gpt-mini-latest", 128_000, has_vision=True),
)
CLAUDE_CODE: Final = family(1_000_000, 64_000, "sonnet opus haiku")
EXTRACTIVE: Final = (Model("extractive", 1_000_000),)

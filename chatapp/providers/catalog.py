"""Every provider in one declarative table; no code here decides anything.

The order is the order in which a usable provider is looked for when nothing chooses one. Figures
of models are from the providers' own lists; a model that is not in the table works with the
assumptions of its provider's entry (`assumed`).
"""

from dataclasses import dataclass, replace
from typing import Final

from chatapp.domain.errors import InvalidRequest
from chatapp.providers import known_models
from chatapp.providers.known_models import Model


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider:
    """One provider.

    Attributes:
        env_keys: Variables that may hold its key; the first is the canonical one.
        base_url_envs: Variables that may hold its address, in order.
        base_url: Its usual address; empty when the SDK knows it or there is none.
        config_section: Its section in a repository's config.yaml.
        is_always_ready: Usable as it is, without key or address.
        command: The local program that it is; such a provider is never chosen by itself.
        assumed: What is assumed of a model that the table does not have.
    """

    provider_id: str
    name: str
    default_model: str
    models: tuple[Model, ...] = ()
    env_keys: tuple[str, ...] = ()
    base_url_envs: tuple[str, ...] = ()
    base_url: str = ""
    requires_key: bool = True
    is_always_ready: bool = False
    command: str = ""
    assumed: Model = known_models.UNKNOWN

    def model(self, name: str) -> Model:
        """The model of that name, or what is assumed of one that the table does not have."""
        listed = {model.name: model for model in self.models}
        return listed.get(name) or replace(self.assumed, name=name)

    def lists(self, name: str) -> bool:
        """Whether the table has the model."""
        return any(model.name == name for model in self.models)


CATALOG: Final[tuple[Provider, ...]] = (
    Provider(
        provider_id="anthropic",
        name="Anthropic",
        default_model="claude-sonnet-5-5",
        models=known_models.ANTHROPIC,
        env_keys=("ANTHROPIC_API_KEY",),
        base_url_envs=("ANTHROPIC_BASE_URL",),
        base_url="https://api.anthropic.com",
        assumed=Model("", 200_000, 32_000, has_vision=True, has_reasoning=True),
    ),
    Provider(
        provider_id="openai",
        name="OpenAI",
        default_model="gpt-6.1-terra",
        models=known_models.OPENAI,
        env_keys=("OPENAI_API_KEY",),
        base_url_envs=("OPENAI_BASE_URL", "OPENAI_API_BASE"),
        base_url="https://api.openai.com/v1",
        assumed=Model("", 128_000, 16_384, has_vision=True),
    ),
    Provider(
        provider_id="gemini",
        name="Google Gemini",
        default_model="gemini-3.5-flash-lite",
        models=known_models.GEMINI,
        env_keys=("GEMINI_API_KEY", "GOOGLE_API_KEY"),
        base_url_envs=("GEMINI_BASE_URL", "GOOGLE_GEMINI_BASE_URL"),
        base_url="https://generativelanguage.googleapis.com",
        assumed=Model("", 1_048_576, 65_536, has_vision=True, has_reasoning=True),
    ),
    Provider(
        provider_id="openrouter",
        name="OpenRouter",
        default_model="anthropic/claude-sonnet-5.5",
        models=known_models.OPENROUTER,
        env_keys=("OPENROUTER_API_KEY",),
        base_url_envs=("OPENROUTER_BASE_URL",),
        base_url="https://openrouter.ai/api/v1",
        assumed=known_models.GATEWAY,
    ),
    Provider(
        provider_id="deepseek",
        name="DeepSeek",
        default_model="deepseek-v4-flash",
        models=known_models.DEEPSEEK,
        env_keys=("DEEPSEEK_API_KEY",),
        base_url_envs=("DEEPSEEK_BASE_URL", "DEEPSEEK_API_BASE"),
        base_url="https://api.deepseek.com",
        assumed=Model("", 131_072, 8192),
    ),
    Provider(
        provider_id="kimi",
        name="Kimi (Moonshot AI)",
        default_model="kimi-k3",
        models=known_models.KIMI,
        env_keys=("MOONSHOT_API_KEY", "KIMI_API_KEY"),
        base_url_envs=("MOONSHOT_BASE_URL", "KIMI_BASE_URL"),
        base_url="https://api.moonshot.ai/v1",
        assumed=Model("", 131_072, 16_384),
    ),
    Provider(
        provider_id="edenai",
        name="Eden AI",
        default_model="anthropic/claude-sonnet-latest",
        models=known_models.EDENAI,
        env_keys=("EDENAI_API_KEY",),
        base_url_envs=("EDENAI_BASE_URL", "EDENAI_API_BASE"),
        base_url="https://api.edenai.run/v3",
        assumed=known_models.GATEWAY,
    ),
    Provider(
        provider_id="litellm",
        name="LiteLLM",
        default_model="openai/gpt-6.1-terra",
        env_keys=("LITELLM_API_KEY",),
        base_url_envs=("LITELLM_BASE_URL", "LITELLM_API_BASE"),
        requires_key=False,
        assumed=known_models.GATEWAY,
    ),
    Provider(
        provider_id="openai_compatible",
        name="OpenAI-compatible server (vLLM, llama.cpp, LM Studio, any other)",
        default_model="default",
        env_keys=("OPENAI_COMPATIBLE_API_KEY",),
        base_url_envs=("OPENAI_COMPATIBLE_BASE_URL",),
        requires_key=False,
    ),
    Provider(
        provider_id="ollama",
        name="Ollama (local)",
        default_model="qwen3:8b",
        base_url_envs=("OLLAMA_BASE_URL", "OLLAMA_HOST"),
        base_url="http://localhost:11434",
        requires_key=False,
    ),
    Provider(
        provider_id="claude_code",
        command="claude",
        name="Claude Code (local command)",
        default_model="sonnet",
        models=known_models.CLAUDE_CODE,
        requires_key=False,
        assumed=Model("", 200_000),
    ),
    Provider(
        provider_id="codex",
        command="codex",
        name="Codex (local command)",
        default_model="default",
        requires_key=False,
        assumed=Model("", 200_000),
    ),
    Provider(
        provider_id="opencode",
        command="opencode",
        name="OpenCode (local command)",
        default_model="default",
        requires_key=False,
        assumed=Model("", 200_000),
    ),
    Provider(
        provider_id="extractive",
        name="Extractive (no language model)",
        default_model="extractive",
        models=known_models.EXTRACTIVE,
        requires_key=False,
        is_always_ready=True,
    ),
)

_ENTRIES: Final = {entry.provider_id: entry for entry in CATALOG}


def entry(provider_id: str) -> Provider:
    """The provider of that id.

    Raises:
        InvalidRequest: no provider has it; the message lists those that there are.
    """
    if provider_id not in _ENTRIES:
        known = ", ".join(_ENTRIES)
        raise InvalidRequest(f"There is no provider {provider_id!r}. There are: {known}.")
    return _ENTRIES[provider_id]

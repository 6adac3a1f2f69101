import pytest

from chatapp.providers.policy.quirks import Quirk
from chatapp.providers.policy.temperature import temperature_kwargs


@pytest.mark.parametrize(
    "model", ["gpt-5.4-mini", "gpt-6.1-terra", "o3", "O4-mini", "openai/gpt-5", "kimi-k3"]
)
def test_families_that_refuse_it_are_not_sent_one(model: str) -> None:
    assert temperature_kwargs(model, 0.7) == {}


@pytest.mark.parametrize("model", ["gpt-4o", "qwen3:8b", "deepseek-v4-pro", "mistral/large"])
def test_others_are(model: str) -> None:
    assert temperature_kwargs(model, 0.7) == {"temperature": 0.7}


def test_a_learnt_refusal_counts() -> None:
    assert temperature_kwargs("new-model", 0.7, {Quirk.NO_TEMPERATURE}) == {}

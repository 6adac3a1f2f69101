import ast
import gc
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from chatapp.domain.errors import InvalidRequest, ProviderAuthFailed
from chatapp.infra.handle import Infra
from chatapp.providers.catalog import CATALOG
from chatapp.providers.registry import ADAPTERS, create, warm
from chatapp.providers.selection import Selection


def test_every_provider_of_the_catalog_has_an_adapter_and_no_other_has() -> None:
    assert set(ADAPTERS) == {entry.provider_id for entry in CATALOG}


@pytest.mark.parametrize("provider_id", sorted(ADAPTERS))
def test_every_dotted_path_leads_to_a_function(provider_id: str) -> None:
    """Read, not imported: the SDKs take seconds, and the contract suite imports them anyway."""
    module, _, name = ADAPTERS[provider_id].partition(":")
    spec = find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    tree = ast.parse(Path(spec.origin).read_text("utf-8"))
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_a_missing_key_is_told_before_anything_is_asked(infra: Infra) -> None:
    with pytest.raises(ProviderAuthFailed, match="set ANTHROPIC_API_KEY"):
        create(infra, Selection("anthropic", "claude-sonnet-5-5"))


@pytest.mark.parametrize("key", ["sk-ключ", "sk-a\nb", "sk-\x00"])
def test_a_key_that_no_header_can_carry_is_told(infra: Infra, key: str) -> None:
    with pytest.raises(ProviderAuthFailed, match="Copy it again"):
        create(infra, Selection("anthropic", "claude-sonnet-5-5", key))


def test_an_unknown_provider_is_told_with_those_there_are(infra: Infra) -> None:
    with pytest.raises(InvalidRequest, match=r"'openia'.*There are: anthropic, openai"):
        create(infra, Selection("openia", "m"))


def test_a_compatible_server_needs_an_address(infra: Infra) -> None:
    with pytest.raises(InvalidRequest, match="OPENAI_COMPATIBLE_BASE_URL"):
        create(infra, Selection("openai_compatible", "m"))


def test_warming_up_a_provider_that_is_not_ready_does_not_fail(infra: Infra) -> None:
    try:
        warm(infra, Selection("anthropic", "m"))
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()


def test_a_selection_never_shows_its_key() -> None:
    assert "sk-secret" not in repr(replace(Selection("openai", "m"), api_key="sk-secret"))

from pathlib import Path

import pytest

import chatapp.codebase.models  # noqa: F401 - its table is made with the others
from chatapp.domain.ask import AskRequest, PageContext, Route
from chatapp.domain.errors import InvalidRequest, NotFound
from chatapp.domain.identity import Owner
from chatapp.domain.ids import new_id
from chatapp.infra.handle import Infra
from chatapp.providers.selection import Selection
from chatapp.runtime.assemble import assemble, limits_for, toolbox_for
from tests.fakes import make_infra

OWNER = Owner("account-1", "member-1")


def ask(**more: object) -> AskRequest:
    values = {"question": "How?", "route": Route.REPO_CHAT, "request_id": "r1", **more}
    return AskRequest(**values)  # type: ignore[arg-type]


@pytest.fixture
def infra(tmp_path: Path) -> Infra:
    return make_infra(tmp_path, CHATAPP_MAX_ROUNDS_CHAT="20", CHATAPP_MAX_ROUNDS_ASK="4")


def test_with_nothing_configured_the_provider_needs_nothing(infra: Infra) -> None:
    request = assemble(infra, ask(), (), OWNER)
    assert request.provider.provider_id == "extractive"
    assert request.question == "How?"
    assert request.toolbox.names == ()


@pytest.mark.requirement("A04")
def test_the_effective_round_limit_is_the_configured_one(infra: Infra) -> None:
    assert assemble(infra, ask(), (), OWNER).limits.max_rounds == 20
    assert assemble(infra, ask(route=Route.AGENT_ASK), (), OWNER).limits.max_rounds == 4


@pytest.mark.requirement("A07")
def test_the_window_of_an_unknown_model_is_a_setting(tmp_path: Path) -> None:
    infra = make_infra(tmp_path, CHATAPP_CONTEXT_TOKENS="9000", CHATAPP_MAX_TOKENS="100000")
    unknown = limits_for(infra, Route.REPO_CHAT, Selection("openai_compatible", "my-model"))
    known = limits_for(infra, Route.REPO_CHAT, Selection("openai", "gpt-4o"))
    assert unknown.context_tokens == 9000
    assert (known.context_tokens, known.max_tokens) == (128_000, 16_384)


def test_a_provider_that_does_not_exist_is_refused_by_name(infra: Infra) -> None:
    with pytest.raises(InvalidRequest, match="'gpt'"):
        assemble(infra, ask(provider="gpt"), (), OWNER)


def test_a_repository_that_is_gone_is_not_found(infra: Infra) -> None:
    with pytest.raises(NotFound):
        assemble(infra, ask(repository_id=new_id()), (), OWNER)


def test_a_page_that_no_tool_can_read_plans_nothing(infra: Infra) -> None:
    assert assemble(infra, ask(page=PageContext("overview")), (), OWNER).reads == ()


def test_the_gate_takes_its_limits_from_the_settings(tmp_path: Path) -> None:
    infra = make_infra(tmp_path, CHATAPP_TOOL_TIMEOUT_S="7", CHATAPP_TOOL_OUTPUT_CHARS="5000")
    policy = toolbox_for(infra, None, OWNER).policy
    assert (policy.timeout_s, policy.output_chars) == (7, 5000)
    assert policy.trusted["account"].value == "account-1"
    assert policy.trusted["actor"].value == "member-1"
    assert policy.trusted["account"].is_strict
    assert not policy.trusted["repo"].is_strict

"""From a question and the server's state to everything one run of the agent needs.

Called by `chatapp.conversation.turn` after the question is stored. The only part of the runtime
that reads settings and looks things up; authorisation has happened before.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from chatapp.codebase import registry
from chatapp.codebase.tools.registry import repository_tools
from chatapp.domain.ask import AskRequest, Route
from chatapp.domain.identity import Owner
from chatapp.domain.messages import Message
from chatapp.domain.repositories import RepositoryView
from chatapp.infra.handle import Infra
from chatapp.providers import registry as providers
from chatapp.providers.catalog import Provider, entry
from chatapp.providers.config.active import active_selection
from chatapp.providers.selection import Selection
from chatapp.runtime.arguments import Trusted
from chatapp.runtime.grounding import plan_grounding
from chatapp.runtime.instructions import system_prompt
from chatapp.runtime.request import AgentRequest, Limits
from chatapp.runtime.toolbox import Toolbox, ToolPolicy

TENANT_NAMES: Final = ("account", "account_id", "account_uid", "actor", "actor_id")


def assemble(
    infra: Infra, ask: AskRequest, history: Sequence[Message], principal_owner: Owner
) -> AgentRequest:
    """Bind provider, tools, limits and instructions to the question.

    Raises:
        NotFound: the repository is gone.
        InvalidRequest: the wanted provider does not exist.
        ProviderAuthFailed: it needs a key and has none.
    """
    repository = registry.get(infra, ask.repository_id) if ask.repository_id else None
    selection = active_selection(infra, repository, provider=ask.provider, model=ask.model)
    toolbox = toolbox_for(infra, repository, principal_owner)
    return AgentRequest(
        provider=providers.create(infra, selection),
        toolbox=toolbox,
        system_prompt=system_prompt(ask, repository),
        history=tuple(history),
        question=ask.question,
        request_id=ask.request_id,
        limits=limits_for(infra, ask.route, selection),
        clock=infra.clock,
        reads=plan_grounding(ask.page, toolbox.names, history),
    )


def toolbox_for(infra: Infra, repository: RepositoryView | None, owner: Owner) -> Toolbox:
    """The execution gate for this caller, with the repository's tools."""
    settings = infra.settings
    policy = ToolPolicy(
        timeout_s=settings.tool_timeout_s,
        output_chars=settings.tool_output_chars,
        trusted=_trusted(repository, owner),
    )
    tools = repository_tools(infra, repository) if repository else ()
    return Toolbox(tools, policy, infra.clock)


def limits_for(infra: Infra, route: Route, selection: Selection) -> Limits:
    """What the settings and the model allow."""
    settings = infra.settings
    chosen = entry(selection.provider_id)
    is_chat = route is Route.REPO_CHAT
    return Limits(
        max_rounds=settings.max_rounds_chat if is_chat else settings.max_rounds_ask,
        turn_deadline_s=settings.turn_deadline_s,
        max_tokens=min(settings.max_tokens, chosen.model(selection.model).max_output_tokens),
        context_tokens=_window(chosen, selection.model, settings.context_tokens),
    )


def _window(chosen: Provider, model: str, assumed: int) -> int:
    if assumed and not chosen.lists(model):
        return assumed
    return chosen.model(model).context_tokens


def _trusted(repository: RepositoryView | None, owner: Owner) -> Mapping[str, Trusted]:
    """The repository is put right quietly; a model that names another tenant is refused."""
    values = dict.fromkeys(TENANT_NAMES, owner.account_id)
    values |= {"actor": owner.actor_id, "actor_id": owner.actor_id}
    tenant = {name: Trusted(value, is_strict=True) for name, value in values.items()}
    repo = Trusted(repository.name if repository else None)
    return {**tenant, "repo": repo, "repository": repo}

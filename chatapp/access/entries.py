"""What the ask entries answer from: for tenants and keys, the repository that a setting names.

The public entry never gets one. A setting that names nothing answers from nothing, and says so.
"""

import dataclasses

from chatapp.access import commands
from chatapp.access.streams import TurnStream
from chatapp.codebase import registry
from chatapp.domain.ask import AskRequest
from chatapp.domain.identity import Principal
from chatapp.infra.handle import Infra


def ask(principal: Principal, infra: Infra, wanted: AskRequest) -> TurnStream:
    """Start a managed turn of an ask entry; see `chatapp.access.commands.ask`."""
    name = infra.settings.ask_repository
    repository = registry.find_by_name(infra, name) if name else None
    repository_id = repository.repository_id if repository else None
    grounded = dataclasses.replace(wanted, repository_id=repository_id)
    return commands.ask(principal, infra, grounded)

"""Live model lists and the test of a key: what a provider's own server says, asked for a caller.

Called by `chatapp.web`. Nothing is stored; a key that is tried is not kept.
"""

from chatapp.access import audit, reads
from chatapp.access.roles import require_admin
from chatapp.domain.identity import Principal
from chatapp.domain.providers import KeyTest, ModelView
from chatapp.infra.handle import Infra
from chatapp.providers import models


def provider_models(
    principal: Principal, infra: Infra, provider_id: str, repository_id: str | None = None
) -> tuple[ModelView, ...]:
    """The models that the provider's server lists now; the catalog's where it does not tell.

    Raises:
        InvalidRequest: there is no such provider.
        NotFound: the repository is unknown or not the caller's.
    """
    view = reads.repository(principal, infra, repository_id) if repository_id else None
    return models.list_models(infra, provider_id, view)


def try_key(
    principal: Principal,
    infra: Infra,
    provider_id: str,
    key: str = "",
    repository_id: str | None = None,
) -> KeyTest:
    """Whether the provider takes the key, or without one the key in use; admins only.

    Raises:
        InvalidRequest: there is no such provider.
    """
    require_admin(principal)
    view = reads.repository(principal, infra, repository_id) if repository_id else None
    result = models.check_key(infra, provider_id, key, view)
    audit.log(principal, infra, "provider.key", provider_id, "tested")
    return result

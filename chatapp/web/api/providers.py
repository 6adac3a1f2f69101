"""REST of model providers: what there is, which is active, keys in and out."""

from typing import Final

import msgspec
from werkzeug.wrappers import Response

from chatapp.access import commands, provider_models, reads
from chatapp.domain.providers import (
    ActiveView,
    ModelView,
    ProvidersView,
    ProviderView,
)
from chatapp.web import bodies
from chatapp.web.answers import answer
from chatapp.web.auth import principal
from chatapp.web.context import infra
from chatapp.web.routes import Guard, Routes, Shape
from chatapp.web.schemas import ActiveProviderBody, KeyTestBody, ProviderKeyBody, RepositoryQuery

ROUTES: Final = Routes("providers")


class ProvidersAnswer(msgspec.Struct):
    """Every provider with its state; keys only as hints."""

    active: ActiveView
    providers: tuple[ProviderView, ...]


class KeyTestAnswer(msgspec.Struct):
    """What the provider said to a key, and the models it may use."""

    is_good: bool
    detail: str
    models: tuple[str, ...]


class ModelsAnswer(msgspec.Struct):
    """The models of one provider."""

    models: tuple[ModelView, ...]


@ROUTES.get("/api/providers", Guard.CALLER, Shape(query=RepositoryQuery, answer=ProvidersAnswer))
def list_providers() -> Response:
    """The providers as they stand for the server, or for one repository."""
    repository_id = bodies.query(RepositoryQuery).repository_id
    return _answer(reads.providers(principal(), infra(), repository_id))


@ROUTES.patch(
    "/api/providers/active", Guard.ADMIN, Shape(body=ActiveProviderBody, answer=ProvidersAnswer)
)
def choose_provider() -> Response:
    """Make a provider and model the default of the server, or of one repository."""
    body = bodies.parse(ActiveProviderBody)
    return _answer(
        commands.choose_provider(
            principal(), infra(), body.provider, body.model, body.repository_id
        )
    )


@ROUTES.post(
    "/api/providers/<provider_id>/key",
    Guard.ADMIN,
    Shape(body=ProviderKeyBody, answer=ProvidersAnswer),
)
def set_provider_key(provider_id: str) -> Response:
    """Store a provider's key; it is never shown again in full."""
    body = bodies.parse(ProviderKeyBody)
    return _answer(
        commands.set_provider_key(principal(), infra(), provider_id, body.key, body.repository_id)
    )


@ROUTES.delete(
    "/api/providers/<provider_id>/key",
    Guard.ADMIN,
    Shape(query=RepositoryQuery, answer=ProvidersAnswer),
)
def remove_provider_key(provider_id: str) -> Response:
    """Forget a provider's key."""
    repository_id = bodies.query(RepositoryQuery).repository_id
    return _answer(commands.remove_provider_key(principal(), infra(), provider_id, repository_id))


@ROUTES.get(
    "/api/providers/<provider_id>/models",
    Guard.CALLER,
    Shape(query=RepositoryQuery, answer=ModelsAnswer),
)
def list_provider_models(provider_id: str) -> Response:
    """The models that the provider's server lists now, else the built-in table's."""
    repository_id = bodies.query(RepositoryQuery).repository_id
    models = provider_models.provider_models(principal(), infra(), provider_id, repository_id)
    return answer(ModelsAnswer(models))


@ROUTES.post(
    "/api/providers/<provider_id>/test", Guard.ADMIN, Shape(body=KeyTestBody, answer=KeyTestAnswer)
)
def test_provider_key(provider_id: str) -> Response:
    """Try a key without storing it, or the key in use; says what is wrong and what to do."""
    body = bodies.parse(KeyTestBody)
    found = provider_models.try_key(principal(), infra(), provider_id, body.key, body.repository_id)
    return answer(KeyTestAnswer(found.is_good, found.detail, found.models))


def _answer(view: ProvidersView) -> Response:
    return answer(ProvidersAnswer(view.active, view.providers))

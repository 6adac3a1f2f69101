import pytest

from chatapp.access.provider_models import provider_models, try_key
from chatapp.domain.errors import InvalidRequest, NotFound
from chatapp.infra.handle import Infra
from tests.functional.callers import Caller


def test_what_needs_no_server_is_listed_from_the_table(infra: Infra, alice: Caller) -> None:
    (model,) = provider_models(alice.principal, infra, "extractive")
    assert model.name == "extractive"


def test_models_for_somebody_elses_repository_are_not_told(infra: Infra, alice: Caller) -> None:
    with pytest.raises(NotFound):
        provider_models(alice.principal, infra, "extractive", "0" * 32)


def test_a_provider_that_does_not_exist_is_told(infra: Infra, owner: Caller) -> None:
    with pytest.raises(InvalidRequest):
        try_key(owner.principal, infra, "nonesuch", "sk-0123456789")

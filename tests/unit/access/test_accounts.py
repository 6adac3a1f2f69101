import pytest

from chatapp.access.accounts import checked, count_members, plain_email, plain_name
from chatapp.domain.errors import Unprocessable
from chatapp.domain.identity import Principal
from chatapp.infra.handle import Infra


def test_a_name_has_single_spaces_and_an_address_small_letters() -> None:
    wanted = checked("  Olga \n Petrova ", " Olga@Example.ORG ", "correct horse")
    assert (wanted.name, wanted.email) == ("Olga Petrova", "olga@example.org")
    assert "correct" not in wanted.password_hash


@pytest.mark.parametrize("raw", ["", "a", "@", "a@", "@b", "a b@c", "a@b\n", "a@b\x00c", "x" * 200])
def test_what_is_no_address_is_refused(raw: str) -> None:
    if raw == "a@b\n":
        assert plain_email(raw) == "a@b"
        return
    with pytest.raises(Unprocessable):
        plain_email(raw)


def test_an_empty_or_endless_name_is_refused() -> None:
    for raw in ("", " \n", "x" * 121):
        with pytest.raises(Unprocessable):
            plain_name(raw)


def test_members_are_counted(infra: Infra, owner: Principal) -> None:
    assert owner
    with infra.database.reading() as session:
        assert count_members(session) == 1

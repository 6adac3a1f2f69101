"""Request ids."""

from chatapp.conversation.claims import claim_key, fingerprint
from chatapp.domain.ask import PageContext, Route
from chatapp.domain.identity import Owner
from chatapp.domain.messages import Message, Role, TextPart
from tests.unit.conversation.fakes import ALICE, question


def test_a_claim_is_scoped_to_owner_and_route_without_ambiguity() -> None:
    keys = {
        claim_key(ALICE, question()),
        claim_key(Owner("acme", "bob"), question()),
        claim_key(Owner("a", "b:c"), question()),
        claim_key(Owner("a:b", "c"), question()),
        claim_key(ALICE, question(route=Route.TENANT_ASK)),
        claim_key(ALICE, question(request_id="R-1")),
    }
    assert len(keys) == 6
    assert {len(key) for key in keys} == {64}


def test_the_fingerprint_is_of_what_was_asked_not_of_where() -> None:
    assert fingerprint(question()) == fingerprint(question(conversation_id="x"))
    different = {
        fingerprint(question()),
        fingerprint(question("Other")),
        fingerprint(question(provider="p")),
        fingerprint(question(repository_id="r")),
        fingerprint(question(page=PageContext("file", target="a.py"))),
        fingerprint(question(client_note="Be brief.")),
        fingerprint(question(earlier=(Message(Role.USER, (TextPart("Before"),)),))),
    }
    assert len(different) == 7

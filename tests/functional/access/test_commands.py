"""What the one door lets through, called as the web calls it."""

import pytest

from chatapp.access import audit, commands, quotas, reads
from chatapp.access.streams import JournalEntry
from chatapp.domain.ask import AskRequest, Route
from chatapp.domain.errors import Forbidden, NotFound, RequestIdReused
from chatapp.domain.events import Completed
from chatapp.domain.repositories import RegisterRepository
from chatapp.infra.handle import Infra
from tests.functional.callers import Caller
from tests.unit.conversation.fakes import ScriptedAgent


def _wish(repository_id: str, text: str = "Hi", **fields: str) -> AskRequest:
    return AskRequest(
        text,
        Route.REPO_CHAT,
        "r1",
        repository_id=repository_id,
        **fields,  # type: ignore[arg-type]
    )


def _last(stream: commands.TurnStream) -> object:
    entries = [entry for entry in stream.entries if isinstance(entry, JournalEntry)]
    stream.close()
    return entries[-1].event


def test_a_repeated_question_reads_the_first_turn(
    infra: Infra, alice: Caller, repository_id: str, agent: ScriptedAgent
) -> None:
    first = commands.ask(alice.principal, infra, _wish(repository_id))
    done = _last(first)
    again = commands.ask(alice.principal, infra, _wish(repository_id))
    assert again.ref == first.ref
    assert again.is_replay
    assert not first.is_replay
    assert _last(again) == done == Completed(first.ref.conversation_id, first.ref.turn_id)
    assert agent.runs == 1


def test_a_question_that_is_refused_leaves_no_slot(
    infra: Infra, alice: Caller, repository_id: str
) -> None:
    _last(commands.ask(alice.principal, infra, _wish(repository_id)))
    with pytest.raises(RequestIdReused):
        commands.ask(alice.principal, infra, _wish(repository_id, "Ho"))
    assert quotas.running(infra, str(alice.principal.owner)) == 0


def test_an_unknown_repository_costs_nothing(infra: Infra, alice: Caller) -> None:
    with pytest.raises(NotFound):
        commands.ask(alice.principal, infra, _wish("0" * 32))
    assert infra.redis.keys("chatapp:quota:*requests") == []


def test_another_owners_turn_is_neither_read_nor_stopped(
    infra: Infra, alice: Caller, bob: Caller, repository_id: str
) -> None:
    stream = commands.ask(alice.principal, infra, _wish(repository_id))
    _last(stream)
    for call in (commands.follow_turn, commands.stop_turn):
        with pytest.raises(NotFound):
            call(bob.principal, infra, stream.ref.turn_id)


def test_adding_what_is_there_is_no_change_for_the_audit_log(
    infra: Infra, owner: Caller, repository_id: str
) -> None:
    source = reads.repository(owner.principal, infra, repository_id).source
    before = audit.entries(owner.principal, infra)
    again = commands.add_repository(owner.principal, infra, RegisterRepository(source))
    assert again.repository_id == repository_id
    assert audit.entries(owner.principal, infra) == before


def test_what_admins_change_stands_in_the_audit_log(
    infra: Infra, owner: Caller, alice: Caller, repository_id: str
) -> None:
    for call in (
        lambda: commands.add_repository(alice.principal, infra, RegisterRepository("/x")),
        lambda: commands.remove_repository(alice.principal, infra, repository_id),
        lambda: commands.set_provider_key(alice.principal, infra, "openai", "sk-x"),
        lambda: commands.remove_provider_key(alice.principal, infra, "openai"),
        lambda: commands.choose_provider(alice.principal, infra, None, None),
    ):
        with pytest.raises(Forbidden):
            call()
    commands.set_provider_key(owner.principal, infra, "openai", "sk-secret-value")
    commands.remove_repository(owner.principal, infra, repository_id)
    lines = audit.entries(owner.principal, infra)
    assert {"repository.add", "repository.remove", "provider.key"} <= {
        line.action for line in lines
    }
    assert "sk-secret-value" not in str(lines)

"""What a caller may look at, called as the web calls it."""

import pytest

from chatapp.access import reads
from chatapp.domain.conversations import ConversationFilter
from chatapp.domain.errors import NotFound, RepositoryError
from chatapp.domain.sources import LineRange
from chatapp.infra.handle import Infra
from tests.functional.callers import Caller


def test_conversations_are_listed_or_searched(
    infra: Infra, alice: Caller, repository_id: str
) -> None:
    alice.ask(repository_id, "What do bees do?")
    alice.ask(repository_id, "What do wasps do?")
    who = alice.principal
    assert len(reads.conversations(who, infra, repository_id)) == 2
    (found,) = reads.conversations(who, infra, search=" wasps ")
    assert found.title == "What do wasps do?"
    assert reads.conversations(who, infra, is_deleted=True) == ()
    page = reads.conversation_page(who, infra, ConversationFilter(limit=1))
    assert len(page.items) == 1
    assert page.next_cursor


def test_a_deleted_conversation_is_found_for_restoring_only(
    infra: Infra, alice: Caller, repository_id: str
) -> None:
    conversation_id = alice.ask(repository_id)[-1]["conversation_id"]
    alice.delete(f"/api/conversations/{conversation_id}")
    who = alice.principal
    with pytest.raises(NotFound):
        reads.conversation(who, infra, conversation_id)
    assert reads.deleted_conversation(who, infra, conversation_id, repository_id)
    with pytest.raises(NotFound):
        reads.deleted_conversation(who, infra, conversation_id, "f" * 32)


def test_an_export_is_json_or_markdown(infra: Infra, alice: Caller, repository_id: str) -> None:
    conversation_id = alice.ask(repository_id)[-1]["conversation_id"]
    who = alice.principal
    assert reads.exported(who, infra, conversation_id, as_json=True).startswith(b"{")
    assert reads.exported(who, infra, conversation_id, as_json=False).startswith(b"#")


def test_what_needs_an_index_says_so(infra: Infra, alice: Caller, repository_id: str) -> None:
    with pytest.raises(RepositoryError):
        reads.file_lines(alice.principal, infra, repository_id, "bees.py", LineRange(1, 2))
    assert len(reads.suggestions(alice.principal, infra, repository_id)) <= 3


def test_providers_are_told_for_the_server_and_for_a_repository(
    infra: Infra, alice: Caller, repository_id: str
) -> None:
    for name in (None, repository_id):
        assert reads.providers(alice.principal, infra, name).active.provider_id == "extractive"
    with pytest.raises(NotFound):
        reads.providers(alice.principal, infra, "0" * 32)

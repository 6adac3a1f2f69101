"""Conversations by REST, below a repository and beside it."""

import pytest

from chatapp.domain.events import Artifact, ToolFinished, ToolStarted
from chatapp.domain.stream import TextDelta
from tests.functional.callers import Caller
from tests.functional.conftest import Play
from tests.unit.conversation.fakes import ScriptedAgent


@pytest.fixture(params=["general", "of_repository"])
def base(request: pytest.FixtureRequest, repository_id: str) -> str:
    """Both sets are the same functions."""
    if request.param == "general":
        return "/api/conversations"
    return f"/api/repos/{repository_id}/chat/conversations"


@pytest.fixture
def conversation_id(alice: Caller, repository_id: str, play: Play) -> str:
    play(
        ScriptedAgent(
            ToolStarted("c1", "get_context", {"path": "bees.py"}),
            ToolFinished("c1", "get_context", "2 lines", "…", Artifact("a1", "file", {"n": 1})),
            TextDelta("They buzz."),
        )
    )
    done = alice.ask(repository_id, "What do bees do?")[-1]
    return str(done["conversation_id"])


def _titles(caller: Caller, path: str) -> list[str]:
    return [one["title"] for one in caller.get(path).json["conversations"]]


def test_a_conversation_is_read_with_its_messages(
    alice: Caller, base: str, conversation_id: str
) -> None:
    whole = alice.get(f"{base}/{conversation_id}").json
    assert whole["conversation"]["title"] == "What do bees do?"
    question, answer = whole["messages"]
    assert (question["role"], question["text"]) == ("user", "What do bees do?")
    assert [part["type"] for part in answer["parts"]] == ["tool_call", "tool_result", "text"]
    assert answer["parts"][0]["arguments"] == {"path": "bees.py"}
    assert answer["artifacts"] == [{"id": "a1", "type": "file", "data": {"n": 1}}]
    assert answer["provider"] == "scripted"


def test_a_list_can_be_searched_in_titles_and_texts(
    alice: Caller, base: str, conversation_id: str
) -> None:
    assert conversation_id
    assert _titles(alice, base) == ["What do bees do?"]
    assert _titles(alice, f"{base}?q=they+buzz") == ["What do bees do?"]
    assert _titles(alice, f"{base}?q=wasps") == []


def test_a_list_comes_in_pages(alice: Caller, base: str, repository_id: str) -> None:
    for number in range(3):
        alice.ask(repository_id, f"Question {number}")
    first = alice.get(f"{base}?limit=2").json
    rest = alice.get(base, query_string={"limit": 2, "cursor": first["next_cursor"]}).json
    assert [len(first["conversations"]), len(rest["conversations"])] == [2, 1]
    assert rest["next_cursor"] is None
    assert alice.get(f"{base}?cursor=junk").status_code == 400
    assert alice.get(f"{base}?limit=many").status_code == 400


def test_a_conversation_is_renamed_pinned_and_archived(
    alice: Caller, base: str, conversation_id: str
) -> None:
    path = f"{base}/{conversation_id}"
    changed = alice.patch(path, {"title": "  Bees ", "pinned": True}).json
    assert (changed["title"], changed["pinned"]) == ("Bees", True)
    assert alice.patch(path, {"archived": True}).json["archived"] is True
    assert _titles(alice, base) == []
    assert _titles(alice, f"{base}?archived=true") == ["Bees"]
    assert alice.patch(path, {"title": " "}).status_code == 400
    assert alice.patch(path, {}).status_code == 422
    assert alice.patch(path, {"owner": "bob"}).status_code == 422


def test_a_deleted_conversation_can_be_restored(
    alice: Caller, base: str, conversation_id: str
) -> None:
    path = f"{base}/{conversation_id}"
    assert alice.delete(path).status_code == 204
    assert alice.get(path).status_code == 404
    assert alice.delete(path).status_code == 404
    assert _titles(alice, f"{base}?deleted=true") == ["What do bees do?"]
    assert alice.post(f"{path}/restore").json["deleted_at"] is None
    assert alice.get(path).status_code == 200
    assert alice.post(f"{path}/restore").status_code == 404


def test_a_fork_copies_up_to_a_message(alice: Caller, base: str, conversation_id: str) -> None:
    path = f"{base}/{conversation_id}"
    question, answer = alice.get(path).json["messages"]
    through = alice.post(f"{path}/fork", {"through_message_id": answer["id"]})
    before = alice.post(f"{path}/fork", {"before_message_id": answer["id"]})
    assert (through.status_code, before.status_code) == (201, 201)
    assert through.json["forked_from"] == answer["id"]
    copies = alice.get(f"{base}/{through.json['id']}").json["messages"]
    assert [one["text"] for one in copies] == [question["text"], answer["text"]]
    assert copies[1]["artifacts"] == answer["artifacts"]
    assert len(alice.get(f"{base}/{before.json['id']}").json["messages"]) == 1
    both = {"through_message_id": answer["id"], "before_message_id": answer["id"]}
    assert alice.post(f"{path}/fork", both).status_code == 400
    assert alice.post(f"{path}/fork", {}).status_code == 400


def test_an_export_can_be_imported(alice: Caller, base: str, conversation_id: str) -> None:
    exported = alice.get(f"{base}/{conversation_id}/export")
    assert exported.headers["Content-Disposition"].startswith("attachment")
    imported = alice.call("POST", base, data=exported.get_data(), content_type="application/json")
    assert imported.status_code == 201
    copy = alice.get(f"{base}/{imported.json['id']}").json["messages"]
    assert [one["text"] for one in copy] == ["What do bees do?", "They buzz."]
    text = alice.get(f"{base}/{conversation_id}/export?format=markdown")
    assert text.mimetype == "text/markdown"
    assert "They buzz." in text.get_data(as_text=True)
    assert alice.get(f"{base}/{conversation_id}/export?format=pdf").status_code == 400
    broken = alice.call("POST", base, data=b"{}", content_type="application/json")
    assert broken.status_code == 400


def test_a_shared_link_ends_when_it_is_revoked(
    alice: Caller, base: str, conversation_id: str
) -> None:
    path = f"{base}/{conversation_id}/share"
    shared = alice.post(path)
    assert shared.status_code == 201
    assert shared.json["path"].endswith(shared.json["token"])
    assert alice.delete(path).status_code == 204


def test_an_artifact_is_read_and_pinned(alice: Caller, base: str, conversation_id: str) -> None:
    path = f"{base}/{conversation_id}/artifacts/a1"
    assert alice.get(path).json["data"] == {"n": 1}
    assert alice.patch(path, {"pinned": True}).status_code == 204
    assert alice.patch(path, {}).status_code == 422
    assert alice.get(f"{base}/{conversation_id}/artifacts/a2").status_code == 404


def test_below_a_repository_other_conversations_are_unknown(
    alice: Caller, owner: Caller, conversation_id: str, repository_id: str
) -> None:
    elsewhere = f"/api/repos/{'f' * 32}/chat/conversations/{conversation_id}"
    assert alice.get(elsewhere).status_code == 404
    alice.delete(f"/api/conversations/{conversation_id}")
    assert alice.post(f"{elsewhere}/restore").status_code == 404
    assert alice.get(f"/api/repos/{'f' * 32}/chat/conversations").status_code == 404

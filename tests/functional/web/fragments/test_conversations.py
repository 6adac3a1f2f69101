import pytest

from tests.functional.callers import Caller
from tests.functional.web.conftest import conversation_of

HTMX = {"HX-Request": "true"}


@pytest.fixture
def conversation_id(alice: Caller, indexed_id: str) -> str:
    return conversation_of(alice, indexed_id)


def change(caller: Caller, kind: str, conversation_id: str, **form: str):
    path = f"/fragments/conversation/{kind}/{conversation_id}"
    return caller.post(path, data=form, headers=HTMX)


def listed(caller: Caller, query: str = "") -> str:
    return caller.get(f"/fragments/conversation/list?q={query}", headers=HTMX).get_data(
        as_text=True
    )


def test_a_new_title_is_shown_in_both_places(alice: Caller, conversation_id: str) -> None:
    page = change(alice, "rename", conversation_id, title="Bees at large").get_data(as_text=True)
    assert page.count("Bees at large") >= 2
    assert change(alice, "rename", conversation_id, title="  ").status_code == 400


def test_a_pinned_conversation_comes_first(alice: Caller, conversation_id: str) -> None:
    change(alice, "pin", conversation_id, pinned="1")
    assert "Pinned" in listed(alice)
    page = change(alice, "pin", conversation_id, pinned="").get_data(as_text=True)
    assert 'aria-pressed="false"' in page
    assert "Pinned" not in listed(alice)


def test_a_deleted_conversation_can_be_brought_back(
    alice: Caller, conversation_id: str, indexed_id: str
) -> None:
    assert change(alice, "delete", conversation_id).headers["HX-Redirect"] == (
        f"/repos/{indexed_id}/chat"
    )
    page = alice.get(f"/repos/{indexed_id}/chat").get_data(as_text=True)
    assert f'action="/fragments/conversation/restore/{conversation_id}"' in page
    assert "Undo" in page
    assert "What do bees do?" not in listed(alice)
    assert "What do bees do?" in alice.get("/conversations?show=deleted").get_data(as_text=True)
    change(alice, "restore", conversation_id)
    assert "What do bees do?" in listed(alice)


def test_an_archived_conversation_leaves_the_list(alice: Caller, conversation_id: str) -> None:
    change(alice, "archive", conversation_id)
    assert "What do bees do?" not in listed(alice)
    assert "What do bees do?" in alice.get("/conversations?show=archived").get_data(as_text=True)
    change(alice, "unarchive", conversation_id)
    assert "What do bees do?" in listed(alice)


def test_the_list_is_searched_while_typing(alice: Caller, conversation_id: str) -> None:
    assert "What do bees do?" in listed(alice, "bees")
    assert "No conversation matches." in listed(alice, "elephants")


@pytest.mark.requirement("U01")
@pytest.mark.parametrize(
    "kind", ["rename", "pin", "archive", "unarchive", "delete", "restore", "share", "unshare"]
)
def test_nobody_else_can_change_it(bob: Caller, conversation_id: str, kind: str) -> None:
    assert change(bob, kind, conversation_id, title="Mine").status_code == 404


def test_without_the_token_nothing_is_changed(alice: Caller, conversation_id: str) -> None:
    path = f"/fragments/conversation/delete/{conversation_id}"
    response = alice.client.post(path, headers=HTMX)
    assert response.status_code == 403
    assert "What do bees do?" in listed(alice)

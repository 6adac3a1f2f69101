from pathlib import Path

import pytest

from tests.functional.callers import Caller


def test_without_a_repository_the_start_page_is_the_list(owner: Caller) -> None:
    assert owner.get("/").location == "/repos"
    assert "No repository yet" in owner.get("/repos").get_data(as_text=True)


def test_the_start_page_leads_to_the_first_repository(owner: Caller, repository_id: str) -> None:
    assert owner.get("/").location == f"/repos/{repository_id}/chat"


def test_adding_shows_the_card_with_live_progress(owner: Caller, repository_id: str) -> None:
    page = owner.get("/repos").get_data(as_text=True)
    assert "garden" in page
    assert f'hx-get="/fragments/repository/progress/{repository_id}"' in page
    assert "Waiting for a worker" in page


def test_a_wrong_path_is_explained_and_kept(owner: Caller, tmp_path: Path) -> None:
    missing = str(tmp_path / "nowhere")
    response = owner.post("/repos", data={"source": missing, "branch": "x"})
    page = response.get_data(as_text=True)
    assert response.status_code == 400
    assert 'role="alert"' in page
    assert f'value="{missing}"' in page


def test_members_see_no_form_and_may_not_use_it(alice: Caller, tmp_path: Path) -> None:
    assert "Add and index" not in alice.get("/repos").get_data(as_text=True)
    assert alice.post("/repos", data={"source": str(tmp_path)}).status_code == 403


def test_a_repository_has_a_page_with_what_is_left_out(owner: Caller, repository_id: str) -> None:
    page = owner.get(f"/repos/{repository_id}").get_data(as_text=True)
    assert "Files the index leaves out" in page
    assert "Sync now" in page


def test_sync_and_remove_say_what_happened(owner: Caller, repository_id: str) -> None:
    owner.post(f"/repos/{repository_id}/sync")
    assert "Looking for new commits." in owner.get("/repos").get_data(as_text=True)
    owner.post(f"/repos/{repository_id}/remove")
    page = owner.get("/repos").get_data(as_text=True)
    assert "Its conversations stay." in page
    assert "No repository yet" in page


@pytest.mark.requirement("U01")
def test_an_unknown_repository_is_a_page_that_says_so(owner: Caller) -> None:
    response = owner.get("/repos/00000000000000000000000000000000")
    assert response.status_code == 404
    assert "Nothing here" in response.get_data(as_text=True)

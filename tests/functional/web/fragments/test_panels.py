import json

import pytest

from chatapp.infra.handle import Infra
from tests.functional.callers import Caller
from tests.functional.web.conftest import HITS, conversation_of
from tests.unit.conversation.fakes import ScriptedAgent

HTMX = {"HX-Request": "true"}


def text(caller: Caller, path: str) -> str:
    response = caller.get(path, headers=HTMX)
    assert response.status_code == 200
    return response.get_data(as_text=True)


def test_a_tab_opens_its_artifact(
    alice: Caller, bob: Caller, indexed_id: str, talkative: ScriptedAgent
) -> None:
    conversation_id = conversation_of(alice, indexed_id)
    panel = text(alice, f"/fragments/artifact/panel/{conversation_id}/a1")
    assert 'aria-selected="true"' in panel
    assert "<mark>" in panel
    assert f"/repos/{indexed_id}/blob/{'c' * 40}/bees.py#L1-L2" in panel
    saved = alice.get(f"/fragments/artifact/file/{conversation_id}/a1")
    assert json.loads(saved.data) == HITS
    for kind in ("panel", "file"):
        path = f"/fragments/artifact/{kind}/{conversation_id}/a1"
        assert bob.get(path, headers=HTMX).status_code == 404


@pytest.mark.requirement("E03")
def test_a_peek_shows_the_lines_and_their_place(owner: Caller, indexed_id: str) -> None:
    peek = text(owner, f"/fragments/code/peek/{indexed_id}/bees.py?at=L2")
    assert 'class="hot"' in peek
    assert "bees.py" in peek
    assert "garden@" in peek
    bad = owner.get(f"/fragments/code/peek/{indexed_id}/bees.py?at=x", headers=HTMX)
    assert bad.status_code == 404


def test_progress_asks_again_until_the_index_is_ready(
    owner: Caller, infra: Infra, repository_id: str
) -> None:
    from chatapp.codebase.index.build import build_index  # noqa: PLC0415

    path = f"/fragments/repository/progress/{repository_id}"
    assert "every 1s" in text(owner, path)
    build_index(infra, repository_id)
    ready = text(owner, path)
    assert "every" not in ready
    assert "1 file" in ready


def test_a_key_given_in_the_picker_makes_its_provider_ready(
    owner: Caller, alice: Caller, indexed_id: str
) -> None:
    form = {"model": "openai|gpt-x", "api_key": "sk-0123456789abcdef", "repository_id": indexed_id}
    page = owner.post("/fragments/provider/key", data=form, headers=HTMX).get_data(as_text=True)
    assert 'class="dot ok"' in page
    assert "sk-0123456789abcdef" not in page
    assert alice.post("/fragments/provider/key", data=form, headers=HTMX).status_code == 403

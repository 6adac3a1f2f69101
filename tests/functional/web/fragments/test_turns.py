from gevent.event import Event

from chatapp.domain.stream import TextDelta
from chatapp.infra.handle import Infra
from tests.functional.callers import Caller
from tests.functional.conftest import Play
from tests.functional.web.conftest import answer_id, read_to_end
from tests.unit.conversation.fakes import ScriptedAgent, wait_until_told

HTMX = {"HX-Request": "true"}


def test_a_stopped_answer_keeps_its_words(
    alice: Caller, infra: Infra, indexed_id: str, play: Play
) -> None:
    play(ScriptedAgent(TextDelta("Kept."), Event(), TextDelta("Never.")))
    form = {"message": "Talk"}
    page = alice.post(f"/fragments/chat/ask/{indexed_id}", data=form, headers=HTMX).get_data(
        as_text=True
    )
    turn_id = answer_id(page)
    wait_until_told(infra, turn_id, 2)
    assert alice.post(f"/turns/{turn_id}/stop", headers=HTMX).status_code == 204
    end = read_to_end(alice, page)
    assert "Kept." in end
    assert "Stopped" in end
    assert "Never." not in end


def test_without_scripts_stopping_leads_back(alice: Caller, indexed_id: str) -> None:
    form = {"message": "Talk"}
    page = alice.post(f"/fragments/chat/ask/{indexed_id}", data=form, headers=HTMX).get_data(
        as_text=True
    )
    read_to_end(alice, page)
    response = alice.post(f"/turns/{answer_id(page)}/stop", headers={"Referer": "/repos"})
    assert response.location == "/repos"

import pytest

from tests.functional.callers import Caller

PATH = "/fragments/conversation/list"


@pytest.mark.requirement("W03")
def test_a_fragment_varies_with_who_asks(alice: Caller, indexed_id: str) -> None:
    assert "HX-Request" in alice.get(PATH).headers["Vary"]


@pytest.mark.requirement("W03")
def test_a_restored_history_entry_gets_a_whole_page(alice: Caller, indexed_id: str) -> None:
    headers = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    sent = alice.post(
        f"/fragments/chat/ask/{indexed_id}", data={"message": "Hello?"}, headers=headers
    )
    assert sent.status_code == 303

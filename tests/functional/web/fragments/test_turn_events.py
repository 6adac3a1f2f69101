"""The HTML projection of a turn: what each event becomes, and what a reader who returns gets."""

import re

import pytest
from flask import Flask

from chatapp.access import reads
from chatapp.access.streams import JournalEntry
from chatapp.domain.errors import ProviderBusy
from chatapp.domain.events import Artifact, Suggestions, ToolFinished, ToolStarted
from chatapp.domain.stream import Notice, ReasoningDelta, TextDelta
from chatapp.infra.handle import Infra
from chatapp.web.citing import book_for
from chatapp.web.fragments.turn_events import HtmlTurn
from chatapp.web.views.artifact import Shelf
from tests.functional.callers import Caller
from tests.functional.conftest import Play
from tests.functional.web.conftest import HITS, answer_id, read_to_end
from tests.unit.conversation.fakes import ScriptedAgent

HTMX = {"HX-Request": "true"}


def asked(caller: Caller, repository_id: str) -> str:
    """The fragment that answers the form."""
    form = {"message": "What do bees do?"}
    path = f"/fragments/chat/ask/{repository_id}"
    return caller.post(path, data=form, headers=HTMX).get_data(as_text=True)


def messages(stream: str) -> list[tuple[str, str]]:
    """(id, data) of every message of a stream; comments and `retry` are passed over."""
    found = []
    for block in stream.split("\n\n"):
        fields = [line.partition(": ") for line in block.split("\n") if not line.startswith(":")]
        data = "\n".join(value for name, _, value in fields if name == "data")
        number = next((value for name, _, value in fields if name == "id"), "")
        event = next((value for name, _, value in fields if name == "event"), "")
        if data or event:
            found.append((number, event or data))
    return found


def test_every_event_is_a_piece_with_its_number(alice: Caller, indexed_id: str, play: Play) -> None:
    play(
        ScriptedAgent(
            ToolStarted("c1", "search_codebase", {"query": "buzz"}),
            ToolFinished(
                "c1", "search_codebase", "1 place", "…", Artifact("a1", "search_results", HITS)
            ),
            TextDelta("One.\n\nTwo (bees.py:1)\n"),
            Suggestions(("And wasps?",)),
        )
    )
    page = asked(alice, indexed_id)
    turn_id = answer_id(page)
    told = messages(read_to_end(alice, page))
    numbers = [number for number, _data in told if number]
    assert numbers == sorted(numbers, key=lambda text: int(text.rpartition(".")[2]))
    assert all(number.startswith(f"{turn_id}.") for number in numbers)
    whole = "".join(data for _number, data in told)
    assert f'hx-target="#chat-body-{turn_id}" hx-swap="innerMorph"' in told[0][1]
    assert f'hx-target="#chat-tool-{turn_id}-0" hx-swap="outerMorph"' in whole
    assert 'hx-target="#artifact-panel" hx-swap="outerHTML"' in whole
    assert (
        f'hx-target="#chat-open-{turn_id}" hx-swap="beforebegin"><div class="md"><p>One.' in whole
    )
    assert told[-1] == ("", "done")
    end = told[-2][1]
    assert f'hx-target="#chat-message-{turn_id}" hx-swap="outerMorph"' in end
    assert 'aria-busy="false"' in end
    assert 'data-ask="And wasps?"' in end
    assert "data-connector" not in end


@pytest.mark.requirement("S10")
@pytest.mark.requirement("S08")
def test_who_comes_back_gets_one_snapshot_that_replaces(
    alice: Caller, indexed_id: str, play: Play
) -> None:
    play(ScriptedAgent(*(TextDelta(f"Paragraph {number}.\n\n") for number in range(5))))
    page = asked(alice, indexed_id)
    turn_id = answer_id(page)
    first = messages(read_to_end(alice, page))
    middle = next(number for number, data in first if "Paragraph 2." in data)
    headers = {**HTMX, "Last-Event-ID": middle}
    again = alice.get(f"/turns/{turn_id}/events", headers=headers).get_data(as_text=True)
    back = messages(again)
    assert back[-1] == ("", "done")
    assert f'hx-target="#chat-message-{turn_id}"' in back[-2][1]
    assert all(f"Paragraph {number}." in back[-2][1] for number in range(5))


def test_a_log_that_begins_again_is_drawn_after_the_request_has_ended(
    app: Flask, infra: Infra, alice: Caller, indexed_id: str, play: Play
) -> None:
    """The worker died; its reader gets what Redis kept of the turn from another worker."""
    play(ScriptedAgent(TextDelta("Lost.")))
    page = asked(alice, indexed_id)
    read_to_end(alice, page)
    turn_id = answer_id(page)
    who = alice.principal
    answer = reads.message(who, infra, turn_id)
    shelf = Shelf(answer.conversation_id, indexed_id, turn_id)
    cookie = alice.client.get_cookie("chatapp_session")
    assert cookie is not None
    with app.test_request_context(headers={"Cookie": f"{cookie.key}={cookie.value}"}):
        encoder = HtmlTurn((who, infra), answer, shelf, lambda stored: book_for(indexed_id, stored))
    encoder.entry(JournalEntry(turn_id, 1, TextDelta("Before.\n\n")))
    again = JournalEntry(turn_id, 1, TextDelta("Kept.\n\n"), is_snapshot=True)
    drawn = encoder.entry(again).decode()
    assert "Kept." in drawn
    assert "Before." not in drawn


def test_reasoning_is_folded_away_and_grows(alice: Caller, indexed_id: str, play: Play) -> None:
    play(ScriptedAgent(ReasoningDelta("First <b>"), ReasoningDelta("then"), TextDelta("Answer.")))
    page = asked(alice, indexed_id)
    whole = read_to_end(alice, page)
    assert re.search(r"First &lt;b&gt;(then|.*beforeend.*>then</hx-partial>)", whole, re.DOTALL)
    assert "<b>" not in whole.replace("<b>Reasoning</b>", "")


def test_a_notice_is_shown_where_it_came(alice: Caller, indexed_id: str, play: Play) -> None:
    play(ScriptedAgent(Notice("context_trimmed", "Two messages were left out."), TextDelta("Hi")))
    assert "Two messages were left out." in read_to_end(alice, asked(alice, indexed_id))


@pytest.mark.requirement("W05")
def test_a_failure_ends_with_its_reason(alice: Caller, indexed_id: str, play: Play) -> None:
    play(ScriptedAgent(TextDelta("Half"), ProviderBusy("Busy. Try later.")))
    told = messages(read_to_end(alice, asked(alice, indexed_id)))
    assert "Busy. Try later." in told[-2][1]
    assert "Half" in told[-2][1]


@pytest.mark.requirement("S02")
def test_an_answer_cannot_forge_a_message(alice: Caller, indexed_id: str, play: Play) -> None:
    evil = "a\r\rdata: x\n\nevent: done\n\n<hx-partial hx-target='#side'>y</hx-partial>"
    play(ScriptedAgent(TextDelta(evil)))
    stream = read_to_end(alice, asked(alice, indexed_id))
    assert len(re.findall(r"^event: ", stream, re.MULTILINE)) == 1
    assert "<hx-partial hx-target='#side'>" not in stream


@pytest.mark.requirement("S14")
def test_an_unknown_turn_is_closed_at_once(alice: Caller) -> None:
    response = alice.get(f"/turns/{'0' * 32}/events", headers=HTMX)
    assert response.mimetype == "text/event-stream"
    assert messages(response.get_data(as_text=True)) == [("", "done")]


@pytest.mark.requirement("S14")
def test_a_reader_without_a_session_is_sent_to_sign_in(alice: Caller, indexed_id: str) -> None:
    page = asked(alice, indexed_id)
    alice.client.delete_cookie("chatapp_session")
    response = alice.client.get(f"/turns/{answer_id(page)}/events", headers=HTMX)
    assert response.status_code == 403
    assert response.headers["HX-Redirect"] == "/login"


@pytest.mark.requirement("U01")
def test_nobody_else_reads_or_stops_a_turn(alice: Caller, bob: Caller, indexed_id: str) -> None:
    page = asked(alice, indexed_id)
    turn_id = answer_id(page)
    stranger = bob.get(f"/turns/{turn_id}/events", headers=HTMX).get_data(as_text=True)
    assert messages(stranger) == [("", "done")]
    assert bob.post(f"/turns/{turn_id}/stop", headers=HTMX).status_code == 404
    read_to_end(alice, page)

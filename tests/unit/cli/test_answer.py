import pytest

from chatapp.access.streams import Heartbeat, JournalEntry
from chatapp.cli.answer import Printer
from chatapp.domain.events import (
    Completed,
    Failed,
    Suggestions,
    ToolFinished,
    ToolStarted,
    Truncated,
    TurnEvent,
)
from chatapp.domain.stream import TextDelta


def _shown(*events: TurnEvent) -> Printer:
    printer = Printer()
    for number, event in enumerate(events, start=1):
        printer.show(JournalEntry("t1", number, event))
    return printer


def test_answer_alone_is_on_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    printer = _shown(
        ToolStarted("c1", "search_codebase", {"query": "lock"}),
        ToolFinished("c1", "search_codebase", "3 places", ""),
        TextDelta("It is "),
        TextDelta("locked.\n"),
        Suggestions(("Why?",)),
        Completed("v1", "m1"),
    )
    said = capsys.readouterr()
    assert said.out == "It is locked.\n"
    assert said.err.splitlines() == [
        "· search_codebase(query=lock)",
        "  3 places",
        "You could ask next:",
        "  Why?",
    ]
    assert printer.exit_code == 0


def test_failure_is_told_and_ends_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    printer = _shown(TextDelta("half"), Failed("provider_busy", "Too busy. Try again."))
    assert printer.exit_code == 1
    said = capsys.readouterr()
    assert said.out == "half\n"
    assert said.err == "Too busy. Try again.\n"


def test_cut_off_answer_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    _shown(Truncated(10))
    assert "10 rounds" in capsys.readouterr().err


def test_heartbeat_is_silent(capsys: pytest.CaptureFixture[str]) -> None:
    Printer().show(Heartbeat())
    assert capsys.readouterr() == ("", "")

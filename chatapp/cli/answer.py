"""Printing a turn: the answer's text on standard output, everything around it on standard error.

So ``chatapp ask … > answer.md`` keeps the answer alone, and a terminal shows what is going on.
"""

import sys
from textwrap import shorten
from typing import Final

import click

from chatapp.access.streams import Heartbeat, JournalEntry
from chatapp.domain.events import (
    Cancelled,
    Failed,
    Suggestions,
    ToolFinished,
    ToolStarted,
    Truncated,
    TurnEvent,
)
from chatapp.domain.stream import Notice, TextDelta

GIVEN_CHARS: Final = 100


class Printer:
    """Shows events as they come and knows with which code to end."""

    def __init__(self) -> None:
        self.exit_code = 0
        self._is_mid_line = False

    def show(self, entry: JournalEntry | Heartbeat) -> None:
        """Print what one entry of the stream tells a person."""
        if isinstance(entry, JournalEntry):
            self._show(entry.event)

    def _show(self, event: TurnEvent) -> None:
        match event:
            case TextDelta(text):
                self._write(text)
            case ToolStarted(name=name, arguments=arguments):
                given = ", ".join(f"{key}={value}" for key, value in arguments.items())
                self._aside(f"· {name}({shorten(given, GIVEN_CHARS, placeholder=' …')})")
            case ToolFinished(summary=summary):
                self._aside(f"  {summary}")
            case Notice(detail=text) | Cancelled(reason=text):
                self._aside(text)
            case Truncated(loops):
                self._aside(f"Stopped after {loops} rounds of tools; the answer may be incomplete.")
            case Failed(message=message):
                self._aside(message, is_error=True)
                self.exit_code = 1
            case Suggestions(questions):
                self._aside(
                    "\n".join(("You could ask next:", *(f"  {text}" for text in questions)))
                )
            case _:
                return

    def _write(self, text: str) -> None:
        click.echo(text, nl=False)
        sys.stdout.flush()
        self._is_mid_line = not text.endswith("\n")

    def _aside(self, text: str, *, is_error: bool = False) -> None:
        if self._is_mid_line:
            click.echo()
            self._is_mid_line = False
        click.secho(text, err=True, dim=not is_error, fg="red" if is_error else None)

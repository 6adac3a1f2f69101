"""The HTML projection of a turn: the same numbered events as the API, each as markup for htmx.

Closed blocks are put in once, the open one is morphed, the end replaces everything with the full
render. Whoever comes back is read the turn from its beginning, silently up to what they have, and
gets one snapshot that replaces: correct whatever was merged on the way (S08, S10).
"""

from collections.abc import Callable

from flask import copy_current_request_context, render_template
from markupsafe import Markup, escape

from chatapp.access import reads
from chatapp.access.streams import JournalEntry
from chatapp.domain.conversations import ConversationView, MessageView
from chatapp.domain.events import (
    Suggestions,
    ToolFinished,
    ToolStarted,
    TurnEvent,
    is_terminal,
)
from chatapp.domain.identity import Principal
from chatapp.domain.stream import Notice, ReasoningDelta, TextDelta
from chatapp.infra.handle import Infra
from chatapp.web.fragments.live_turn import LiveTurn
from chatapp.web.i18n import gettext as _
from chatapp.web.markdown.citations import CitationBook
from chatapp.web.markdown.render import Renderer
from chatapp.web.markdown.stream import Growth
from chatapp.web.sse.frames import html_frame
from chatapp.web.views.artifact import Shelf, panel
from chatapp.web.views.message import Turn, labels, turn
from chatapp.web.views.shell import Where, conversation_item

DONE = html_frame("", event="done")
"""What closes the connector; also the whole answer to a turn that nobody knows (S14)."""

BookFor = Callable[[MessageView | None], CitationBook]
"""The citations of a stored answer, or of the one that is being written."""


class HtmlTurn:
    """The encoder of one reader."""

    def __init__(
        self, reader: tuple[Principal, Infra], answer: MessageView, shelf: Shelf, book_for: BookFor
    ) -> None:
        self._reader = reader
        self._shelf = shelf
        self._book_for = book_for
        self._turn_id = answer.message_id
        self._after = 0
        self._is_synced = False
        self._suggestions: tuple[str, ...] = ()
        self._live = self._fresh()
        self._begin_again = copy_current_request_context(self._fresh)
        self._in_request = copy_current_request_context(self._markup)

    def after(self, position: int) -> "HtmlTurn":
        """Stay silent up to the event of this number: the reader has it."""
        self._after = position
        return self

    def entry(self, entry: JournalEntry) -> bytes:
        """The frames of one event, with its id."""
        if entry.is_snapshot:
            self._live = self._begin_again()
            self._is_synced = False
        event = entry.event
        if type(event) is TextDelta:
            markup = self._text(self._live.add_text(event.text))
        else:
            markup = self._in_request(event)
        if is_terminal(event):
            return html_frame(markup, entry.id) + DONE
        if entry.seq <= self._after:
            return b""
        if not self._is_synced:
            self._is_synced = True
            markup = self._in_request(None)
        return html_frame(markup, entry.id) if markup else b""

    def unnumbered(self, event: TurnEvent) -> bytes:
        """The stream broke, not the turn: say so; the connector comes back by itself."""
        del event
        note = escape(_("The connection to this answer was lost. Trying again …"))
        return html_frame(partial("#status", "innerHTML", note))

    def reconnect(self) -> bytes:
        """Nothing to show: the end of the stream makes the connector come back."""
        return b""

    def _fresh(self) -> LiveTurn:
        return LiveTurn(self._turn_id, Renderer(self._book_for(None), labels()))

    def _markup(self, event: TurnEvent | None) -> str:
        match event:
            case None:
                return self._snapshot()
            case ToolStarted():
                return self._tool_started(event)
            case ToolFinished():
                return self._tool_finished(event)
            case ReasoningDelta(text):
                return self._thought(text)
        return self._rest(event)

    def _rest(self, event: TurnEvent) -> str:
        if isinstance(event, Notice):
            return self._text(self._live.flush()) + self._notice(event)
        if isinstance(event, Suggestions):
            self._suggestions = event.suggestions
        return self._end() if is_terminal(event) else ""

    def _text(self, growth: Growth) -> str:
        target = f"#chat-open-{self._turn_id}"
        closed = "".join(f'<div class="md">{block}</div>' for block in growth.closed)
        before = partial(target, "beforebegin", Markup(closed)) if closed else ""  # noqa: S704
        if growth.open is None:
            return before
        return before + partial(target, "innerMorph", growth.open)

    def _tool_started(self, event: ToolStarted) -> str:
        text = self._text(self._live.close_text())
        card = render_template("chat/_tool.html", tool=self._live.start_tool(event))
        status = escape(_("Using %(tool)s", tool=event.name))
        return text + self._insert(card) + partial("#status", "innerHTML", status)

    def _tool_finished(self, event: ToolFinished) -> str:
        card = self._live.finish_tool(event)
        if card is None:
            return ""
        drawn = Markup(render_template("chat/_tool.html", tool=card))  # noqa: S704 - a template
        return partial(f"#chat-tool-{card.dom_id}", "outerMorph", drawn) + self._panel(event)

    def _panel(self, event: ToolFinished) -> str:
        if event.artifact is None:
            return ""
        shown = panel(self._live.artifacts, self._shelf)
        drawn = Markup(render_template("artifact/_panel.html", panel=shown))  # noqa: S704
        button = Markup(render_template("artifact/_button.html", panel=shown))  # noqa: S704
        return partial("#artifact-panel", "outerHTML", drawn) + partial(
            "#panel-button", "outerHTML", button
        )

    def _thought(self, text: str) -> str:
        before = self._text(self._live.close_text())
        thought, is_new = self._live.add_thought(text)
        if is_new:
            return before + self._insert(render_template("chat/_thinking.html", thinking=thought))
        return before + partial(f"#chat-thought-{thought.dom_id}", "beforeend", escape(text))

    def _notice(self, event: Notice) -> str:
        return self._insert(render_template("chat/_note.html", text=event.detail))

    def _insert(self, drawn: str) -> str:
        return partial(f"#chat-open-{self._turn_id}", "beforebegin", Markup(drawn))  # noqa: S704

    def _snapshot(self) -> str:
        live = self._live
        shown = Turn(
            self._turn_id,
            is_user=False,
            is_live=True,
            segments=tuple(live.segments),
            open_html=live.open_html,
            waiting=_("Thinking"),
        )
        drawn = Markup(render_template("chat/_segments.html", turn=shown))  # noqa: S704
        return partial(f"#chat-body-{self._turn_id}", "innerMorph", drawn)

    def _end(self) -> str:
        told = self._conversation()
        answer = self._answer()
        return render_template(
            "chat/_end.html",
            turn=turn(answer, self._book_for(answer)),
            suggestions=self._suggestions,
            item=conversation_item(told, Where(conversation_id=told.conversation_id)),
        )

    def _answer(self) -> MessageView:
        return reads.message(*self._reader, self._turn_id)

    def _conversation(self) -> ConversationView:
        return reads.conversation(*self._reader, self._shelf.conversation_id)


def partial(target: str, swap: str, content: Markup) -> str:
    """One piece for htmx to put at its place."""
    return f'<hx-partial hx-target="{target}" hx-swap="{swap}">{content}</hx-partial>'

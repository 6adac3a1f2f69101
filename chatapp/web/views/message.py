"""Turns of a conversation as the log shows them: questions, and answers in the order they grew."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from flask import url_for
from markupsafe import Markup

from chatapp.domain.conversations import MessageView
from chatapp.domain.messages import (
    Part,
    ReasoningPart,
    Role,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from chatapp.domain.turns import MessageState
from chatapp.web.i18n import gettext as _
from chatapp.web.markdown.citations import CitationBook, Numbered
from chatapp.web.markdown.highlight import visible
from chatapp.web.markdown.render import Labels, Renderer
from chatapp.web.markdown.split import whole_blocks
from chatapp.web.views import tools
from chatapp.web.views.tools import Outcome, ToolCard

_INLINE_CODE: Final = re.compile(r"`([^`\n]+)`")
_LIVE: Final = frozenset({MessageState.STREAMING, MessageState.PROCESSING})
_FAILED: Final = frozenset({MessageState.FAILED, MessageState.STALE})


@dataclass(frozen=True, slots=True)
class Thought:
    """Exposed reasoning, folded away."""

    dom_id: str
    text: str


@dataclass(frozen=True, slots=True)
class Segment:
    """One piece of an answer: a tool card, a thought, or prose."""

    html: Markup = field(default=Markup())
    tool: ToolCard | None = None
    thinking: Thought | None = None


@dataclass(frozen=True, slots=True)
class SourceLine:
    """One line of "sources used"."""

    number: int
    url: str
    path: str
    lines: str
    symbol: str


@dataclass(frozen=True, slots=True)
class Note:
    """Something to know about an answer; `kind` is empty, warn or bad."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Turn:
    """One message; which fields matter depends on `is_user` and `is_live`."""

    message_id: str
    is_user: bool
    text: str = ""
    html: Markup = field(default=Markup())
    edit_url: str = ""
    is_live: bool = False
    after: int = 0
    waiting: str = ""
    open_html: Markup = field(default=Markup())
    segments: tuple[Segment, ...] = ()
    sources: tuple[SourceLine, ...] = ()
    notes: tuple[Note, ...] = ()
    error: str = ""
    model: str = ""
    took: str = ""
    is_stopped: bool = False
    retry_url: str = ""
    regenerate_url: str = ""
    fork_url: str = ""


def labels() -> Labels:
    """The words inside rendered Markdown, in the reader's language."""
    return Labels(copy=_("Copy code"), diagram=_("Diagram"), source=_("Source"))


def turn(message: MessageView, book: CitationBook, *, is_shared: bool = False) -> Turn:
    """A stored message as the log shows it; on a shared page nothing can be done to it."""
    if message.role is Role.USER:
        return _question(message, is_shared=is_shared)
    if message.state in _LIVE:
        return Turn(message.message_id, is_user=False, is_live=True, waiting=_("Thinking"))
    return _answer(message, book, is_shared=is_shared)


def _question(message: MessageView, *, is_shared: bool) -> Turn:
    return Turn(
        message_id=message.message_id,
        is_user=True,
        text=message.text,
        html=question_html(message.text),
        edit_url="" if is_shared else message.message_id,
    )


def question_html(text: str) -> Markup:
    """A question as it was typed, with `code` set as code; no other Markdown."""
    return Markup(_INLINE_CODE.sub(r"<code>\1</code>", visible(text)))  # noqa: S704 - escaped


def _answer(message: MessageView, book: CitationBook, *, is_shared: bool) -> Turn:
    segments = tuple(_segments(message, Renderer(book, labels())))
    message_id = message.message_id
    is_failed = message.state in _FAILED
    return Turn(
        message_id=message_id,
        is_user=False,
        text=message.text,
        segments=segments,
        sources=tuple(source_line(numbered) for numbered in book.cited),
        notes=tuple(_notes(message)),
        error=(message.error_message or _("No reason was recorded.")) if is_failed else "",
        model=" · ".join(dict.fromkeys(filter(None, (message.provider, message.model)))),
        took=_took(message),
        is_stopped=message.state is MessageState.CANCELED,
        retry_url="" if is_shared else url_for("fragments.chat_retry", message_id=message_id),
        regenerate_url=(
            "" if is_shared else url_for("fragments.chat_regenerate", message_id=message_id)
        ),
        fork_url="" if is_shared else url_for("fragments.chat_fork", message_id=message_id),
    )


def _segments(message: MessageView, renderer: Renderer) -> Iterator[Segment]:
    results = {part.call_id: part for part in message.parts if isinstance(part, ToolResultPart)}
    calls = 0
    for position, part in enumerate(message.parts):
        if isinstance(part, ToolCallPart):
            dom_id = f"{message.message_id}-{calls}"
            calls += 1
            yield Segment(tool=_tool_card(dom_id, part, results.get(part.call_id)))
        else:
            yield from _prose(f"{message.message_id}-{position}", part, renderer)


def _prose(dom_id: str, part: Part, renderer: Renderer) -> Iterator[Segment]:
    if isinstance(part, TextPart) and part.text.strip():
        for block in whole_blocks(part.text):
            yield Segment(html=renderer.closed(block))
    if isinstance(part, ReasoningPart) and part.text.strip():
        yield Segment(thinking=Thought(dom_id, part.text))


def _tool_card(dom_id: str, call: ToolCallPart, result: ToolResultPart | None) -> ToolCard:
    if result is None:
        return tools.unfinished(dom_id, call.name, call.arguments)
    outcome = Outcome(
        result.summary,
        result.content,
        result.duration_ms,
        result.artifact_id or "",
        result.error_code,
    )
    return tools.finished(dom_id, call.name, call.arguments, outcome)


def source_line(numbered: Numbered) -> SourceLine:
    """A cited place in the list below an answer."""
    place = numbered.place
    return SourceLine(numbered.number, place.url, place.path, place.lines, place.symbol)


def _notes(message: MessageView) -> Iterator[Note]:
    match message.stop_reason:
        case "max_tokens":
            yield Note("warn", _("The answer was cut at the model's output limit."))
        case "max_rounds" | "loop":
            yield Note(
                "warn", _("The tool loop ended early; this is the answer from what was found.")
            )
        case _:
            return


def _took(message: MessageView) -> str:
    if message.finished_at is None:
        return ""
    seconds = (message.finished_at - message.created_at).total_seconds()
    return tools.duration(max(1, round(seconds * 1000)))

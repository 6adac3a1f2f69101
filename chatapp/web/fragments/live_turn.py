"""The state of a turn while it is read: its pieces so far, and how each event changes them.

The HTML counterpart of the runtime's transcript: built anew by every reader from the turn's first
event on, so that whoever joins late has what the others have. It draws nothing.
"""

from dataclasses import dataclass, field

from markupsafe import Markup

from chatapp.domain.events import Artifact, ToolFinished, ToolStarted
from chatapp.web.markdown.render import Renderer
from chatapp.web.markdown.stream import Growth, MarkdownStream
from chatapp.web.views import tools
from chatapp.web.views.message import Segment, Thought
from chatapp.web.views.tools import Outcome, ToolCard


@dataclass(frozen=True, slots=True)
class _Call:
    place: int
    dom_id: str
    started: ToolStarted


@dataclass(slots=True)
class LiveTurn:
    """A growing answer. `segments` are closed; `open_html` is the block still being written."""

    turn_id: str
    renderer: Renderer
    segments: list[Segment] = field(default_factory=list)
    artifacts: list[Artifact] = field(default_factory=list)
    open_html: Markup = field(default=Markup())
    _stream: MarkdownStream = field(init=False)
    _calls: dict[str, _Call] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._stream = MarkdownStream(self.renderer)

    def add_text(self, text: str) -> Growth:
        """More prose."""
        return self._grow(self._stream.feed(text))

    def close_text(self) -> Growth:
        """Something else follows: the open block is closed as it stands."""
        return self._grow(self._stream.close())

    def flush(self) -> Growth:
        """What was held back is drawn, because the text pauses."""
        return self._grow(self._stream.flush())

    def start_tool(self, event: ToolStarted) -> ToolCard:
        """A call begins."""
        dom_id = f"{self.turn_id}-{len(self._calls)}"
        card = tools.running(dom_id, event.name, event.arguments)
        self._calls[event.call_id] = _Call(len(self.segments), dom_id, event)
        self.segments.append(Segment(tool=card))
        return card

    def finish_tool(self, event: ToolFinished) -> ToolCard | None:
        """A call ended; None when its beginning was never seen."""
        call = self._calls.get(event.call_id)
        if event.artifact is not None:
            self.artifacts.append(event.artifact)
        if call is None:
            return None
        artifact_id = event.artifact.artifact_id if event.artifact else ""
        outcome = Outcome(
            event.summary, event.content, event.duration_ms, artifact_id, event.error_code
        )
        card = tools.finished(call.dom_id, event.name, call.started.arguments, outcome)
        self.segments[call.place] = Segment(tool=card)
        return card

    def add_thought(self, text: str) -> tuple[Thought, bool]:
        """More reasoning; tells whether a new thought began."""
        last = self.segments[-1].thinking if self.segments else None
        if last is None:
            thought = Thought(f"{self.turn_id}-{len(self.segments)}", text)
            self.segments.append(Segment(thinking=thought))
            return thought, True
        thought = Thought(last.dom_id, last.text + text)
        self.segments[-1] = Segment(thinking=thought)
        return thought, False

    def _grow(self, growth: Growth) -> Growth:
        self.segments += [Segment(html=block) for block in growth.closed]
        if growth.open is not None:
            self.open_html = growth.open
        return growth

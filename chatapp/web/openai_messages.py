"""From the list of messages that an OpenAI client sends every time to one question.

See docs/adr/0007: the last message is the question; what was said before begins the stored
conversation; system messages are a bounded note of the calling program's. Reads no request.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import dropwhile, groupby
from typing import Final

from chatapp.domain.errors import InvalidRequest
from chatapp.domain.json import storable_text
from chatapp.domain.messages import Message, Role, TextPart
from chatapp.web.openai_bodies import ChatMessage

MOST_NOTE_CHARS: Final = 16_000
MOST_EARLIER: Final = 200
MOST_EARLIER_CHARS: Final = 200_000

_SYSTEM: Final = frozenset({"system", "developer"})
_SPOKEN: Final = frozenset({Role.USER, Role.ASSISTANT})
_LEFT_OUT: Final = "[The client's list began earlier; its {count} oldest messages were left out.]"


@dataclass(frozen=True, slots=True)
class Told:
    """A caller's list, read: the question, what came before it, the program's own note."""

    question: str
    earlier: tuple[Message, ...]
    note: str

    @property
    def size_bytes(self) -> int:
        """All of it, UTF-8."""
        texts = (self.question, self.note, *(message.text for message in self.earlier))
        return sum(len(text.encode()) for text in texts)


def read_messages(messages: Sequence[ChatMessage]) -> Told:
    """The parts of a caller's list.

    Raises:
        InvalidRequest: it has no question at its end, something that is no text, or too long a
            system message.
    """
    texts = [(one.role, storable_text(_text(one))) for one in messages]
    if not texts or texts[-1][0] != Role.USER or not texts[-1][1].strip():
        raise InvalidRequest("The last of the messages must be the user's question, not empty.")
    note = "\n\n".join(text for role, text in texts if role in _SYSTEM and text.strip())
    if len(note) > MOST_NOTE_CHARS:
        raise InvalidRequest(
            f"The system messages have {len(note)} characters; the most is {MOST_NOTE_CHARS}."
        )
    spoken = tuple(_in_turns(texts[:-1]))
    earlier = _newest(spoken)
    if len(earlier) < len(spoken):
        left_out = _LEFT_OUT.format(count=len(spoken) - len(earlier))
        note = f"{note}\n\n{left_out}".lstrip()
    return Told(texts[-1][1], earlier, note)


def _text(message: ChatMessage) -> str:
    if message.role not in _SYSTEM | _SPOKEN:
        raise InvalidRequest(
            f"Messages of the role {message.role!r} cannot be used: tools run on this server. Send"
            " system, developer, user and assistant messages."
        )
    if message.content is None or isinstance(message.content, str):
        return message.content or ""
    strange = [part.type for part in message.content if part.type != "text"]
    if strange:
        raise InvalidRequest(f"A message has a part of the type {strange[0]!r}. Send text only.")
    return "".join(part.text for part in message.content)


def _in_turns(texts: Iterable[tuple[str, str]]) -> Iterator[Message]:
    """What was said, neighbours of one role joined, from the first user's message on."""
    spoken = ((role, text) for role, text in texts if role in _SPOKEN and text.strip())
    from_user = dropwhile(lambda one: one[0] != Role.USER, spoken)
    for role, group in groupby(from_user, lambda one: one[0]):
        yield Message(Role(role), (TextPart("\n\n".join(text for _, text in group)),))


def _newest(messages: Sequence[Message]) -> tuple[Message, ...]:
    """As many of the newest as may be kept, beginning with a user's."""
    chars, kept = 0, 0
    for message in reversed(messages[-MOST_EARLIER:]):
        chars += len(message.text)
        if chars > MOST_EARLIER_CHARS:
            break
        kept += 1
    newest = messages[len(messages) - kept :]
    return tuple(dropwhile(lambda one: one.role is not Role.USER, newest))

"""The situation a request describes: the question, the one before it, and what tools have given.

Reads OpenAI-shaped messages; the counterpart of `chatapp.runtime.prompt`, which writes them.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from chatapp.domain.messages import WireMessage
from chatapp.providers.extractive.question import Question, joined, read

PAGE_MARK: Final = "[The server has read what the page"


@dataclass(frozen=True, slots=True)
class Finding:
    """What one tool gave in this turn; `error` is set instead of `content` when it failed."""

    tool: str
    content: str
    error: str = ""


@dataclass(frozen=True, slots=True)
class Situation:
    """Where the turn stands.

    Attributes:
        page: What the server read of the open page, empty for nothing.
        findings: Results of this turn's calls, in call order.
        rounds: How many times tools were called in this turn.
    """

    question: Question
    page: str
    findings: tuple[Finding, ...]
    rounds: int


def situation(messages: Sequence[WireMessage]) -> Situation:
    """Read the conversation; the last user message is the question."""
    asked = [place for place, message in enumerate(messages) if message["role"] == "user"]
    texts = [str(messages[place].get("content") or "") for place in asked]
    since = messages[asked[-1] + 1 :] if asked else ()
    text, _, page = (texts[-1] if texts else "").partition(PAGE_MARK)
    return Situation(
        question=_question(text.strip(), texts[:-1]),
        page=page,
        findings=tuple(_finding(message) for message in since if message["role"] == "tool"),
        rounds=sum(1 for message in since if message.get("tool_calls")),
    )


def _question(text: str, earlier: Sequence[str]) -> Question:
    question = read(text)
    if not earlier or not question.points_back:
        return question
    return joined(question, _question(earlier[-1].partition(PAGE_MARK)[0].strip(), earlier[:-1]))


def _finding(message: WireMessage) -> Finding:
    tool, content = str(message.get("name") or ""), str(message.get("content") or "")
    error = _error(content)
    return Finding(tool, "" if error else content, error)


def _error(content: str) -> str:
    """The message of a failed call, which is a JSON object with ``error`` and ``error_code``."""
    if not content.startswith("{"):
        return ""
    try:
        value = json.loads(content)
    except ValueError:
        return ""
    is_error = isinstance(value, dict) and {"error", "error_code"} <= value.keys()
    return str(value["error"]) if is_error else ""

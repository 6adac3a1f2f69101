"""A client that does not give up, and sometimes hangs up: what people and services do.

It asks by POST; a lost connection is resumed by `Last-Event-ID`, a refused one is repeated with
the same request id. Whoever saw a terminal event is a complete reader, whose text is evidence.
"""

import http.client
import json
import random
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field

import gevent

TIMEOUT_S = 20
TRIES = 60
COME_BACK = (409, 429, 500, 502, 503)
GIVE_UP = 0.1
HANG_UP = 0.003
"""How likely this client is to hang up after a frame."""


@dataclass(slots=True)
class Sighting:
    """What one complete reader saw of a turn."""

    turn_id: str
    text: str
    ending: str


@dataclass(slots=True)
class Question:
    """One question under one request id, and everything that was seen of it."""

    tag: str
    request_id: str
    asked_in: str | None
    conversation_id: str | None = None
    turn_id: str | None = None
    sightings: list[Sighting] = field(default_factory=list)
    refusal: str = ""


@dataclass(slots=True)
class Progress:
    """Where one reader stands, and the text it has."""

    place: str = ""
    text: str = ""


class Gone(Exception):
    """The connection broke, or this client hung up."""


@dataclass(slots=True)
class Client:
    """One API key at one server."""

    port: int
    repository_id: str
    secret: str
    dice: random.Random

    def ask(self, question: Question) -> None:
        """See the question through to its terminal event, or leave it half-way on purpose."""
        seen = Progress()
        for _ in range(TRIES):
            try:
                self._read(question, seen)
            except Refused as refused:
                question.refusal = refused.code
                if refused.status not in COME_BACK:
                    return
                seen = Progress()
                gevent.sleep(0.3 + self.dice.random())
            except (OSError, http.client.HTTPException, Gone):
                if self.dice.random() < GIVE_UP:
                    return
                gevent.sleep(self.dice.random() * 0.5)
            else:
                return

    def _read(self, question: Question, seen: Progress) -> None:
        """Read from where this reader stands to the end."""
        place = seen.place
        frames = self._resumed(question, place) if place else self._posted(question)
        for event_id, data in frames:
            seen.text = taken(question, data, seen.text)
            seen.place = event_id or seen.place
            if data["type"] in ("done", "error"):
                sighting = Sighting(question.turn_id or "", seen.text, ending_of(data))
                question.sightings.append(sighting)
                return
            self._perhaps_hang_up()

    def _perhaps_hang_up(self) -> None:
        if self.dice.random() < HANG_UP:
            raise Gone

    def _posted(self, question: Question) -> Iterator[tuple[str, dict[str, str]]]:
        body = {
            "message": f"Please say {question.tag}",
            "conversation_id": question.asked_in,
            "request_id": question.request_id,
            "provider": "openai_compatible",
            "model": "m",
        }
        path = f"/api/repos/{self.repository_id}/chat/messages"
        return self._frames("POST", path, json.dumps(body), {})

    def _resumed(self, question: Question, place: str) -> Iterator[tuple[str, dict[str, str]]]:
        path = f"/api/turns/{question.turn_id}/events"
        return self._frames("GET", path, None, {"Last-Event-ID": place})

    def _frames(
        self, method: str, path: str, body: str | None, headers: dict[str, str]
    ) -> Iterator[tuple[str, dict[str, str]]]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT_S)
        try:
            sent = {"Authorization": f"Bearer {self.secret}", "Content-Type": "application/json"}
            connection.request(method, path, body, {**sent, **headers})
            answer = connection.getresponse()
            if answer.status != 200:
                raise Refused(answer.status, answer.read())
            yield from parsed(answer)
        finally:
            if connection.sock:
                connection.sock.shutdown(socket.SHUT_RDWR)
            connection.close()


def taken(question: Question, data: dict[str, str], text: str) -> str:
    """The text so far, after one more frame."""
    if data["type"] == "snapshot":
        return ""
    if data["type"] == "turn_start":
        question.turn_id = data["assistant_message_id"]
        question.conversation_id = data["conversation_id"]
    return text + data["text"] if data["type"] == "text_delta" else text


class Refused(Exception):
    """An answer that is not a stream."""

    def __init__(self, status: int, body: bytes) -> None:
        super().__init__(status)
        self.status = status
        try:
            self.code = json.loads(body)["code"]
        except (ValueError, KeyError, TypeError):
            self.code = f"http_{status}"


def parsed(answer: http.client.HTTPResponse) -> Iterator[tuple[str, dict[str, str]]]:
    """The frames of a stream: id and data.

    Raises:
        Gone: it ended without a terminal event, or asked to come back.
    """
    event_id, data = "", ""
    for raw in answer:
        line = raw.decode().rstrip("\r\n")
        if line.startswith("id: "):
            event_id = line[4:]
        elif line.startswith("data: "):
            data = line[6:]
        elif not line and data:
            value = json.loads(data)
            if value["type"] == "reconnect":
                raise Gone
            yield event_id, value
            event_id, data = "", ""
    raise Gone


def ending_of(data: dict[str, str]) -> str:
    """``done``, or the code of the error."""
    return "done" if data["type"] == "done" else str(data.get("code"))

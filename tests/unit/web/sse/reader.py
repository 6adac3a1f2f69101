"""A reader of event streams, written after the standard's own algorithm."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Event:
    name: str
    data: str
    id: str


def read(stream: bytes) -> list[Event]:
    """The events of a whole stream; what the last blank line does not end is dropped."""
    events: list[Event] = []
    name, data, last_id = "", "", ""
    lines = re.split(r"\r\n|\r|\n", stream.decode())
    for line in lines[:-1]:
        if not line:
            if data:
                events.append(Event(name or "message", data.removesuffix("\n"), last_id))
            name, data = "", ""
            continue
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "event":
            name = value
        elif field == "data":
            data += value + "\n"
        elif field == "id" and "\0" not in value:
            last_id = value
    return events

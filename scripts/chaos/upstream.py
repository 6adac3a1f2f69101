"""A model server that can be killed: speaks OpenAI's streamed chat wire, and notes every answer.

The question holds a tag; the answer is ``tag-w0 tag-w1 …``, so that every text can be checked.
The first chunk of every answer is noted as one line ``tag`` in a file, which survives kill -9.
Run as ``python upstream.py PORT NOTES``.
"""

import asyncio
import json
import random
import re
import sys
from pathlib import Path
from typing import Final

WORDS: Final = 40
PAUSE_S: Final = 0.03
TAG: Final = re.compile(r"\btag[0-9a-f]{8}\b")
HEAD: Final = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n"


def whole_answer(tag: str) -> str:
    """What the model says when nothing cuts it off."""
    return "".join(f"{tag}-w{number} " for number in range(WORDS))


def frame(delta: dict[str, str], finish: str | None = None) -> bytes:
    """One chunk of the wire."""
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    chunk = {"id": "c", "object": "chat.completion.chunk", "model": "m", "choices": [choice]}
    return f"data: {json.dumps(chunk)}\n\n".encode()


async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, notes: Path) -> None:
    """Serve one request."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head, re.I)
        body = await reader.readexactly(int(length.group(1))) if length else b""
        tag = TAG.findall(body.decode())[-1]
        writer.write(HEAD)
        await asyncio.sleep(random.random() * 0.3)
        with notes.open("a") as file:
            file.write(f"{tag}\n")
        for word in whole_answer(tag).split():
            writer.write(frame({"content": f"{word} "}))
            await writer.drain()
            await asyncio.sleep(PAUSE_S)
        writer.write(frame({}, "stop") + b"data: [DONE]\n\n")
        await writer.drain()
    except (ConnectionError, asyncio.IncompleteReadError, IndexError):
        pass
    finally:
        writer.close()


async def serve(port: int, notes: Path) -> None:
    """Serve until killed."""
    server = await asyncio.start_server(
        lambda reader, writer: answer(reader, writer, notes), "127.0.0.1", port
    )
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), Path(sys.argv[2])))  # noqa: TID251 - a process of its own

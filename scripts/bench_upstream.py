"""The fake upstream of `bench_providers.py`: three wires, and a model name that says how fast.

``paced-N-M`` sends N chunks M ms apart, ``burst-N`` N chunks as fast as they are taken,
``hang-N-M`` paces and then falls silent. ``GET /closed`` gives the monotonic second at which a
client last hung up. It prints its port and serves on loopback until it is ended.
"""

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator
from typing import Any, Final

HEAD: Final = b"HTTP/1.1 200 OK\r\ncontent-type: %b\r\ntransfer-encoding: chunked\r\n\r\n"
WORD: Final = " word"
LENGTH: Final = re.compile(rb"content-length: (\d+)", re.I)
closed_s: list[float] = [0.0]


def _sse(data: Any, event: str = "") -> bytes:
    head = f"event: {event}\n" if event else ""
    return f"{head}data: {json.dumps(data)}\n\n".encode()


def _openai_chunk(delta: Any, finish: str | None) -> bytes:
    choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
    head = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    return _sse({**head, "system_fingerprint": "fp_1", "choices": [choice], "usage": None})


_USAGE: Final = {"input_tokens": 10, "output_tokens": 1}
_MESSAGE: Final = {"id": "m", "type": "message", "role": "assistant", "model": "m", "content": [],
                   "stop_reason": None, "stop_sequence": None, "usage": _USAGE}  # fmt: skip
_PART: Final = {"content": {"parts": [{"text": WORD}], "role": "model"}, "index": 0}
_COUNTS: Final = {"promptTokenCount": 10, "candidatesTokenCount": 1, "totalTokenCount": 11}

WIRES: Final[dict[str, tuple[list[bytes], bytes, list[bytes]]]] = {
    "openai": (
        [],
        _openai_chunk({"content": WORD}, None),
        [_openai_chunk({}, "stop"), b"data: [DONE]\n\n"],
    ),
    "anthropic": (
        [
            _sse({"type": "message_start", "message": _MESSAGE}, "message_start"),
            _sse(
                {
                    "type": "content_block_start",
                    "index": 0,
                    "content_block": {"type": "text", "text": ""},
                },
                "content_block_start",
            ),
        ],
        _sse(
            {
                "type": "content_block_delta",
                "index": 0,
                "delta": {"type": "text_delta", "text": WORD},
            },
            "content_block_delta",
        ),
        [
            _sse({"type": "content_block_stop", "index": 0}, "content_block_stop"),
            _sse(
                {
                    "type": "message_delta",
                    "delta": {"stop_reason": "end_turn", "stop_sequence": None},
                    "usage": {"output_tokens": 100},
                },
                "message_delta",
            ),
            _sse({"type": "message_stop"}, "message_stop"),
        ],
    ),
    "gemini": (
        [],
        _sse({"candidates": [_PART], "usageMetadata": _COUNTS, "modelVersion": "m"}),
        [_sse({"candidates": [{"finishReason": "STOP", "index": 0}], "usageMetadata": _COUNTS})],
    ),
}


def _wire_of(path: str) -> str:
    if "chat/completions" in path:
        return "openai"
    return "anthropic" if path.endswith("/messages") else "gemini"


async def _events(path: str, body: bytes) -> AsyncIterator[bytes]:
    start, chunk, end = WIRES[_wire_of(path)]
    found = re.search(rb"(paced|burst|hang)-(\d+)(?:-(\d+))?", path.encode() + body)
    assert found is not None, "the model names no scenario"
    kind, count, pause = found[1], int(found[2]), int(found[3] or 0) / 1000
    for event in start:
        yield event
    due = asyncio.get_running_loop().time()
    for _ in range(count):
        yield chunk
        due += pause
        if pause:
            await asyncio.sleep(max(0.0, due - asyncio.get_running_loop().time()))
    if kind == b"hang":
        await asyncio.sleep(3600)
    for event in end:
        yield event


async def _serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while True:
            head = await reader.readuntil(b"\r\n\r\n")
            length = LENGTH.search(head)
            body = await reader.readexactly(int(length[1]) if length else 0)
            await _answer(reader, writer, head.split(b" ")[1].decode(), body)
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()


async def _answer(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str, body: bytes
) -> None:
    if path == "/closed":
        text = repr(closed_s[0]).encode()
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n%b" % (len(text), text))
        return
    writer.write(HEAD % b"text/event-stream")
    sending = asyncio.ensure_future(_send(writer, path, body))
    watching = asyncio.ensure_future(reader.read(1))
    await asyncio.wait((sending, watching), return_when=asyncio.FIRST_COMPLETED)
    if watching.done():
        closed_s[0] = time.monotonic()
    sending.cancel()
    watching.cancel()
    outcomes = await asyncio.gather(sending, watching, return_exceptions=True)
    if outcomes[0] is not None:
        raise ConnectionError


async def _send(writer: asyncio.StreamWriter, path: str, body: bytes) -> None:
    async for event in _events(path, body):
        writer.write(b"%x\r\n%b\r\n" % (len(event), event))
        await writer.drain()
    writer.write(b"0\r\n\r\n")


async def main() -> None:
    """Serve until ended."""
    server = await asyncio.start_server(_serve, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())  # noqa: TID251 - a program of its own

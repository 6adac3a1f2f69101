"""The chunked transfer coding, many chunks at a time. RFC 9112 section 7.1.

The standard library decodes one chunk a call, with two reads each; a provider sends one a token.
"""

import re
from typing import Final

MAX_LINE_BYTES: Final = 4096
SIZE: Final = re.compile(rb"[0-9a-fA-F]{1,15}")
LINE_END: Final = b"\r\n"


class MalformedChunk(ValueError):
    """The body does not follow the coding."""


class ChunkDecoder:
    """Takes a body apart as it comes; `is_done` after the last chunk and its trailers."""

    def __init__(self) -> None:
        self.is_done = False
        self._rest = b""
        self._at = 0
        self._left = 0
        self._has_line_end_due = False
        self._is_in_trailers = False

    def feed(self, data: bytes) -> bytes:
        """The content in `data`; empty when it holds none.

        Raises:
            MalformedChunk: a size is no number, or data is longer than its chunk.
        """
        self._rest, self._at = self._rest[self._at :] + data, 0
        content = []
        while not self.is_done and self._at < len(self._rest):
            if self._left:
                content.append(self._content())
            elif not self._next_line():
                break
        return b"".join(content)

    def _content(self) -> bytes:
        taken = self._rest[self._at : self._at + self._left]
        self._at += len(taken)
        self._left -= len(taken)
        self._has_line_end_due = not self._left
        return taken

    def _next_line(self) -> bool:
        """Take in a line of the coding; False when it is not whole yet."""
        end = self._rest.find(LINE_END, self._at)
        if end < 0:
            if len(self._rest) - self._at > MAX_LINE_BYTES:
                raise MalformedChunk("a line that never ends")
            return False
        line, self._at = self._rest[self._at : end], end + len(LINE_END)
        if self._has_line_end_due:
            if line:
                raise MalformedChunk("data beyond the end of its chunk")
            self._has_line_end_due = False
        elif self._is_in_trailers:
            self.is_done = not line
        else:
            self._left = _size(line)
            self._is_in_trailers = not self._left
        return True


def _size(line: bytes) -> int:
    digits = line.partition(b";")[0].strip()
    if not SIZE.fullmatch(digits):
        raise MalformedChunk("a size that is no number")
    return int(digits, 16)

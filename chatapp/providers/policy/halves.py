"""Joins characters that a server cut in two, one half at the end of a piece of text."""

from typing import Final

HIGH: Final = ("\ud800", "\udbff")
REPLACEMENT: Final = "\ufffd"


class HalfJoiner:
    """Takes pieces of one text; a half character is held back until the next piece."""

    def __init__(self) -> None:
        self._held = ""

    def join(self, piece: str) -> str:
        """The piece with what was held before; whole characters only, maybe none."""
        if not self._held and piece.isascii():
            return piece
        text, self._held = self._held + piece, ""
        if HIGH[0] <= text[-1:] <= HIGH[1]:
            text, self._held = text[:-1], text[-1]
        return _whole(text)


def _whole(text: str) -> str:
    """Two halves as one character, a half alone as the sign that something is missing."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text

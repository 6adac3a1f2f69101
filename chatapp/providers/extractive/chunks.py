"""Text cut into pieces of reading size, so that an answer that is there at once still streams.

Nothing is delayed; joined again the pieces are the text.
"""

import re
from collections.abc import Iterator
from typing import Final

_PIECE: Final = re.compile(r"[^\n]{1,40}(?:[^\s\u3000-\u9fff]*\s?)|\n+")


def pieces(text: str) -> Iterator[str]:
    """Up to forty characters and the word they end in, or line ends."""
    return (found.group() for found in _PIECE.finditer(text))

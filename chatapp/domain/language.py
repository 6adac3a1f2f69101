"""Which of the product's languages a text is in, by its script; pure."""

import re
from typing import Final

_HAN: Final = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_KANA_OR_HANGUL: Final = re.compile(r"[\u3040-\u30ff\uac00-\ud7af]")

ENGLISH: Final = "en"
CHINESE: Final = "zh"


def language_of(text: str) -> str:
    """``zh`` for text with Han characters and no kana or hangul, else ``en``.

    One Han character is enough: questions in Chinese are full of identifiers in Latin letters.
    """
    return CHINESE if _HAN.search(text) and not _KANA_OR_HANGUL.search(text) else ENGLISH

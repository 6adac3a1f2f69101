from typing import Any

import pytest

from chatapp.domain.stream import Usage
from chatapp.providers.openai.chunks import ChunkUsage, text_and_thinking


@pytest.mark.parametrize(
    ("content", "text", "thinking"),
    [
        (None, "", ""),
        ("Hi", "Hi", ""),
        ([], "", ""),
        ([{"type": "text", "text": "H"}, {"type": "text", "text": "i"}], "Hi", ""),
        ([{"type": "thinking", "thinking": "hm"}], "", "hm"),
        ([{"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}], "", "hm"),
        ([{"type": "image_url"}], "", ""),
    ],
)
def test_content_is_read_in_every_form(content: Any, text: str, thinking: str) -> None:
    assert text_and_thinking(content) == (text, thinking)


def test_counts_that_are_missing_are_none_spent() -> None:
    assert ChunkUsage().neutral() == Usage(0, 0, 0)

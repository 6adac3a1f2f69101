"""A rough count of tokens for providers that do not say; always marked as an estimate."""

import json
from typing import Final

from chatapp.domain.stream import Usage
from chatapp.providers.policy.asking import Ask

BYTES_PER_TOKEN: Final = 3.5
"""UTF-8 bytes a token in prose and code, over common tokenisers; a Han character is near one."""


def estimated_usage(ask: Ask, answer_chars: int) -> Usage:
    """What the question and its answer came to, roughly."""
    asked = json.dumps([list(ask.messages), list(ask.tools)], default=str, ensure_ascii=False)
    question_bytes = len(asked.encode("utf-8", "replace")) + len(ask.system_prompt)
    return Usage(
        input_tokens=int(question_bytes / BYTES_PER_TOKEN),
        output_tokens=int(answer_chars / BYTES_PER_TOKEN),
        is_estimate=True,
    )

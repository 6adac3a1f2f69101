"""Taking secrets out of text that leaves the process: logs, error messages, job records.

It works by the shapes that secrets have, so it also catches those that a library wrote into its
own error. It is the last net, not a licence to put secrets into messages.
"""

import re
from typing import Final

HIDDEN: Final = "***"

_URL_USERINFO: Final = re.compile(r"(?P<scheme>\b[a-z][a-z0-9+.-]*://)[^\s/@'\"<>]+@", re.I)
_NAMED_VALUE: Final = re.compile(
    r"(?P<name>\b[\w-]*(?:api[_-]?key|access[_-]?key|token|secret|passw(?:or)?d|signature)"
    r"|(?<=[?&])key|(?<=[?&])sig)"
    r"(?P<sign>[\"']?\s*[=:]\s*[\"']?)(?P<value>[^\s&\"',;)}\]]{4,})",
    re.I,
)
_BEARER: Final = re.compile(r"(?P<scheme>\b(?:bearer|basic)\s+)[\w.~+/=-]{6,}", re.I)
_KEY_SHAPES: Final = re.compile(
    r"\b(?P<head>sk-|wa_|AIza|gh[pousr]_|github_pat_|glpat-|xox[abprs]-|hf_|AKIA)"
    r"(?P<body>[\w-]{8,})"
)


def redact(text: str) -> str:
    """`text` with every secret of a known shape replaced; key shapes keep their last four."""
    text = _URL_USERINFO.sub(rf"\g<scheme>{HIDDEN}@", text)
    text = _BEARER.sub(rf"\g<scheme>{HIDDEN}", text)
    text = _NAMED_VALUE.sub(_hide_value, text)
    return _KEY_SHAPES.sub(lambda key: f"{key['head']}…{key['body'][-4:]}", text)


def _hide_value(found: re.Match[str]) -> str:
    is_shown = found["value"].startswith((HIDDEN, "None", "null")) or "…" in found["value"]
    return found[0] if is_shown else f"{found['name']}{found['sign']}{HIDDEN}"

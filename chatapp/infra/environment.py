"""The one place that reads the process environment and ``.env``; everything else is handed it."""

import os
from collections.abc import Mapping
from pathlib import Path

from dotenv import dotenv_values


def environment(dotenv: Path = Path(".env")) -> Mapping[str, str]:
    """The process environment over the values of ``.env``, as a snapshot."""
    from_file = {name: value for name, value in dotenv_values(dotenv).items() if value is not None}
    return {**from_file, **os.environ}  # noqa: TID251 - the one place that may

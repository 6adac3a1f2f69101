"""The server's secret, which signs sessions and hashes API keys: made once and kept 0600."""

import os
import secrets
from pathlib import Path
from typing import Final

NAME: Final = "secret_key"


def kept_secret(data_dir: Path) -> str:
    """The secret kept in `data_dir`; whichever process comes first makes it."""
    path = data_dir / NAME
    if not path.exists():
        _make(path)
    return path.read_text("ascii")


def _make(path: Path) -> None:
    draft = path.with_name(f"{NAME}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secrets.token_hex(32))
    try:
        path.hardlink_to(draft)  # the first one wins, and nobody ever reads half a secret
    except FileExistsError:
        return
    finally:
        draft.unlink()

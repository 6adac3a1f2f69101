"""Folders that only this user may look into."""

import os
from pathlib import Path
from typing import Final

from chatapp.domain.errors import ChatappError

_OTHERS: Final = 0o077


class UnusableFolder(ChatappError):
    """A folder that cannot be made, written to or kept private."""

    code = "unusable_folder"


def make_private(folder: Path) -> None:
    """Make `folder` with mode 0700, or take one that is ours and close it to others.

    Raises:
        UnusableFolder: it cannot be made or belongs to somebody else; the message says what to do.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if folder.stat().st_mode & _OTHERS:
            folder.chmod(0o700)
    except OSError as error:
        raise UnusableFolder(_cannot_use(folder, error.strerror or str(error))) from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UnusableFolder(_cannot_use(folder, "it is not writable"))


def _cannot_use(folder: Path, reason: str) -> str:
    return (
        f"The folder {folder} cannot be used: {reason}."
        " Make it writable for this user, or set CHATAPP_DATA_DIR to another one."
    )

"""The `.chatapp` folder of a local repository: `.env` (keys) and `config.yaml` (choices).

Read only from the working tree of a repository that was registered by its path, never from git
objects of a clone: what a stranger pushed does not configure this server. Symlinks and large files
are ignored. Values are returned as mappings and never enter the process environment.
"""

import logging
import os
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Final

import yaml
from dotenv import dotenv_values

from chatapp.domain.json import JsonObject
from chatapp.domain.repositories import RepositoryView
from chatapp.providers.config.store import write_private

FOLDER: Final = ".chatapp"
ENV_NAME: Final = ".env"
CONFIG_NAME: Final = "config.yaml"
MAX_BYTES: Final = 65_536

_log = logging.getLogger(__name__)


def local_root(repository: RepositoryView | None) -> Path | None:
    """The working tree, when `repository` was registered by a local path."""
    if repository is None or not repository.source.startswith("/"):
        return None
    root = Path(repository.source)
    return root if root.is_dir() else None


def read_env(root: Path | None) -> Mapping[str, str]:
    """The names and values of `.env`, taken literally: no reference to other variables."""
    text = _read(root, ENV_NAME)
    values = dotenv_values(stream=StringIO(text), interpolate=False)
    return {name: value for name, value in values.items() if value}


def read_config(root: Path | None) -> JsonObject:
    """The mapping in `config.yaml`; empty when there is none or it is not one."""
    try:
        loaded = yaml.safe_load(_read(root, CONFIG_NAME))
    except yaml.YAMLError:
        _log.warning("%s in %s is not YAML and is ignored", CONFIG_NAME, root)
        return {}
    return loaded if isinstance(loaded, dict) else {}


def write_env(root: Path, name: str, value: str | None) -> None:
    """Set `name` in `.env` (None removes it), keeping every other line.

    A `.gitignore` beside it keeps the keys out of the repository's history.
    """
    folder = root / FOLDER
    if folder.is_symlink() or (folder / ENV_NAME).is_symlink():
        _log.warning("%s is a symlink; the key is not mirrored into it", folder / ENV_NAME)
        return
    folder.mkdir(mode=0o755, exist_ok=True)
    if not (folder / ".gitignore").exists():
        (folder / ".gitignore").write_text(f"{ENV_NAME}\n", encoding="utf-8")
    write_private(folder / ENV_NAME, _edited(_read(root, ENV_NAME), name, value).encode())


def _edited(text: str, name: str, value: str | None) -> str:
    lines = [line for line in text.splitlines() if not _sets(line, name)]
    if value is not None:
        lines.append(f"{name}='{value}'")
    return "".join(f"{line}\n" for line in lines)


def _sets(line: str, name: str) -> bool:
    left, equals, _ = line.removeprefix("export ").partition("=")
    return bool(equals) and left.strip() == name


def _read(root: Path | None, name: str) -> str:
    if root is None:
        return ""
    path = root / FOLDER / name
    try:
        if not _is_plain(root, path) or path.stat().st_size > MAX_BYTES:
            _log.warning("%s is ignored: not a plain file of at most %d bytes", path, MAX_BYTES)
            return ""
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError):
        _log.warning("%s cannot be read and is ignored", path)
        return ""


def _is_plain(root: Path, path: Path) -> bool:
    inside = Path(os.path.realpath(root)) / FOLDER / path.name
    return path.resolve(strict=True) == inside and path.is_file()

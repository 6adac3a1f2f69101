"""What people change: enter and remove a key, choose a provider and model.

Called by `chatapp.access.commands` after it has checked that the caller may.
"""

from typing import Final

import msgspec

from chatapp.domain.errors import InvalidRequest
from chatapp.domain.repositories import RepositoryView
from chatapp.infra.handle import Infra
from chatapp.providers.catalog import Provider, entry
from chatapp.providers.config import repository_folder, store
from chatapp.providers.config.store import NO_CHOICE, Choice, StoredConfig

MAX_KEY_CHARS: Final = 1024
MAX_MODEL_CHARS: Final = 200


def set_key(
    infra: Infra, provider_id: str, key: str, repository: RepositoryView | None = None
) -> None:
    """Store the key, and mirror it into the repository's `.env` for command-line use there.

    Raises:
        InvalidRequest: no such provider, one that takes no key, or text that cannot be a key.
    """
    chosen = _keyed(provider_id)
    clean = _clean_key(key)
    _change_key(infra, provider_id, clean)
    root = repository_folder.local_root(repository)
    if root is not None:
        repository_folder.write_env(root, chosen.env_keys[0], clean)


def delete_key(infra: Infra, provider_id: str, repository: RepositoryView | None = None) -> None:
    """Forget the stored key, and its mirror if that is still the same key.

    Raises:
        InvalidRequest: no such provider, or one that takes no key.
    """
    chosen = _keyed(provider_id)
    stored = store.read(infra.settings.data_dir).keys.get(provider_id)
    _change_key(infra, provider_id, None)
    root, name = repository_folder.local_root(repository), chosen.env_keys[0]
    if root is not None and stored and repository_folder.read_env(root).get(name) == stored:
        repository_folder.write_env(root, name, None)


def choose(
    infra: Infra, provider_id: str | None, model: str | None, repository_id: str | None = None
) -> None:
    """Make this the choice of the repository, or without one of the server; None undoes it.

    Raises:
        InvalidRequest: no such provider, or a model name that cannot be one.
    """
    if provider_id is not None:
        entry(provider_id)
    if model and (len(model) > MAX_MODEL_CHARS or not model.isprintable()):
        raise InvalidRequest("The model name is too long or has unprintable characters.")
    choice = Choice(provider_id, (model or "").strip() or None)
    store.change(infra.settings.data_dir, lambda stored: _chosen(stored, choice, repository_id))


def _chosen(stored: StoredConfig, choice: Choice, repository_id: str | None) -> StoredConfig:
    if repository_id is None:
        return msgspec.structs.replace(stored, active=choice)
    repos = {**stored.repos, repository_id: choice}
    if choice == NO_CHOICE:
        del repos[repository_id]
    return msgspec.structs.replace(stored, repos=repos)


def _change_key(infra: Infra, provider_id: str, key: str | None) -> None:
    def edit(stored: StoredConfig) -> StoredConfig:
        keys = {name: value for name, value in stored.keys.items() if name != provider_id}
        return msgspec.structs.replace(stored, keys={**keys, provider_id: key} if key else keys)

    store.change(infra.settings.data_dir, edit)


def _keyed(provider_id: str) -> Provider:
    chosen = entry(provider_id)
    if not chosen.env_keys:
        raise InvalidRequest(f"{chosen.name} takes no API key.")
    return chosen


def _clean_key(key: str) -> str:
    clean = key.strip()
    is_usable = clean.isascii() and clean.isprintable() and not set(clean) & set(" '\"\\")
    if not clean or not is_usable or len(clean) > MAX_KEY_CHARS:
        raise InvalidRequest(
            "This cannot be an API key: it must be one word of letters, digits and signs, as the"
            " provider shows it. Copy it again."
        )
    return clean

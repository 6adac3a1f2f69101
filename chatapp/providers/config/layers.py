"""Everything the resolution chains look at, read once: pure functions decide from there."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from chatapp.domain.json import JsonObject
from chatapp.domain.repositories import RepositoryView
from chatapp.infra.handle import Infra
from chatapp.providers.config import repository_folder, store
from chatapp.providers.config.store import NO_CHOICE, Choice, StoredConfig


@dataclass(frozen=True, slots=True, kw_only=True)
class Layers:
    """The sources, from the outermost to the server's own.

    Attributes:
        request: What this one question asks for.
        environ: The process environment; its choice is in `default`.
        repository_env: The repository's `.chatapp/.env`.
        repository_config: The repository's `.chatapp/config.yaml`.
        trusted_hosts: Hosts that a repository may send the server's keys to.
    """

    request: Choice = NO_CHOICE
    environ: Mapping[str, str] = field(default_factory=dict, repr=False)
    repository_id: str | None = None
    repository_root: Path | None = None
    repository_env: Mapping[str, str] = field(default_factory=dict, repr=False)
    repository_config: JsonObject = field(default_factory=dict)
    stored: StoredConfig = field(default_factory=StoredConfig, repr=False)
    default: Choice = NO_CHOICE
    trusted_hosts: tuple[str, ...] = ()


def read_layers(
    infra: Infra, repository: RepositoryView | None = None, request: Choice | None = None
) -> Layers:
    """Read all sources as they are now."""
    root = repository_folder.local_root(repository)
    return Layers(
        request=request or NO_CHOICE,
        environ=infra.environ,
        repository_id=repository.repository_id if repository else None,
        repository_root=root,
        repository_env=repository_folder.read_env(root),
        repository_config=repository_folder.read_config(root),
        stored=store.read(infra.settings.data_dir),
        default=Choice(infra.settings.provider or None, infra.settings.model or None),
        trusted_hosts=infra.settings.provider_hosts,
    )

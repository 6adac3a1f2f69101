"""The chain of an API key: process environment, the repository's `.env`, the stored key."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from chatapp.domain.providers import KeySource
from chatapp.providers.catalog import Provider
from chatapp.providers.config.layers import Layers


@dataclass(frozen=True, slots=True)
class FoundKey:
    """A key and where it was; no key has the source NONE."""

    source: KeySource
    value: str | None = field(default=None, repr=False)


def find_key(layers: Layers, entry: Provider) -> FoundKey:
    """The first key of the chain; blank values count as absent."""
    chain = (
        (KeySource.ENVIRONMENT, first_of(layers.environ, entry.env_keys)),
        (KeySource.REPOSITORY, first_of(layers.repository_env, entry.env_keys)),
        (KeySource.STORED, layers.stored.keys.get(entry.provider_id, "").strip()),
    )
    found = (FoundKey(source, value) for source, value in chain if value)
    return next(found, FoundKey(KeySource.NONE))


def first_of(values: Mapping[str, str], names: tuple[str, ...]) -> str:
    """The first of `names` that has a value in `values`, stripped; empty for none."""
    stripped = (values.get(name, "").strip() for name in names)
    return next((value for value in stripped if value), "")

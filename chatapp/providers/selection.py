"""The outcome of the resolution chains: everything an adapter needs to know to be made."""

from dataclasses import dataclass, field

from chatapp.domain.providers import ChoiceSource, KeySource


@dataclass(frozen=True, slots=True)
class Selection:
    """One provider, its model, key and address. The key is never part of the repr.

    Attributes:
        base_url: Address without a trailing slash; empty for the SDK's own.
        repository_root: Working tree of a local repository, for providers that run in it.
    """

    provider_id: str
    model: str
    api_key: str | None = field(default=None, repr=False)
    base_url: str = ""
    key_source: KeySource = KeySource.NONE
    choice_source: ChoiceSource = ChoiceSource.DETECTED
    repository_root: str = ""

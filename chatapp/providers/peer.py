"""Whom an adapter talks to: enough to name it in an error, and to keep its key out of one."""

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from chatapp.infra.redaction import redact
from chatapp.providers.catalog import entry
from chatapp.providers.config.redaction import without
from chatapp.providers.selection import Selection


@dataclass(frozen=True, slots=True)
class Peer:
    """One provider, model and address."""

    provider_id: str
    model: str
    name: str
    base_url: str = ""
    api_key: str | None = field(default=None, repr=False)
    is_usual: bool = True

    @classmethod
    def of(cls, selection: Selection) -> "Peer":
        """The peer of a selection."""
        chosen = entry(selection.provider_id)
        return cls(
            provider_id=chosen.provider_id,
            model=selection.model,
            name=chosen.name.partition(" (")[0],
            base_url=selection.base_url or chosen.base_url,
            api_key=selection.api_key,
            is_usual=selection.base_url in {"", chosen.base_url},
        )

    @property
    def host(self) -> str:
        """Host and port of the address, for people; empty when there is none."""
        return urlsplit(self.base_url).netloc.rpartition("@")[2]

    @property
    def place(self) -> str:
        """The name, with its host when that is not the provider's own."""
        return self.name if self.is_usual else f"{self.name} at {self.host}"

    def clean(self, text: str) -> str:
        """`text` without our key and without anything that looks like a secret."""
        return redact(without(text, (self.api_key,)))

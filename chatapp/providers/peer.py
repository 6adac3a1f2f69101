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

    @classmethod
    def of(cls, selection: Selection) -> "Peer":
        """The peer of a selection."""
        provider_id = selection.provider_id
        name, url = entry(provider_id).name, selection.base_url
        return cls(provider_id, selection.model, name, url, selection.api_key)

    @property
    def host(self) -> str:
        """Host and port of the address, for people; empty when there is none."""
        return urlsplit(self.base_url).netloc.rpartition("@")[2]

    @property
    def place(self) -> str:
        """The name with its host, e.g. ``Ollama at localhost:11434``."""
        return f"{self.name} at {self.host}" if self.host else self.name

    def clean(self, text: str) -> str:
        """`text` without our key and without anything that looks like a secret."""
        return redact(without(text, (self.api_key,)))

"""Every setting of the product: its variable, default, kind and meaning, in one typed table.

`chatapp.infra.settings` fills it; `docs/settings.md` is generated from it (`make docs`).
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from chatapp.infra.setting_kinds import (
    flag,
    folder,
    folders,
    networks,
    one_of,
    setting,
    text,
    url,
    whole,
    words,
)

_DRIVERS: Final = {
    "postgres": "postgresql+psycopg",
    "postgresql": "postgresql+psycopg",
    "mysql": "mysql+pymysql",
    "mariadb": "mariadb+pymysql",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The configuration of one server."""

    data_dir: Path = setting(
        "CHATAPP_DATA_DIR", "./var", folder, "Everything the server keeps; created 0700."
    )
    host: str = setting("CHATAPP_HOST", "127.0.0.1", text, "Address to listen on.")
    port: int = setting("CHATAPP_PORT", "8000", whole(1, 65535), "Port to listen on.")
    web_workers: int = setting("CHATAPP_WEB_WORKERS", "1", whole(1, 64), "gunicorn workers.")
    database_url: str = setting(
        "DATABASE_URL",
        "",
        url("sqlite", "postgres", "postgresql", "mysql", "mariadb"),
        "SQLAlchemy URL; empty for SQLite in the data directory.",
    )
    sqlite_synchronous: str = setting(
        "CHATAPP_SQLITE_SYNCHRONOUS",
        "normal",
        one_of("normal", "full"),
        "When SQLite waits for the disk: full also survives a power cut, 5 ms a commit.",
    )
    redis_url: str = setting(
        "REDIS_URL",
        "",
        url("redis", "rediss", "unix"),
        "Redis or Valkey URL; empty starts an embedded one.",
    )
    secret_key: str = setting(
        "CHATAPP_SECRET_KEY", "", text, "Signs sessions; empty keeps one in the data directory."
    )
    public_url: str = setting(
        "CHATAPP_PUBLIC_URL",
        "",
        url("https", "http"),
        "The address people use, when it differs from host:port.",
    )
    log_level: str = setting(
        "CHATAPP_LOG_LEVEL", "info", one_of("debug", "info", "warning", "error"), "How much to log."
    )
    repository_roots: tuple[Path, ...] = setting(
        "CHATAPP_REPOSITORY_ROOTS",
        "",
        folders,
        "Folders, separated by colons, below which local repositories may be registered;"
        " empty allows any path to owners and admins.",
    )
    registers_itself: bool = setting(
        "CHATAPP_REGISTER_SELF",
        "on",
        flag,
        "Whether a server without a repository registers the one it runs from.",
    )
    clone_timeout_s: int = setting(
        "CHATAPP_CLONE_TIMEOUT_S", "600", whole(5, 86_400), "Longest time for a clone or fetch."
    )
    sync_interval_s: int = setting(
        "CHATAPP_SYNC_INTERVAL_S", "300", whole(0, 86_400), "Seconds between syncs; 0 is never."
    )
    max_file_bytes: int = setting(
        "CHATAPP_MAX_FILE_BYTES", "1000000", whole(1000, 100_000_000), "Larger files are skipped."
    )
    private_hosts: tuple[str, ...] = setting(
        "CHATAPP_PRIVATE_HOSTS",
        "",
        words,
        "Hosts in private networks that repositories may be cloned from.",
    )
    provider: str = setting("CHATAPP_PROVIDER", "", text, "Provider when nothing else chooses.")
    model: str = setting("CHATAPP_MODEL", "", text, "Model when nothing else chooses.")
    provider_hosts: tuple[str, ...] = setting(
        "CHATAPP_PROVIDER_HOSTS",
        "",
        words,
        "Hosts that a repository's own base URL may send the server's provider keys to; this"
        " machine always may.",
    )
    provider_connect_s: int = setting(
        "CHATAPP_PROVIDER_CONNECT_S",
        "10",
        whole(1, 600),
        "Longest wait for a connection to a provider.",
    )
    provider_silence_s: int = setting(
        "CHATAPP_PROVIDER_SILENCE_S",
        "120",
        whole(1, 3600),
        "Longest silence of a provider before and during its answer.",
    )
    provider_retry_s: int = setting(
        "CHATAPP_PROVIDER_RETRY_S",
        "30",
        whole(0, 3600),
        "Longest time a question waits for a busy provider; 0 never tries again.",
    )
    context_tokens: int = setting(
        "CHATAPP_CONTEXT_TOKENS",
        "0",
        whole(0, 10_000_000),
        "Context window of models that the catalog does not know, and of Ollama's; 0 takes the"
        " catalog's assumption.",
    )
    max_rounds_chat: int = setting(
        "CHATAPP_MAX_ROUNDS_CHAT", "10", whole(1, 100), "Model-tool rounds of a repository chat."
    )
    max_rounds_ask: int = setting(
        "CHATAPP_MAX_ROUNDS_ASK", "6", whole(1, 100), "Model-tool rounds of the ask entries."
    )
    turn_deadline_s: int = setting(
        "CHATAPP_TURN_DEADLINE_S", "300", whole(5, 7200), "Longest time for one turn."
    )
    tool_timeout_s: int = setting(
        "CHATAPP_TOOL_TIMEOUT_S", "60", whole(1, 3600), "Longest time for one tool call."
    )
    tool_output_chars: int = setting(
        "CHATAPP_TOOL_OUTPUT_CHARS",
        "24000",
        whole(1000, 1_000_000),
        "Longest tool result that the model is given; the rest is kept in the artifact.",
    )
    max_tokens: int = setting(
        "CHATAPP_MAX_TOKENS", "8192", whole(16, 1_000_000), "Longest answer of the model, tokens."
    )
    heartbeat_s: int = setting(
        "CHATAPP_HEARTBEAT_S", "15", whole(1, 60), "Longest silence on a stream."
    )
    grace_s: int = setting(
        "CHATAPP_GRACE_S", "30", whole(0, 3600), "How long a browser's turn lives on unread."
    )
    max_body_bytes: int = setting(
        "CHATAPP_MAX_BODY_BYTES", "2000000", whole(10_000, 1_000_000_000), "Largest request body."
    )
    max_message_chars: int = setting(
        "CHATAPP_MAX_MESSAGE_CHARS", "100000", whole(100, 10_000_000), "Longest question."
    )
    session_days: int = setting(
        "CHATAPP_SESSION_DAYS", "14", whole(1, 365), "How long a browser stays signed in."
    )
    member_concurrency: int = setting(
        "CHATAPP_MEMBER_CONCURRENCY", "8", whole(1, 1000), "Questions a member may have running."
    )
    member_rpm: int = setting(
        "CHATAPP_MEMBER_RPM", "60", whole(1, 100_000), "Questions a member may ask per minute."
    )
    is_public_ask_open: bool = setting(
        "CHATAPP_PUBLIC_ASK", "on", flag, "Whether anyone may use GET /api/sse/ask."
    )
    public_rpm: int = setting(
        "CHATAPP_PUBLIC_RPM", "10", whole(1, 100_000), "Public questions per address and minute."
    )
    gateway_networks: tuple[str, ...] = setting(
        "CHATAPP_GATEWAY_NETWORKS",
        "",
        networks,
        "Addresses or networks of the login gateway whose X-Auth headers are believed.",
    )
    gateway_secret: str = setting(
        "CHATAPP_GATEWAY_SECRET", "", text, "What the gateway sends as X-Gateway-Secret."
    )
    ask_repository: str = setting(
        "CHATAPP_ASK_REPOSITORY",
        "",
        text,
        "Name of the repository that the tenant and agent entries answer from; empty for none.",
    )
    ask_language: str = setting(
        "CHATAPP_ASK_LANGUAGE", "zh-CN", text, "Language of the ask entries unless asked otherwise."
    )
    ask_time_zone: str = setting(
        "CHATAPP_ASK_TIME_ZONE", "Asia/Shanghai", text, "Time zone of the ask entries' callers."
    )
    allowed_origins: tuple[str, ...] = setting(
        "CHATAPP_ALLOWED_ORIGINS", "", words, "Origins that may call the API across sites (CORS)."
    )
    trusted_proxies: tuple[str, ...] = setting(
        "CHATAPP_TRUSTED_PROXIES", "", networks, "Addresses or networks of trusted proxies."
    )

    @property
    def database_uri(self) -> str:
        """The URL with the drivers that work under gevent."""
        if not self.database_url:
            return f"sqlite:///{self.data_dir / 'chatapp.db'}"
        scheme, _, rest = self.database_url.partition("://")
        return f"{_DRIVERS.get(scheme, scheme)}://{rest}"

    @property
    def indexes_dir(self) -> Path:
        """Where the code indexes live, one SQLite file a repository."""
        return self.data_dir / "indexes"

    @property
    def clones_dir(self) -> Path:
        """Where repositories given by URL are cloned to."""
        return self.data_dir / "clones"

"""The tables of people, keys, sessions, grants and the audit log.

Secrets are stored as hashes only: passwords by argon2, every token by HMAC-SHA256 with the
server's secret.
"""

from datetime import datetime

from sqlalchemy import BigInteger, Boolean, ForeignKey, Index, Integer, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from chatapp.infra.columns import ID, LONG_TEXT, UtcDateTime
from chatapp.infra.db import Base

EMAIL = String(190)
HASH = String(64)


class Account(Base):
    """A tenant: the outer half of every owner."""

    __tablename__ = "accounts"

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    name: Mapped[str] = mapped_column(String(120))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class Member(Base):
    """A person who can sign in."""

    __tablename__ = "members"

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    account_id: Mapped[str] = mapped_column(ID, ForeignKey("accounts.id"), index=True)
    email: Mapped[str] = mapped_column(EMAIL, unique=True)
    name: Mapped[str] = mapped_column(String(120))
    password_hash: Mapped[str] = mapped_column(String(255))
    role: Mapped[str] = mapped_column(String(16))
    is_disabled: Mapped[bool] = mapped_column(Boolean, default=False)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    last_seen_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class MemberSession(Base):
    """A signed-in browser; the cookie holds the token, this row its hash."""

    __tablename__ = "member_sessions"

    token_hash: Mapped[str] = mapped_column(HASH, primary_key=True)
    member_id: Mapped[str] = mapped_column(ID, ForeignKey("members.id"), index=True)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)


class Invitation(Base):
    """A one-time link: to become the first owner, or to join with a role."""

    __tablename__ = "invitations"

    token_hash: Mapped[str] = mapped_column(HASH, primary_key=True)
    id: Mapped[str] = mapped_column(ID, unique=True)
    account_id: Mapped[str | None] = mapped_column(ID)
    email: Mapped[str] = mapped_column(EMAIL, default="")
    role: Mapped[str] = mapped_column(String(16))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)


class ApiKey(Base):
    """A service's credential; limits of 0 mean none."""

    __tablename__ = "api_keys"

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    account_id: Mapped[str] = mapped_column(ID, ForeignKey("accounts.id"), index=True)
    name: Mapped[str] = mapped_column(String(120))
    hint: Mapped[str] = mapped_column(String(16))
    key_hash: Mapped[str] = mapped_column(HASH, unique=True)
    scopes: Mapped[str] = mapped_column(LONG_TEXT)
    requests_per_minute: Mapped[int] = mapped_column(Integer)
    concurrency: Mapped[int] = mapped_column(Integer)
    tokens_per_minute: Mapped[int] = mapped_column(BigInteger)
    tokens_per_day: Mapped[int] = mapped_column(BigInteger)
    tokens_per_month: Mapped[int] = mapped_column(BigInteger)
    is_disabled: Mapped[bool] = mapped_column(Boolean, default=False)
    created_by: Mapped[str] = mapped_column(ID)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    last_used_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class ApiKeyUsage(Base):
    """What one turn of a key cost; written after the turn's terminal state."""

    __tablename__ = "api_key_usage"
    __table_args__ = (
        UniqueConstraint("turn_id"),
        Index("ix_api_key_usage_key_id_created_at", "key_id", "created_at"),
    )

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    key_id: Mapped[str] = mapped_column(ID, ForeignKey("api_keys.id"))
    turn_id: Mapped[str] = mapped_column(ID)
    status: Mapped[str] = mapped_column(String(16))
    input_tokens: Mapped[int] = mapped_column(BigInteger)
    output_tokens: Mapped[int] = mapped_column(BigInteger)
    is_estimate: Mapped[bool] = mapped_column(Boolean)
    latency_ms: Mapped[int] = mapped_column(BigInteger)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class RepositoryGrant(Base):
    """Permission of one member or key for one repository; see `chatapp.access.grants`."""

    __tablename__ = "repository_grants"

    repository_id: Mapped[str] = mapped_column(
        ID, ForeignKey("repositories.id", ondelete="CASCADE"), primary_key=True
    )
    grantee_id: Mapped[str] = mapped_column(ID, primary_key=True)
    kind: Mapped[str] = mapped_column(String(16))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class AuditEntry(Base):
    """Who changed what; rows are only ever added."""

    __tablename__ = "audit_log"
    __table_args__ = (Index("ix_audit_log_account_id_created_at", "account_id", "created_at"),)

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    account_id: Mapped[str] = mapped_column(ID)
    actor_id: Mapped[str] = mapped_column(ID)
    actor_name: Mapped[str] = mapped_column(String(120))
    action: Mapped[str] = mapped_column(String(64))
    target: Mapped[str] = mapped_column(String(190))
    detail: Mapped[str] = mapped_column(LONG_TEXT)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)

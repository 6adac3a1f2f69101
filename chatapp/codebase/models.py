"""The table of registered repositories; what they contain is in their index files, not here."""

from datetime import datetime

from sqlalchemy import Boolean, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from chatapp.infra.columns import ID, LONG_TEXT, UtcDateTime
from chatapp.infra.db import Base


class Repository(Base):
    """One repository of an account and where its index stands.

    `source_key` is a hash of source and branch: the same wish twice is one row, whoever has it.
    """

    __tablename__ = "repositories"

    id: Mapped[str] = mapped_column(ID, primary_key=True)
    account_id: Mapped[str] = mapped_column(ID, index=True)
    name: Mapped[str] = mapped_column(String(120), unique=True)
    source: Mapped[str] = mapped_column(LONG_TEXT)
    source_key: Mapped[str] = mapped_column(String(64), unique=True)
    is_clone: Mapped[bool] = mapped_column(Boolean)
    git_dir: Mapped[str] = mapped_column(LONG_TEXT)
    branch: Mapped[str] = mapped_column(String(255), default="")
    state: Mapped[str] = mapped_column(String(16), index=True)
    phase: Mapped[str] = mapped_column(String(32), default="")
    files_done: Mapped[int] = mapped_column(Integer, default=0)
    files_total: Mapped[int] = mapped_column(Integer, default=0)
    percent: Mapped[int] = mapped_column(Integer, default=0)
    is_cancelled: Mapped[bool] = mapped_column(Boolean, default=False)
    indexed_commit: Mapped[str | None] = mapped_column(String(64))
    indexed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    head_commit: Mapped[str | None] = mapped_column(String(64))
    checked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    files: Mapped[int] = mapped_column(Integer, default=0)
    skipped_files: Mapped[int] = mapped_column(Integer, default=0)
    error: Mapped[str | None] = mapped_column(LONG_TEXT)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)

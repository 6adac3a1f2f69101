"""Column types that mean the same on SQLite, PostgreSQL and MySQL/MariaDB."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import DateTime, String, Text
from sqlalchemy.dialects import mysql
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

ID = String(32)
"""A `chatapp.domain.ids.new_id` value."""

LONG_TEXT = Text().with_variant(mysql.LONGTEXT(), "mysql", "mariadb")
"""Text of any length; MySQL's TEXT ends at 64 KiB."""


def exact(length: int) -> String:
    """Text that is equal only to itself: MySQL's default collation takes ``Bob`` for ``bob``."""
    return String(length).with_variant(
        mysql.VARCHAR(length, charset="utf8mb4", collation="utf8mb4_bin"), "mysql", "mariadb"
    )


class UtcDateTime(TypeDecorator[datetime]):
    """An aware UTC datetime, stored naive with microseconds, read back aware."""

    impl = DateTime
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> Any:
        """Microseconds must be asked for on MySQL."""
        if dialect.name in ("mysql", "mariadb"):
            return dialect.type_descriptor(mysql.DATETIME(fsp=6))
        return dialect.type_descriptor(DateTime())

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Aware in, naive UTC to the database."""
        del dialect
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Naive UTC from the database, aware out."""
        del dialect
        return None if value is None else value.replace(tzinfo=UTC)

"""How long a provider asks to wait, from its headers. RFC 9110 section 10.2.3."""

from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime


def retry_after_s(headers: Mapping[str, str], now: datetime) -> float | None:
    """Seconds to wait, from `retry-after-ms` or `Retry-After` as seconds or HTTP date.

    Args:
        headers: Case-insensitive, as HTTP libraries have them.
        now: The present moment, for dates.
    """
    if (milliseconds := _number(headers.get("retry-after-ms"))) is not None:
        return milliseconds / 1000
    value = headers.get("retry-after")
    seconds = _number(value)
    return seconds if seconds is not None or not value else _until(value, now)


def _number(text: str | None) -> float | None:
    try:
        number = float(text or "")
    except ValueError:
        return None
    return max(0.0, number) if number < float("inf") else None


def _until(text: str, now: datetime) -> float | None:
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (moment - now).total_seconds())

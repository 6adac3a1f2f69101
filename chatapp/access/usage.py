"""What API keys have used: one row a turn, written after the turn's terminal state.

The rows are the truth; the token windows in Redis (`chatapp.access.quotas`) are charged beside
them and may be lost with it.
"""

import logging
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from chatapp.access.api_keys import get_key
from chatapp.access.models import ApiKeyUsage
from chatapp.domain.identity import Principal
from chatapp.domain.ids import new_id
from chatapp.infra.handle import Infra

_LOG: Final = logging.getLogger(__name__)
DAYS: Final = 30


@dataclass(frozen=True, slots=True)
class TurnUsage:
    """What one turn used; `is_estimate` when the provider did not say."""

    turn_id: str
    status: str
    input_tokens: int
    output_tokens: int
    is_estimate: bool
    latency_ms: int

    @property
    def tokens(self) -> int:
        """In and out."""
        return self.input_tokens + self.output_tokens


@dataclass(frozen=True, slots=True)
class UsageTotals:
    """Sums over some time."""

    turns: int = 0
    failed: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    mean_latency_ms: int = 0


@dataclass(frozen=True, slots=True)
class UsageDay:
    """The sums of one day, UTC."""

    day: date
    totals: UsageTotals


def record(infra: Infra, key_id: str, used: TurnUsage) -> None:
    """Keep what a turn used; a second record of the same turn changes nothing."""
    row = ApiKeyUsage(
        id=new_id(),
        key_id=key_id,
        turn_id=used.turn_id,
        status=used.status,
        input_tokens=used.input_tokens,
        output_tokens=used.output_tokens,
        is_estimate=used.is_estimate,
        latency_ms=used.latency_ms,
        created_at=infra.clock.now(),
    )
    try:
        with infra.database.transaction() as session:
            session.add(row)
    except IntegrityError:
        _LOG.info("the usage of turn %s is already recorded", used.turn_id)


def of_key(
    principal: Principal, infra: Infra, key_id: str
) -> tuple[UsageTotals, tuple[UsageDay, ...]]:
    """A key's sums since the month began, and by day for the last 30; admins only."""
    get_key(principal, infra, key_id)
    now = infra.clock.now()
    month_start = now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    rows = _rows(infra, key_id, min(month_start, now - timedelta(days=DAYS)))
    by_day: dict[date, list[ApiKeyUsage]] = {}
    for row in rows:
        by_day.setdefault(row.created_at.date(), []).append(row)
    month = _totals([row for row in rows if row.created_at >= month_start])
    return month, tuple(UsageDay(day, _totals(of_day)) for day, of_day in sorted(by_day.items()))


def _rows(infra: Infra, key_id: str, since: datetime) -> list[ApiKeyUsage]:
    query = select(ApiKeyUsage).where(ApiKeyUsage.key_id == key_id, ApiKeyUsage.created_at >= since)
    with infra.database.reading() as session:
        return list(session.scalars(query.order_by(ApiKeyUsage.created_at)))


def _totals(rows: list[ApiKeyUsage]) -> UsageTotals:
    return UsageTotals(
        turns=len(rows),
        failed=sum(row.status == "failed" for row in rows),
        input_tokens=sum(row.input_tokens for row in rows),
        output_tokens=sum(row.output_tokens for row in rows),
        mean_latency_ms=sum(row.latency_ms for row in rows) // max(1, len(rows)),
    )

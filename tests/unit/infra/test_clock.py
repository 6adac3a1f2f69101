from datetime import UTC, datetime, timedelta

from chatapp.infra.clock import FakeClock, SystemClock


def test_fake_clock_moves_only_when_told() -> None:
    clock = FakeClock(datetime(2026, 1, 1, tzinfo=UTC))
    assert clock.now() == clock.now()
    clock.advance(90)
    assert clock.now() == datetime(2026, 1, 1, 0, 1, 30, tzinfo=UTC)
    assert clock.monotonic_s() == 90


def test_system_clock_is_aware_and_goes_forward() -> None:
    clock = SystemClock()
    assert clock.now().utcoffset() == timedelta(0)
    assert clock.monotonic_s() <= clock.monotonic_s()

import pytest

from chatapp.access.rate import Window, count
from chatapp.domain.errors import LimitExceeded
from chatapp.infra.handle import Infra

WINDOW = Window("tries", 2, 60)


def test_the_limit_is_named_and_says_when_to_come_back(infra: Infra) -> None:
    count(infra, WINDOW, "a")
    count(infra, WINDOW, "a")
    with pytest.raises(LimitExceeded, match="at most 2 in 60 s") as refused:
        count(infra, WINDOW, "a")
    assert refused.value.retry_after_s is not None
    assert 1 <= refused.value.retry_after_s <= 60
    count(infra, WINDOW, "b")


def test_a_window_that_is_over_begins_anew(infra: Infra) -> None:
    for _ in range(2):
        count(infra, WINDOW, "a")
    (key,) = infra.redis.keys("chatapp:rate:*")
    infra.redis.delete(key)
    count(infra, WINDOW, "a")


def test_no_name_or_address_is_kept_as_it_is(infra: Infra) -> None:
    count(infra, WINDOW, "olga@example.org")
    assert b"olga" not in infra.redis.keys("*")[0]

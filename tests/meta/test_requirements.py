"""The table of promises and the tests that prove them agree, both ways."""

import re
from pathlib import Path

from tests.requirements import PLANNED, PROMISES

TESTS = Path(__file__).parents[1]
MARK = re.compile(r"mark\.requirement\(\s*([^)]*)\)")


def _claimed() -> set[str]:
    text = "\n".join(path.read_text("utf-8") for path in TESTS.rglob("test_*.py"))
    return {name for names in MARK.findall(text) for name in re.findall(r"\"(\w+)\"", names)}


def test_every_promise_has_a_test() -> None:
    promised = {promise.id for promise in PROMISES}
    assert sorted(promised - _claimed()) == []


def test_every_claimed_id_is_a_promise() -> None:
    promised = {promise.id for promise in PROMISES}
    assert sorted(_claimed() - promised) == []


def test_a_planned_promise_is_not_claimed_yet() -> None:
    assert sorted(set(PLANNED) & _claimed()) == []


def test_no_id_stands_twice() -> None:
    ids = [promise.id for promise in PROMISES] + list(PLANNED)
    assert len(ids) == len(set(ids)) == 82

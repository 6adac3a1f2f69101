import pytest

from tests.unit.codebase.projects import Project


def test_what_nothing_calls_is_named_with_its_lines(sample: Project) -> None:
    result = sample.call("get_dead_code", tier="all")

    assert isinstance(result.data, dict)
    candidates = [item for group in result.data["groups"] for item in group["candidates"]]
    assert "forgotten_total" in [item["symbol"] for item in candidates]
    assert "add_item" in [item["symbol"] for item in candidates]
    assert "SessionStore" not in [item["symbol"] for item in candidates]
    assert sum(result.data["tiers"].values()) == result.data["total"]
    assert "shop/cart.py:15-17" in result.content


@pytest.mark.parametrize(
    ("group_by", "name"), [("file", "shop/cart.py"), ("folder", "shop"), ("kind", "function")]
)
def test_candidates_are_grouped_as_asked(sample: Project, group_by: str, name: str) -> None:
    data = sample.call("get_dead_code", tier="all", group_by=group_by).data

    assert isinstance(data, dict)
    assert [group["name"] for group in data["groups"]] == [name]


def test_what_is_left_can_be_fetched(sample: Project) -> None:
    first = sample.call("get_dead_code", tier="all", limit=1)
    assert isinstance(first.data, dict)
    reference = first.data["more"][-1]

    rest = sample.call(reference["tool"], **reference["arguments"])

    assert isinstance(rest.data, dict)
    assert rest.data["offset"] == 1


def test_a_filter_that_leaves_nothing_says_so(sample: Project) -> None:
    result = sample.call("get_dead_code", path="docs")

    assert result.summary == "0 candidates"

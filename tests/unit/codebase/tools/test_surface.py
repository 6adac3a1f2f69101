import pytest

from chatapp.codebase.tools.surface import LEAN, choose

KNOWN = ("get_overview", "search_codebase", "get_context", "get_why", "get_health")
DEFAULT = KNOWN[:4]


def _names(config: str) -> tuple[str, ...]:
    return choose(config, known=KNOWN, default=DEFAULT).names


@pytest.mark.parametrize("config", ["", "  \n", "model: x", "- a list"])
def test_without_a_wish_the_default_counts(config: str) -> None:
    assert _names(config) == DEFAULT


def test_words_name_fixed_sets() -> None:
    assert _names("tools: all") == KNOWN
    assert _names("tools: lean") == LEAN


def test_a_list_of_names_is_an_allowlist_in_the_order_of_the_registry() -> None:
    assert _names("tools: [get_context, get_overview]") == ("get_overview", "get_context")


def test_signs_change_the_default() -> None:
    assert _names("tools: ['+get_health', '-get_why']") == (
        "get_overview",
        "search_codebase",
        "get_context",
        "get_health",
    )


@pytest.mark.parametrize("config", ["tools: {a: 1}", "tools: []", "tools: most", "tools: ["])
def test_a_file_that_cannot_be_used_keeps_the_default_and_says_so(config: str) -> None:
    chosen = choose(config, known=KNOWN, default=DEFAULT)

    assert chosen.names == DEFAULT
    assert len(chosen.problems) == 1


def test_an_unknown_name_is_named_and_the_rest_counts() -> None:
    chosen = choose("tools: [get_context, get_moon]", known=KNOWN, default=DEFAULT)

    assert chosen.names == ("get_context",)
    assert "get_moon" in chosen.problems[0]

import pytest

from chatapp.codebase.tools.budget import (
    MAX_REFERENCES,
    NOTE_TOKENS,
    Block,
    Reference,
    fit,
    tokens_of,
)
from chatapp.domain.sources import LineRange, Source


def _block(name: str, size: int) -> Block:
    source = Source("r", "c", name, LineRange(1, 2))
    return Block(name * size, source, Reference("get_context", {"targets": [name]}, name))


def test_blocks_are_kept_in_order_while_they_fit() -> None:
    fitted = fit([_block("a", 40), _block("b", 40)], max_tokens=NOTE_TOKENS + 100)

    assert fitted.text == f"{'a' * 40}\n\n{'b' * 40}"
    assert [source.path for source in fitted.sources] == ["a", "b"]
    assert fitted.cut == ()


@pytest.mark.requirement("M07")
def test_what_does_not_fit_is_named_with_the_call_that_fetches_it() -> None:
    blocks = [_block("a", 40), _block("b", 318_000), _block("c", 40)]

    fitted = fit(blocks, max_tokens=NOTE_TOKENS + 100)

    assert "b" * 10 not in fitted.text
    assert [source.path for source in fitted.sources] == ["a", "c"]
    assert fitted.cut == (blocks[1].reference,)
    assert fitted.text.endswith('- b: get_context {"targets": ["b"]}')


def test_only_the_first_references_are_written_out() -> None:
    fitted = fit([_block("x", 5000)] * (MAX_REFERENCES + 3), max_tokens=NOTE_TOKENS)

    assert fitted.text.count("get_context") == MAX_REFERENCES
    assert fitted.text.endswith("- and 3 more")
    assert len(fitted.cut) == MAX_REFERENCES + 3


def test_a_place_is_listed_once() -> None:
    assert len(fit([_block("a", 4), _block("a", 4)]).sources) == 1


def test_characters_outside_ascii_count_as_a_token_each() -> None:
    assert tokens_of("abcd" * 10) == 11
    assert tokens_of("连接池耗尽") == 6

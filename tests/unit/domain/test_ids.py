from chatapp.domain.ids import is_id, is_request_id, new_id


def test_new_ids_are_ids_and_differ() -> None:
    first, second = new_id(), new_id()
    assert is_id(first)
    assert first != second


def test_anything_else_is_no_id() -> None:
    for text in ("", "abc", "G" * 32, "a" * 31, "a" * 33, "../" + "a" * 29, "A" * 32):
        assert not is_id(text), text


def test_request_ids_are_short_and_plain() -> None:
    assert is_request_id("order-17:retry.2")
    for text in ("", "x" * 129, "a b", "a\nb", "名"):
        assert not is_request_id(text), text

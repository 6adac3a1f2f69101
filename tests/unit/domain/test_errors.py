import inspect
import re

from chatapp.domain import errors
from chatapp.domain.errors import ChatappError, NotFound, ProviderBusy

CLASSES = [item for item in vars(errors).values() if inspect.isclass(item)]


def test_every_error_hangs_in_the_one_tree_with_a_plain_code() -> None:
    for error in CLASSES:
        assert issubclass(error, ChatappError)
        assert re.fullmatch(r"[a-z_]+", error.code), error
        assert 400 <= error.status < 600, error


def test_codes_are_unique_but_for_the_root() -> None:
    codes = [error.code for error in CLASSES if error is not ChatappError]
    assert len(codes) == len(set(codes))


def test_every_class_is_drawn_in_the_docstring() -> None:
    drawn = errors.__doc__ or ""
    assert [error.__name__ for error in CLASSES if error.__name__ not in drawn] == []


def test_not_found_says_the_same_for_unknown_and_foreign() -> None:
    assert str(NotFound()) == str(NotFound())


def test_a_busy_provider_carries_its_waiting_time() -> None:
    error = ProviderBusy("busy", provider="openai", model="m", retry_after_s=20)
    assert (error.retry_after_s, error.is_retryable, error.status) == (20, True, 502)

"""What one process alone keeps: at most one object of each type, made when first asked for.

For state that cannot be shared, such as open streams and running turns. It hangs on the `Infra`,
so that there are no module globals and every test has its own.
"""

from collections.abc import Callable
from typing import TypeVar, cast

T = TypeVar("T")


class Local:
    """The objects of this process, by their type."""

    def __init__(self) -> None:
        self._kept: dict[type[object], object] = {}

    def get(self, kind: type[T], make: Callable[[], T]) -> T:
        """The object of type `kind`, made by `make` the first time."""
        if kind not in self._kept:
            self._kept[kind] = make()
        return cast(T, self._kept[kind])

"""Telling how far a build is, to its row, to a callback, and hearing "stop" on the way.

Invariant: the row is written at most a few times a second, and at every change of phase; each
write also looks whether somebody cancelled the build or removed the repository.
"""

from collections.abc import Callable
from typing import Final, TypeAlias

from chatapp.codebase.models import Repository
from chatapp.domain.errors import ChatappError
from chatapp.domain.repositories import IndexProgress
from chatapp.infra.handle import Infra

OnProgress: TypeAlias = Callable[[IndexProgress], None]

PAUSE_S: Final = 0.4

PHASES: Final = {
    "fetching": (0, 5),
    "history": (5, 20),
    "files": (20, 80),
    "references": (80, 90),
    "graph": (90, 98),
    "publishing": (98, 100),
}
"""Each phase and the part of 100 percent it covers."""


class BuildCancelled(ChatappError):
    """Somebody stopped the build; the index is what it was before."""

    code = "cancelled"
    status = 409


class Progress:
    """The progress of one build."""

    def __init__(self, infra: Infra, repository_id: str, on_progress: OnProgress | None) -> None:
        self._infra = infra
        self._repository_id = repository_id
        self._on_progress = on_progress
        self._phase = ""
        self._written_at = float("-inf")

    def enter(self, phase: str) -> None:
        """Begin one of `PHASES`.

        Raises:
            BuildCancelled: somebody wants the build to stop.
        """
        self._phase = phase
        self._write(IndexProgress(phase, 0, 0, PHASES[phase][0]))

    def advance(self, done: int, total: int) -> None:
        """`done` of `total` steps of the phase are behind.

        Raises:
            BuildCancelled: somebody wants the build to stop.
        """
        first, last = PHASES[self._phase]
        percent = first + (last - first) * done // max(total, 1)
        progress = IndexProgress(self._phase, done, total, percent)
        if self._infra.clock.monotonic_s() - self._written_at >= PAUSE_S:
            self._write(progress)

    def tick(self) -> None:
        """A step of a phase whose length is unknown."""
        self.advance(0, 0)

    def _write(self, progress: IndexProgress) -> None:
        self._written_at = self._infra.clock.monotonic_s()
        with self._infra.database.transaction() as session:
            row = session.get(Repository, self._repository_id)
            if row is None or row.is_cancelled:
                raise BuildCancelled("The sync was stopped. The index is as it was before.")
            row.phase, row.percent = progress.phase, progress.percent
            row.files_done, row.files_total = progress.files_done, progress.files_total
        if self._on_progress is not None:
            self._on_progress(progress)

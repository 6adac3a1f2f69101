import dataclasses

import pytest

from chatapp.codebase import registry
from chatapp.codebase.index.progress import PAUSE_S, PHASES, BuildCancelled, Progress
from chatapp.domain.repositories import IndexProgress
from chatapp.infra.clock import FakeClock
from chatapp.infra.handle import Infra
from tests.unit.codebase.repositories import Repo, add


def test_row_is_written_at_most_a_few_times_a_second(infra: Infra, repo: Repo) -> None:
    clock = FakeClock()
    infra = dataclasses.replace(infra, clock=clock)
    repo.write("a").commit()
    repository_id = add(infra, repo).repository_id
    seen: list[IndexProgress] = []
    progress = Progress(infra, repository_id, seen.append)
    progress.enter("files")
    for done in range(100):
        progress.advance(done, 100)
    assert len(seen) == 1
    clock.advance(PAUSE_S)
    progress.advance(50, 100)
    assert seen[-1] == IndexProgress("files", 50, 100, 50)
    assert registry.get(infra, repository_id).progress == seen[-1]


def test_phases_cover_all_the_way_without_gap() -> None:
    ends = [end for _start, end in PHASES.values()]
    starts = [start for start, _end in PHASES.values()]
    assert starts == [0, *ends[:-1]]
    assert ends[-1] == 100


def test_cancelled_and_removed_repository_stop_the_build(infra: Infra, repo: Repo) -> None:
    repo.write("a").commit()
    repository_id = add(infra, repo).repository_id
    progress = Progress(infra, repository_id, None)
    registry.cancel_sync(infra, repository_id)
    with pytest.raises(BuildCancelled):
        progress.enter("files")
    registry.remove(infra, repository_id)
    with pytest.raises(BuildCancelled):
        progress.enter("files")

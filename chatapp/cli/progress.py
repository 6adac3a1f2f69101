"""How far an index is: a moving bar on a terminal, a few plain lines elsewhere.

On standard error, so that standard output keeps what was asked for.
"""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from chatapp.domain.errors import RepositoryError
from chatapp.domain.repositories import IndexState, RepositoryView

LOOK_S: Final = 0.2
STEP_PERCENT: Final = 25
Show = Callable[[RepositoryView], None]
Look = Callable[[], RepositoryView]


def wait_for_index(
    look: Look, before: RepositoryView, is_working: Callable[[], bool]
) -> RepositoryView:
    """Show the build until it is over; the repository as it is then.

    Args:
        look: Reads the repository as it is now.
        before: The repository when the build was asked for.
        is_working: Whether somebody is there who builds it.

    Raises:
        RepositoryError: the build failed; it says why.
    """
    with shown(before.name) as show:
        show(before)
        view = look()
        while not is_over(view, before) and is_working():
            show(view)
            time.sleep(LOOK_S)
            view = look()
        show(look())
    view = look()
    if not is_over(view, before):
        raise RepositoryError("The worker ended before the index was built; it says why above.")
    if view.state is IndexState.FAILED or (view.error and view.has_moved):
        raise RepositoryError(view.error or "The index could not be built.")
    return view


def is_over(view: RepositoryView, before: RepositoryView) -> bool:
    """Whether the build that was asked for at `before` has ended, well or not."""
    if view.state in (IndexState.QUEUED, IndexState.INDEXING):
        return False
    has_news = (view.indexed_at, view.error) != (before.indexed_at, before.error)
    return has_news or view.state is IndexState.FAILED


@contextmanager
def shown(name: str) -> Iterator[Show]:
    """A display for the block, made for where the output goes."""
    if not sys.stderr.isatty():
        yield plain_lines()
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn())
    with Progress(
        *columns, TimeElapsedColumn(), console=Console(stderr=True), transient=True
    ) as bar:
        task = bar.add_task(name, total=100)

        def show(view: RepositoryView) -> None:
            bar.update(task, completed=view.progress.percent, description=_phrase(view))

        yield show


def plain_lines() -> Show:
    """A display that prints a line when the phase changes or a quarter more is done."""
    last: tuple[str, int] | None = None

    def show(view: RepositoryView) -> None:
        nonlocal last
        now = (view.progress.phase, view.progress.percent // STEP_PERCENT)
        if now != last and (view.progress.phase or view.state is IndexState.QUEUED):
            click.echo(f"{_phrase(view)} {view.progress.percent}%", err=True)
        last = now

    return show


def _phrase(view: RepositoryView) -> str:
    progress = view.progress
    files = f" {progress.files_done}/{progress.files_total} files" if progress.files_total else ""
    return f"{view.name}: {progress.phase or view.state.value}{files}"

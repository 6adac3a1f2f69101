"""``chatapp repo``: the registered repositories."""

from dataclasses import replace
from pathlib import Path

import click

from chatapp.access import commands, reads
from chatapp.cli.desk import Desk, open_desk
from chatapp.cli.progress import wait_for_index
from chatapp.cli.wiring import Wiring
from chatapp.codebase.git.heads import head_commit
from chatapp.domain.errors import ChatappError, NotFound, RepositoryError
from chatapp.domain.repositories import RegisterRepository, RepositoryView

SHORT = 10
"""How many characters of a commit id people are shown."""


@click.group()
def repo() -> None:
    """List, add, sync and remove repositories."""


@repo.command("list")
@click.pass_obj
def list_repositories(wiring: Wiring) -> None:
    """List the repositories and where their indexes stand."""
    with open_desk(wiring) as desk:
        views = reads.repositories(desk.principal, desk.infra)
    for view in views:
        click.echo("\t".join((view.name, view.state.value, _commit(view), view.source)))
        if view.error:
            click.echo(f"  {view.name}: {view.error}", err=True)
    if not views:
        click.echo("No repository yet. Add one: chatapp repo add PATH-OR-URL", err=True)


@repo.command()
@click.argument("source")
@click.option("--name", default="", help="How to call it; by default after its folder.")
@click.option("--branch", default="", help="The branch to index; by default what HEAD is.")
@click.pass_obj
def add(wiring: Wiring, source: str, name: str, branch: str) -> None:
    """Register SOURCE, a folder or clone URL, and index it."""
    with open_desk(wiring) as desk:
        wish = RegisterRepository(absolute_if_local(source), name, branch)
        _report(synced(desk, commands.add_repository(desk.principal, desk.infra, wish)))


@repo.command()
@click.argument("name")
@click.pass_obj
def sync(wiring: Wiring, name: str) -> None:
    """Look for new commits of repository NAME and index them."""
    with open_desk(wiring) as desk:
        _report(synced(desk, named(desk, name)))


@repo.command()
@click.argument("name")
@click.confirmation_option(prompt="Forget this repository and delete its index?")
@click.pass_obj
def remove(wiring: Wiring, name: str) -> None:
    """Forget repository NAME and its index; the repository itself stays."""
    with open_desk(wiring) as desk:
        commands.remove_repository(desk.principal, desk.infra, named(desk, name).repository_id)
    click.echo(f"{name} is forgotten.")


def named(desk: Desk, name: str) -> RepositoryView:
    """The repository of this name.

    Raises:
        NotFound: there is none; the message names those there are.
    """
    views = reads.repositories(desk.principal, desk.infra)
    for view in views:
        if view.name == name:
            return view
    known = ", ".join(view.name for view in views) or "none yet"
    raise NotFound(f"There is no repository “{name}”. Known: {known}.")


def chosen(desk: Desk, where: str) -> RepositoryView:
    """The repository of a name, or of a folder; registered and indexed when it was not.

    An index that its branch has left behind is brought up to date first.

    Raises:
        NotFound: neither a folder nor the name of a repository.
        RepositoryError: the folder is no repository, or cannot be indexed; it says why.
    """
    if not Path(where).exists():
        view = named(desk, where)
    else:
        wish = RegisterRepository(absolute_if_local(where))
        view = commands.add_repository(desk.principal, desk.infra, wish)
    if view.indexed_commit and not with_head(view).has_moved:
        return view
    click.echo(f"Indexing {view.name} first …", err=True)
    try:
        return synced(desk, view)
    except RepositoryError as error:
        if view.indexed_commit is None:
            raise
        click.echo(f"{error} Going on with the index of {_commit(view)}.", err=True)
        return view


def with_head(view: RepositoryView) -> RepositoryView:
    """The repository with its head as it is in its folder now, without asking any network."""
    try:
        return replace(view, head_commit=head_commit(view.git_dir, view.branch))
    except ChatappError:
        return view


def absolute_if_local(source: str) -> str:
    """A folder as its whole path, since the server works elsewhere; anything else as it is."""
    return str(Path(source).absolute()) if Path(source).exists() else source


def synced(desk: Desk, view: RepositoryView) -> RepositoryView:
    """The repository with its index at the newest commit, shown while it is built.

    Asking wipes the last complaint from the row, so the same complaint again is news.

    Raises:
        RepositoryError: it could not be built; it says why.
    """
    commands.sync_repository(desk.principal, desk.infra, view.repository_id)
    is_working = desk.let_work()
    look = lambda: reads.repository(desk.principal, desk.infra, view.repository_id)  # noqa: E731
    return wait_for_index(look, replace(view, error=None), is_working)


def _report(view: RepositoryView) -> None:
    skipped = f", {view.skipped_files} skipped" if view.skipped_files else ""
    click.echo(f"{view.name}: {view.files} files at {_commit(view)}{skipped}.")


def _commit(view: RepositoryView) -> str:
    commit = (view.indexed_commit or "-")[:SHORT]
    return f"{commit} (head has moved)" if view.indexed_commit and view.has_moved else commit

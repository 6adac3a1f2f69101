"""The command group, which knows its commands by dotted path and imports only the called one."""

import sys
from importlib import import_module
from typing import Any, Final, NamedTuple, cast

import click

from chatapp import __version__
from chatapp.domain.errors import ChatappError
from chatapp.infra.settings import SettingsError

USAGE_EXIT: Final = 2


class Entry(NamedTuple):
    """Where a command is, what it does, and whether its process is patched by gevent."""

    path: str
    summary: str
    is_cooperative: bool = False


COMMANDS: Final = {
    "serve": Entry("chatapp.cli.serve:serve", "Start everything on this machine."),
    "ask": Entry("chatapp.cli.ask:ask", "Ask a repository a question.", is_cooperative=True),
    "mcp": Entry("chatapp.cli.mcp:mcp", "Offer the tools to other agents by MCP."),
    "repo": Entry("chatapp.cli.repo:repo", "List, add, sync and remove repositories."),
    "member": Entry("chatapp.cli.member:member", "List, invite and manage members."),
    "doctor": Entry("chatapp.cli.doctor:doctor", "Check the installation and say what to mend."),
    "settings": Entry("chatapp.cli.settings:settings", "Show every setting and its value."),
    "migrate": Entry("chatapp.cli.migrate:migrate", "Bring the database to the newest revision."),
    "worker": Entry("chatapp.cli.worker:worker", "Do background jobs."),
    "redis": Entry("chatapp.cli.redis:redis", "Run the embedded Redis in the foreground."),
    "welcome": Entry("chatapp.cli.welcome:welcome", "Prepare a fresh server: first steps."),
}
"""Every command; a test resolves each path."""


class LazyGroup(click.Group):
    """Shows the table without importing anything, and imports what is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names in the order of the table."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command itself when it is called, else its line of the table."""
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        if entry.is_cooperative and ctx.obj is not None and ctx.obj.is_process:
            _patch()
        return load(entry)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The table as the help shows it."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; what goes wrong on purpose is one message and an exit code."""
        try:
            return super().invoke(ctx)
        except (click.exceptions.Exit, click.Abort, click.ClickException):
            raise
        except Exception as error:
            told = error if isinstance(error, ChatappError) else _as_unavailable(error)
            if told is None:
                raise
            click.echo(str(told), err=True)
            sys.exit(USAGE_EXIT if isinstance(told, SettingsError) else 1)


def load(entry: Entry) -> click.Command:
    """Import the command of `entry`."""
    module, _, name = entry.path.partition(":")
    return cast("click.Command", getattr(import_module(module), name))


def _as_unavailable(error: Exception) -> ChatappError | None:
    """What a driver's error means for people; asked only when there is one, since it is heavy."""
    translate = import_module("chatapp.infra.availability").as_unavailable
    return cast("ChatappError | None", translate(error))


def _patch() -> None:
    import_module("gevent.monkey").patch_all()


@click.group("chatapp", cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="%(version)s")
def group() -> None:
    """Answers questions about code and documents, with evidence."""

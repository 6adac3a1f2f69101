import subprocess
import sys

import click
import pytest
from redis.exceptions import ConnectionError as RedisDown

from chatapp import __version__
from chatapp.cli.commands import COMMANDS, group, load
from tests.unit.cli.conftest import Run


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_of_the_table_is_there_and_documented(name: str) -> None:
    command = load(COMMANDS[name])
    assert isinstance(command, click.Command)
    assert command.name == name
    assert command.help


def test_help_lists_every_command(run: Run) -> None:
    result = run("--help")
    assert result.exit_code == 0
    assert all(f"  {name} " in result.output for name in COMMANDS)


def test_help_loads_neither_database_nor_web_framework() -> None:
    code = (
        "import sys; from chatapp.bootstrap import main; sys.argv = ['chatapp', '--help']\n"
        "try: main()\n"
        "except SystemExit: print(sorted({'sqlalchemy', 'flask', 'redis'} & set(sys.modules)))"
    )
    said = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert said.splitlines()[-1] == "[]"


def test_version_is_the_packages(run: Run) -> None:
    assert run("--version").output.strip() == __version__


def test_unknown_command_is_refused_with_usage(run: Run) -> None:
    result = run("srve")
    assert result.exit_code == 2
    assert "No such command" in result.output


def test_group_is_called_chatapp() -> None:
    assert group.name == "chatapp"


def test_driver_error_is_one_sentence_and_no_trace(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose(_infra: object) -> None:
        raise RedisDown("Error 111 connecting")

    monkeypatch.setattr("chatapp.cli.member.operator", lose)
    result = run("member", "list")
    assert result.exit_code == 1
    assert result.output.startswith("Redis cannot be reached")
    assert "Traceback" not in result.output

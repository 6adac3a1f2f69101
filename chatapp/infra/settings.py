"""Reading the settings from the environment or ``.env``; the table is in `settings_table`.

Wrong values are collected and refused together, each with what is wrong and what would be right.
"""

from collections.abc import Callable, Mapping
from dataclasses import Field, fields
from typing import Any, Final

from chatapp.domain.errors import ChatappError
from chatapp.infra.settings_table import Settings

__all__ = ["Settings", "SettingsError", "load"]

_OF_THE_TESTS: Final = "CHATAPP_TEST_"


class SettingsError(ChatappError):
    """One readable list of everything that is wrong with the configuration."""

    code = "invalid_settings"

    def __init__(self, problems: list[str]) -> None:
        lines = "\n".join(f"  - {problem}" for problem in problems)
        super().__init__(f"The configuration cannot be used:\n{lines}")
        self.problems = problems


def load(environ: Mapping[str, str]) -> Settings:
    """Read every setting from `environ`.

    Raises:
        SettingsError: one or more values cannot be used; all of them are named.
    """
    values: dict[str, Any] = {}
    problems: list[str] = []
    for item in fields(Settings):
        try:
            values[item.name] = _read(item, environ)
        except ValueError as error:
            problems.append(f"{item.metadata['env']} {error}")
    problems += _unknown(environ)
    if problems:
        raise SettingsError(problems)
    return Settings(**values)


def _read(item: Field[Any], environ: Mapping[str, str]) -> object:
    parse: Callable[[str], object] = item.metadata["parse"]
    return parse(environ.get(item.metadata["env"], item.metadata["default"]))


def _unknown(environ: Mapping[str, str]) -> list[str]:
    known = {item.metadata["env"] for item in fields(Settings)}
    ours = {name for name in environ if name.startswith("CHATAPP_")}
    strange = sorted(name for name in ours - known if not name.startswith(_OF_THE_TESTS))
    return [f"{name} is not a setting; see docs/settings.md" for name in strange]

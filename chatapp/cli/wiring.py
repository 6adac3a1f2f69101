"""What the commands are handed instead of importing the floor above them."""

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, cast

from chatapp.infra.environment import environment
from chatapp.infra.settings import Settings, load

if TYPE_CHECKING:
    from chatapp.infra.handle import Infra


class Application(Protocol):
    """The part of `chatapp.bootstrap.application` that commands use."""

    def build_infra(self, settings: Settings, *, migrates: bool = True) -> "Infra":
        """The infrastructure; with `migrates` its database is brought up to date."""
        ...


@dataclass(frozen=True, slots=True)
class Wiring:
    """Click's ``ctx.obj``: loads the application when a command needs it, and not before.

    Attributes:
        load_application: Imports the wiring module.
        is_process: Whether this is the real command, which may patch the process with gevent.
        environ: Where settings are read from.
    """

    load_application: Callable[[], object]
    is_process: bool = True
    environ: Callable[[], Mapping[str, str]] = environment

    def settings(self) -> Settings:
        """The settings, by default of the environment and ``.env``.

        Raises:
            SettingsError: values that cannot be used, all of them.
        """
        return load(self.environ())

    def infra(self, settings: Settings | None = None, *, migrates: bool = True) -> "Infra":
        """The infrastructure for a command that people read: it logs trouble only."""
        settings = settings or self.settings()
        if settings.log_level == "info":
            settings = dataclasses.replace(settings, log_level="warning")
        return self.service(settings, migrates=migrates)

    def service(self, settings: Settings | None = None, *, migrates: bool = True) -> "Infra":
        """The infrastructure for a process that runs on and logs."""
        application = cast("Application", self.load_application())
        return application.build_infra(settings or self.settings(), migrates=migrates)

"""The command lines of the agents: read-only, events as JSON, the prompt on standard input.

No user text is ever an argument: the model name is checked, everything else is fixed.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from chatapp.domain.errors import InvalidRequest

DEFAULT_MODEL: Final = "default"
_MODEL: Final = re.compile(r"[A-Za-z0-9][\w.:/@-]{0,199}")
_PASSED_ON: Final = ("HOME", "PATH", "LANG", "LC_ALL", "TERM", "TMPDIR", "USER", "SHELL")
_PASSED_ON_PREFIXES: Final = (
    "ANTHROPIC_", "CLAUDE_", "OPENAI_", "CODEX_", "OPENCODE_", "XDG_", "AWS_", "GOOGLE_",
    "HTTP_", "HTTPS_", "NO_PROXY", "SSL_", "NODE_",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Command:
    """One agent: its program, the arguments for a read-only run, and how it is told a model."""

    program: str
    arguments: tuple[str, ...]
    model_flag: str

    def argv(self, path: str, model: str) -> list[str]:
        """The whole command line.

        Args:
            path: Where the program was found.
            model: A checked name, or ``default`` for the agent's own choice.

        Raises:
            InvalidRequest: the name could be taken for something else.
        """
        if model == DEFAULT_MODEL:
            return [path, *self.arguments]
        if not _MODEL.fullmatch(model):
            raise InvalidRequest(f"{model!r} cannot be the name of a model of {self.program}.")
        head, *tail = self.arguments
        return [path, head, self.model_flag, model, *tail]


COMMANDS: Final[Mapping[str, Command]] = {
    "claude_code": Command(
        "claude",
        (
            "--print", "--output-format", "stream-json", "--verbose", "--include-partial-messages",
            "--allowedTools", "Read,Grep,Glob", "--disallowedTools",
            "Bash,Edit,Write,NotebookEdit,WebFetch,WebSearch",
        ),
        "--model",
    ),
    "codex": Command(
        "codex",
        ("exec", "--json", "--skip-git-repo-check", "--sandbox", "read-only", "-"),
        "--model",
    ),
    "opencode": Command("opencode", ("run", "--format", "json", "--agent", "plan"), "--model"),
}  # fmt: skip


def passed_on(environ: Mapping[str, str]) -> dict[str, str]:
    """What an agent needs of our environment; the server's own secrets are not among it."""
    return {
        name: value
        for name, value in environ.items()
        if name in _PASSED_ON or name.startswith(_PASSED_ON_PREFIXES)
    }

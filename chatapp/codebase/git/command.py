"""Running git: one hardened way, for every caller in `chatapp.codebase`.

Not a wrapper around git's features: callers give arguments, this gives bytes or an error for
people. User text never starts an argument, and a repository's own configuration cannot make git
run anything: hooks, monitors, signature programs and transports are off unless named here.

Invariant: a git that outlives its time is killed with all its children, and no message that
leaves this module holds a credential.
"""

import os
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from chatapp.domain.errors import RepositoryError
from chatapp.infra.environment import environment
from chatapp.infra.redaction import redact

READ_TIMEOUT_S: Final = 120.0

_ROOT: Final = Path("/")

_KEPT_VARIABLES: Final = (
    "PATH", "HOME", "TMPDIR", "SSH_AUTH_SOCK", "SSL_CERT_FILE", "SSL_CERT_DIR",
    "HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy",
)  # fmt: skip
_CONFIG: Final = {
    "safe.directory": "*",  # the repositories of a shared box belong to other people
    "core.hooksPath": os.devnull,
    "core.fsmonitor": "false",
    "core.sshCommand": "ssh -oBatchMode=yes -oStrictHostKeyChecking=accept-new",
    "log.showSignature": "false",
    "log.mailmap": "true",
    "diff.external": "",
    "diff.renames": "false",
    "credential.helper": "",
    "http.followRedirects": "false",
    "http.lowSpeedLimit": "1",
    "http.lowSpeedTime": "60",
    "gc.auto": "0",
    "uploadpack.packObjectsHook": "",
    "protocol.allow": "never",
}
_FIXED: Final = {
    "LC_ALL": "C.UTF-8",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ASKPASS": "true",
    "SSH_ASKPASS": "true",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_PAGER": "cat",
}


class GitFailed(RepositoryError):
    """Git said no; the message is git's own last line, without credentials."""

    code = "git_failed"


class GitTimeout(GitFailed):
    """Git did not finish in its time and was killed."""

    code = "git_timeout"


def git_environment(config: Mapping[str, str] | None = None) -> dict[str, str]:
    """The variables git runs with: the few that it needs, and our configuration over its own."""
    outer = environment()
    pairs = {**_CONFIG, **(config or {})}
    numbered = {"GIT_CONFIG_COUNT": str(len(pairs))}
    for number, (key, value) in enumerate(pairs.items()):
        numbered |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    return {name: outer[name] for name in _KEPT_VARIABLES if name in outer} | _FIXED | numbered


def run(
    git_dir: Path | None,
    arguments: Sequence[str],
    *,
    timeout_s: float = READ_TIMEOUT_S,
    config: Mapping[str, str] | None = None,
    folder: Path = _ROOT,
) -> bytes:
    """What git writes to its standard output; without `git_dir` it looks for one from `folder` up.

    Raises:
        GitFailed: it ended with an error.
        GitTimeout: it did not end in time.
    """
    place = [f"--git-dir={git_dir}"] if git_dir else []
    with _started([*place, *arguments], config, folder, subprocess.PIPE) as process:
        try:
            output, complaint = process.communicate(timeout=timeout_s)
        except subprocess.TimeoutExpired as error:
            raise GitTimeout(f"git {arguments[0]} took longer than {timeout_s:.0f} s.") from error
    if process.returncode != 0:
        raise GitFailed(_last_words(complaint))
    return output


def succeeds(git_dir: Path | None, arguments: Sequence[str]) -> bool:
    """Whether git ends without an error; for questions that it answers by its exit status."""
    try:
        run(git_dir, arguments)
    except GitTimeout:
        raise
    except GitFailed:
        return False
    return True


@contextmanager
def piped(git_dir: Path, arguments: Sequence[str]) -> Iterator[subprocess.Popen[bytes]]:
    """A running git to write to and read from; it is ended with the block."""
    place = f"--git-dir={git_dir}"
    with _started([place, *arguments], None, _ROOT, subprocess.DEVNULL) as process:
        yield process


@contextmanager
def _started(
    arguments: Sequence[str], config: Mapping[str, str] | None, folder: Path, stderr: int
) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(  # noqa: S603 - a list, no shell; arguments are ours or after `--`
        ["git", *arguments],  # noqa: S607 - git of the machine's PATH
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=stderr,
        env=git_environment(config),
        start_new_session=True,
    )
    try:
        yield process
    finally:
        _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with suppress(BrokenPipeError):
                pipe.close()
    process.wait()


def _last_words(complaint: bytes) -> str:
    lines = [line for line in complaint.decode("utf-8", "replace").splitlines() if line.strip()]
    fatal = [line for line in lines if line.startswith(("fatal:", "error:", "ERROR:"))]
    words = (fatal or lines or ["git failed without saying why"])[-1]
    return redact(words.removeprefix("fatal:").removeprefix("error:").strip())

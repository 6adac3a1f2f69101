"""Starting a child process that cannot outlive us, and stopping it with all it started.

Every child leads a process group of its own, so that Ctrl-C reaches only the supervisor, which
then ends the others in order. On Linux the kernel also ends a child whose parent was killed.
"""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Final

_PR_SET_PDEATHSIG: Final = 1
_LIBC: Final = ctypes.CDLL(None) if sys.platform == "linux" else None


def start(
    command: Sequence[str],
    *,
    environ: Mapping[str, str] | None = None,
    on_parent_death: signal.Signals = signal.SIGTERM,
) -> subprocess.Popen[bytes]:
    """Start `command` in a process group of its own, with our standard output.

    Args:
        command: The program and its arguments; no shell is involved.
        environ: The child's whole environment; None hands ours on.
        on_parent_death: What the kernel sends the child when we die without stopping it.
    """
    return subprocess.Popen(  # noqa: S603 - our own programs only
        command,
        env=environ,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=_bound_to(os.getpid(), on_parent_death),
    )


def end_with_parent(parent: int, with_signal: signal.Signals) -> None:
    """Ask the kernel to send us `with_signal` when `parent` dies, also if it just did."""
    if _LIBC is None:
        return
    _LIBC.prctl(_PR_SET_PDEATHSIG, int(with_signal), 0, 0, 0)
    if os.getppid() != parent:
        os.kill(os.getpid(), with_signal)


def stop(child: subprocess.Popen[bytes], *, patience_s: float) -> None:
    """Ask the child to end, and end its whole group when it does not within `patience_s`."""
    if child.poll() is None:
        child.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(patience_s)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def _bound_to(parent: int, with_signal: signal.Signals) -> Callable[[], None]:
    def bind() -> None:
        end_with_parent(parent, with_signal)

    return bind

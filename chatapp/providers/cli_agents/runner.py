"""Runs one command and passes its output on; a program of its own, outside the patched process.

Started by its path, isolated from the package. The first line of standard input is
``{"argv", "cwd", "environ", "prompt"}``. The command's standard output is handed through; when it
has ended, a last line ``{"exit_code", "stderr"}`` follows. When standard input closes, because the
turn was stopped or the server died, the command and everything it started is ended.

Standard library only: it starts in 30 ms.
"""

import ctypes
import json
import os
import signal
import subprocess
import sys
import threading
from typing import Any, Final

PATIENCE_S: Final = 2.0
MAX_STDERR_BYTES: Final = 4000
PR_SET_PDEATHSIG: Final = 1


def main() -> None:
    """Run the command that standard input describes."""
    order: dict[str, Any] = json.loads(sys.stdin.buffer.readline())
    child = _started(order)
    threading.Thread(target=_end_with_input, args=(child,), daemon=True).start()
    errors: list[bytes] = []
    reader = threading.Thread(target=_collect, args=(child, errors), daemon=True)
    reader.start()
    _feed(child, order["prompt"])
    _pass_on(child)
    exit_code = child.wait()
    reader.join(PATIENCE_S)
    stderr = b"".join(errors)[-MAX_STDERR_BYTES:].decode("utf-8", "replace")
    _tell(json.dumps({"exit_code": exit_code, "stderr": stderr}).encode())
    end_group(child.pid)


def end_group(group: int, with_signal: signal.Signals = signal.SIGKILL) -> None:
    """End what is left of the command's process group."""
    try:
        os.killpg(group, with_signal)
    except (ProcessLookupError, PermissionError):
        return


def _started(order: dict[str, Any]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603 - the catalog's commands; the prompt goes in by its input
        order["argv"],
        cwd=order["cwd"],
        env=order["environ"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=_die_with_parent if sys.platform == "linux" else None,
    )


def _die_with_parent() -> None:
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)


def _feed(child: subprocess.Popen[bytes], prompt: str) -> None:
    """Give the prompt; a command that does not read it to its end is not an error."""
    if child.stdin is None:
        return
    try:
        with child.stdin as stdin:
            stdin.write(prompt.encode("utf-8", "replace"))
    except BrokenPipeError:
        return


def _pass_on(child: subprocess.Popen[bytes]) -> None:
    for line in child.stdout or ():
        _tell(line)


def _tell(line: bytes) -> None:
    sys.stdout.buffer.write(line if line.endswith(b"\n") else line + b"\n")
    sys.stdout.buffer.flush()


def _collect(child: subprocess.Popen[bytes], errors: list[bytes]) -> None:
    for line in child.stderr or ():
        errors.append(line)
        if sum(map(len, errors)) > 2 * MAX_STDERR_BYTES:
            errors.pop(0)


def _end_with_input(child: subprocess.Popen[bytes]) -> None:
    """Wait for the end of our input, then end the command: politely, then for good."""
    sys.stdin.buffer.read()
    end_group(child.pid, signal.SIGTERM)
    try:
        child.wait(PATIENCE_S)
    except subprocess.TimeoutExpired:
        end_group(child.pid)


if __name__ == "__main__":
    main()

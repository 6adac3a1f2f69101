"""The runner of one command, seen from the server: its output as bytes, ended with the block.

The command is not our child but the runner's: process trees do not belong in a patched process.
"""

import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

RUNNER: Final = Path(__file__).with_name("runner.py")
PATIENCE_S: Final = 4.0


@contextmanager
def running(
    argv: Sequence[str], *, cwd: str, environ: Mapping[str, str], prompt: str
) -> Iterator[Iterator[bytes]]:
    """Start the command and give its output; at the end of the block it is gone."""
    order = {"argv": list(argv), "cwd": cwd, "environ": dict(environ), "prompt": prompt}
    runner = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-I", "-S", str(RUNNER)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        if runner.stdin is not None:
            runner.stdin.write(json.dumps(order).encode() + b"\n")
            runner.stdin.flush()
        yield iter(runner.stdout or ())
    finally:
        _end(runner)


def _end(runner: subprocess.Popen[bytes]) -> None:
    """Close its input, which ends the command, and see that it goes."""
    if runner.stdin is not None:
        with contextlib.suppress(BrokenPipeError):
            runner.stdin.close()
    try:
        runner.wait(PATIENCE_S)
    except subprocess.TimeoutExpired:
        runner.kill()
        runner.wait()
    if runner.stdout is not None:
        runner.stdout.close()

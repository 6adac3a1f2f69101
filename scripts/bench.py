"""Measure what a new user waits for, on this machine: the start, the index, the first words.

    python scripts/bench.py

A server is started twice on a temporary data directory, registers this repository by itself, and is
asked one question by `chatapp ask`. Figures are wall-clock and depend on the machine.
"""

import contextlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from chatapp.infra.environment import environment

ROOT = Path(__file__).parents[1]
QUESTION = "How does a turn get from the browser to the provider?"
PATIENCE_S = 180


def main() -> None:
    """Print one line for each thing that is waited for."""
    with tempfile.TemporaryDirectory(prefix="chatapp-bench-") as folder:
        environ = {**environment(), "CHATAPP_DATA_DIR": folder, "CHATAPP_PORT": str(free_port())}
        with serving(environ) as first_s:
            print(f"first start to ready     {first_s:6.2f} s")
            print(f"own repository indexed   {indexed(environ):6.2f} s after that")
            print(
                f"first words of an answer {first_words(environ):6.2f} s with the command's start"
            )
        with serving(environ) as second_s:
            print(f"second start to ready    {second_s:6.2f} s")


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def serving(environ: dict[str, str]) -> Iterator[float]:
    """A server for the block; how long it took until it was ready."""
    began = time.monotonic()
    server = subprocess.Popen(chatapp("serve"), env=environ, stdout=subprocess.PIPE, text=True)
    try:
        for line in server.stdout or ():
            if line.startswith("Ready"):
                break
        else:
            sys.exit("the server did not start; see above")
        yield time.monotonic() - began
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(30)


def indexed(environ: dict[str, str]) -> float:
    """How long until the repository that the server registered by itself is indexed."""
    began = time.monotonic()
    while time.monotonic() - began < PATIENCE_S:
        said = subprocess.run(chatapp("repo", "list"), env=environ, capture_output=True, text=True)
        if re.search(r"\tready\t", said.stdout):
            return time.monotonic() - began
        time.sleep(0.2)
    sys.exit("the repository was not indexed in time")


def first_words(environ: dict[str, str]) -> float:
    """How long until the answer of `chatapp ask` begins."""
    began = time.monotonic()
    command = chatapp("ask", "--repo", "chatapp", QUESTION)
    with subprocess.Popen(
        command, env=environ, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as asking:
        assert asking.stdout is not None
        asking.stdout.read(1)
        took_s = time.monotonic() - began
        asking.stdout.read()
    return took_s


def chatapp(*words: str) -> list[str]:
    """The command line of one of our commands."""
    return [sys.executable, "-m", "chatapp", *words]


if __name__ == "__main__":
    main()

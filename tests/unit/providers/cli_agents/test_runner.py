"""The runner's own parts; as a whole it is proven in `test_process`."""

import json
import subprocess
import sys

from chatapp.providers.cli_agents import runner
from chatapp.providers.cli_agents.process import RUNNER


def test_ending_a_group_that_is_gone_is_no_error() -> None:
    child = subprocess.Popen([sys.executable, "-c", ""], start_new_session=True)
    child.wait()
    runner.end_group(child.pid)


def test_a_program_that_is_not_there_ends_the_runner_with_an_error() -> None:
    order = {"argv": ["/nonexistent"], "cwd": "/", "environ": {}, "prompt": ""}
    ended = subprocess.run(
        [sys.executable, "-I", str(RUNNER)],
        input=json.dumps(order).encode() + b"\n",
        capture_output=True,
        check=False,
    )
    assert ended.returncode != 0
    assert ended.stdout == b""


def test_only_the_end_of_a_long_error_output_is_kept() -> None:
    noisy = "import sys\nfor n in range(5000): print('line', n, file=sys.stderr)"
    order = {"argv": [sys.executable, "-c", noisy], "cwd": "/", "environ": {}, "prompt": ""}
    child = subprocess.Popen(
        [sys.executable, "-I", str(RUNNER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert child.stdin is not None
    assert child.stdout is not None
    with child.stdin, child.stdout:
        child.stdin.write(json.dumps(order).encode() + b"\n")
        child.stdin.flush()
        last = json.loads(child.stdout.read().splitlines()[-1])
    child.wait()
    assert len(last["stderr"]) <= runner.MAX_STDERR_BYTES
    assert last["stderr"].endswith("line 4999\n")

"""Measure the provider layer against the plain SDK loops, on this machine, in one run.

    python scripts/bench_providers.py [--quick]

A fake upstream (an own process) speaks the wires of OpenAI, Anthropic and Gemini. Measured are
- CPU per 1,000 chunks that come 20 ms apart, beside the loop of the SDK's documentation (bar: half)
- how soon the upstream sees that a stream was stopped (bar: 50 ms)
- the first token of 200 streams beside 8 that burst without a pause (bar: 150 ms)

Every figure is from a process of its own, patched by gevent as the web workers are.
"""

from gevent import monkey

monkey.patch_all()

import argparse  # noqa: E402 - gevent patches before anything else is imported
import json  # noqa: E402
import subprocess  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402
from collections.abc import Callable, Iterator, Mapping  # noqa: E402
from contextlib import closing, contextmanager  # noqa: E402
from dataclasses import replace  # noqa: E402
from pathlib import Path  # noqa: E402
from tempfile import TemporaryDirectory  # noqa: E402
from typing import Any, Final  # noqa: E402

import gevent  # noqa: E402

sys.path.insert(0, str(Path(__file__).parents[1]))

from chatapp.domain.stream import TextDelta  # noqa: E402
from chatapp.infra.clock import SystemClock  # noqa: E402
from chatapp.providers.registry import create, warm  # noqa: E402
from chatapp.providers.selection import Selection  # noqa: E402
from tests.fakes import make_infra  # noqa: E402

UPSTREAM: Final = Path(__file__).with_name("bench_upstream.py")
PATHS: Final = {"openai": "/v1", "anthropic": "", "gemini": ""}
QUESTION: Final = [{"role": "user", "content": "hi"}]
CHUNKS: Final = 100
BARS: Final = {"cpu": 0.5, "close_ms": 50, "first_ms": 150}


def main() -> int:
    """Run everything and print a table; 1 when a bar is missed."""
    options = _options()
    if options.measure:
        print(json.dumps(MEASURES[options.measure](options)))
        return 0
    with _upstream() as port, _upstream() as burst_port:
        rows = list(_rows(port, burst_port, streams=20 if options.quick else 40))
    for name, text, _ in rows:
        print(f"{name:44} {text}")
    return 0 if all(is_met for *_, is_met in rows) else 1


def _rows(port: int, burst_port: int, streams: int) -> Iterator[tuple[str, str, bool]]:
    for wire in PATHS:
        plain, ours = (_child(mode, wire, port, streams)["cpu_s"] for mode in ("plain", "ours"))
        text = f"{ours:.3f} s against {plain:.3f} s: ratio {ours / plain:.2f}"
        yield f"{wire}: CPU per 1,000 chunks", text, ours / plain <= BARS["cpu"]
    for wire in PATHS:
        close_ms = _child("close", wire, port, 20)["worst_ms"]
        yield f"{wire}: stop seen upstream", f"{close_ms:.1f} ms", close_ms <= BARS["close_ms"]
    for wire in PATHS:
        first = _child("neighbours", wire, port, 200, burst_port)
        text = f"median {first['median_ms']:.0f} ms, worst {first['worst_ms']:.0f} ms"
        yield f"{wire}: first token beside 8 bursts", text, first["worst_ms"] <= BARS["first_ms"]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer streams")
    parser.add_argument("--measure", choices=("plain", "ours", "close", "neighbours"))
    parser.add_argument("--wire", choices=tuple(PATHS))
    parser.add_argument("--port", type=int)
    parser.add_argument("--burst-port", type=int)
    parser.add_argument("--streams", type=int)
    return parser.parse_args()


@contextmanager
def _upstream() -> Iterator[int]:
    process = subprocess.Popen([sys.executable, str(UPSTREAM)], stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        yield int(process.stdout.readline())
    finally:
        process.terminate()
        process.wait()


def _child(mode: str, wire: str, port: int, streams: int, burst_port: int = 0) -> dict[str, float]:
    command = [sys.executable, __file__, "--measure", mode, "--wire", wire]
    command += ["--port", str(port), "--streams", str(streams), "--burst-port", str(burst_port)]
    printed = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    figures: dict[str, float] = json.loads(printed.splitlines()[-1])
    return figures


def _cpu(loop: Callable[[], int], streams: int) -> dict[str, float]:
    """CPU seconds per 1,000 chunks of `streams` loops at once, after one to warm up."""
    loop()
    before = time.process_time()
    running = [gevent.spawn(loop) for _ in range(streams)]
    gevent.joinall(running, raise_error=True)
    chunks = sum(greenlet.value for greenlet in running)
    assert chunks == streams * CHUNKS, "chunks were lost"
    return {"cpu_s": (time.process_time() - before) * 1000 / chunks}


def measure_plain(options: argparse.Namespace) -> dict[str, float]:
    """The loop of the SDK's own documentation."""
    base_url = f"http://127.0.0.1:{options.port}{PATHS[options.wire]}"
    return _cpu(PLAIN[options.wire](base_url, f"paced-{CHUNKS}-20"), options.streams)


def measure_ours(options: argparse.Namespace) -> dict[str, float]:
    """The same question through the provider layer."""
    provider = _provider(options.wire, options.port, f"paced-{CHUNKS}-20")

    def loop() -> int:
        with closing(provider.stream_chat(QUESTION, (), "")) as stream:
            return sum(isinstance(event, TextDelta) for event in stream)

    return _cpu(loop, options.streams)


def measure_close(options: argparse.Namespace) -> dict[str, float]:
    """Longest time until the upstream, asked afterwards, has seen the connection go."""
    import urllib.request  # noqa: PLC0415 - only here

    provider, worst_ms = _provider(options.wire, options.port, "hang-1-1"), 0.0
    for _ in range(options.streams):
        with closing(provider.stream_chat(QUESTION, (), "")) as stream:
            next(stream)
            stopped_s = time.monotonic()
        gevent.sleep(0.1)
        with urllib.request.urlopen(f"http://127.0.0.1:{options.port}/closed") as answer:
            worst_ms = max(worst_ms, (float(answer.read()) - stopped_s) * 1000)
    return {"worst_ms": worst_ms}


def measure_neighbours(options: argparse.Namespace) -> dict[str, float]:
    """Time to the first token of streams that start every 20 ms while 8 others burst."""
    bursting = _provider(options.wire, options.burst_port, "burst-10000000")
    paced = _provider(options.wire, options.port, "paced-500-20")
    first_ms: list[float] = []

    def burst() -> None:
        with closing(bursting.stream_chat(QUESTION, (), "")) as stream:
            for _ in stream:
                pass

    def neighbour() -> None:
        started = time.monotonic()
        with closing(paced.stream_chat(QUESTION, (), "")) as stream:
            next(stream)
            first_ms.append((time.monotonic() - started) * 1000)
            for _ in stream:
                pass

    running = [gevent.spawn(burst) for _ in range(8)]
    gevent.sleep(1)
    for _ in range(options.streams):
        running.append(gevent.spawn(neighbour))
        gevent.sleep(0.02)
    gevent.killall(running)
    first_ms.sort()
    return {"median_ms": first_ms[len(first_ms) // 2], "worst_ms": first_ms[-1]}


def _provider(wire: str, port: int, model: str) -> Any:
    folder = TemporaryDirectory()
    infra = replace(make_infra(Path(folder.name)), clock=SystemClock(), environ={})
    base_url = f"http://127.0.0.1:{port}{PATHS[wire]}"
    selection = Selection(wire, model, "key", base_url)
    warm(infra, selection)
    return create(infra, selection)


def _plain_openai(base_url: str, model: str) -> Callable[[], int]:
    from openai import OpenAI  # noqa: PLC0415 - only this SDK is loaded

    client = OpenAI(api_key="key", base_url=base_url, max_retries=0)
    options: dict[str, Any] = {"stream": True, "stream_options": {"include_usage": True}}

    def loop() -> int:
        stream = client.chat.completions.create(model=model, messages=QUESTION, **options)
        return sum(bool(chunk.choices and chunk.choices[0].delta.content) for chunk in stream)

    return loop


def _plain_anthropic(base_url: str, model: str) -> Callable[[], int]:
    from anthropic import Anthropic  # noqa: PLC0415 - only this SDK is loaded

    client = Anthropic(api_key="key", base_url=base_url, max_retries=0)
    options: dict[str, Any] = {"max_tokens": 100, "stream": True}

    def loop() -> int:
        stream = client.messages.create(model=model, messages=QUESTION, **options)
        return sum(event.type == "content_block_delta" for event in stream)

    return loop


def _plain_gemini(base_url: str, model: str) -> Callable[[], int]:
    from google import genai  # noqa: PLC0415 - only this SDK is loaded

    client = genai.Client(api_key="key", http_options={"base_url": base_url})

    def loop() -> int:
        stream = client.models.generate_content_stream(model=model, contents="hi")
        return sum(bool(chunk.text) for chunk in stream)

    return loop


PLAIN: Final[Mapping[str, Any]] = {
    "openai": _plain_openai,
    "anthropic": _plain_anthropic,
    "gemini": _plain_gemini,
}
MEASURES: Final[Mapping[str, Callable[[argparse.Namespace], dict[str, float]]]] = {
    "plain": measure_plain,
    "ours": measure_ours,
    "close": measure_close,
    "neighbours": measure_neighbours,
}

if __name__ == "__main__":
    sys.exit(main())

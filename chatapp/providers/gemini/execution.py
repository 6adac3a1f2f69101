"""Runs the calls of one Gemini reply in parallel greenlets; closing it kills those that run."""

from collections.abc import Generator, Sequence

import gevent

from chatapp.domain.json import Json
from chatapp.domain.stream import StreamEvent, ToolExecuted
from chatapp.domain.tools import ToolExecutor
from chatapp.providers.gemini.reply import NativeCall

Answers = list[tuple[NativeCall, Json]]


def execute(
    calls: Sequence[NativeCall], executor: ToolExecutor
) -> Generator[StreamEvent, None, Answers]:
    """Tell each result as it comes; return all of them in the order of the calls."""
    running = [gevent.spawn(executor, call.call.name, call.call.arguments) for call in calls]
    try:
        for finished in gevent.iwait(running):
            call = calls[running.index(finished)].call
            yield ToolExecuted(call.call_id, call.name, finished.get())
    finally:
        gevent.killall(running, block=False)
    return [(call, done.get()) for call, done in zip(calls, running, strict=True)]

"""The transport for a client that starts us as its child: one caller, standard input and output.

Nothing but the protocol may appear on standard output; the SDK points it elsewhere while it
serves, so that a stray `print` cannot break the stream.
"""

import signal

import anyio
from mcp.server.stdio import stdio_server

from chatapp.mcp.server import Identity, make_server
from chatapp.mcp.wire import Surface


def serve(identity: Identity, surface: Surface, timeout_s: float) -> None:
    """Serve the tools of `surface` until standard input ends.

    An interrupt ends the process at once: the thread that waits for input could not be woken, and
    nothing is written that would have to be finished.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    anyio.run(_serve, identity, surface, timeout_s)


async def _serve(identity: Identity, surface: Surface, timeout_s: float) -> None:
    server = make_server(identity, lambda _context: surface, timeout_s)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())

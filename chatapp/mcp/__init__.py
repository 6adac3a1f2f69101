"""Tools over the Model Context Protocol, in a process of its own; the only floor that uses its SDK.

Knows the protocol and its two transports. It is handed tools and knows neither repositories nor
keys: `chatapp.cli.mcp` brings those.
"""

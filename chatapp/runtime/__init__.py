"""The agent loop: one question, its tools and its provider, told as a stream of events.

Knows nothing of HTTP, of the store or of who is asking; `conversation` calls it and keeps what it
tells.
"""

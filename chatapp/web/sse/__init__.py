"""The one event stream transport, and the only place that knows a wire format.

`frames` is the format of the lines, `chat_dialect` and `ask_dialect` are the two vocabularies of
PROTOCOL.md, `connection` notices who has gone, `response` puts it together. Every stream has one
writer, one terminal event that is the last, and a sign of life at least every heartbeat.
"""

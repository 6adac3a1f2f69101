"""What the index knows about a file or a symbol besides its text: graph, history, decisions.

Queries only, each from an open index to plain values. Called by `chatapp.codebase.tools`.
"""

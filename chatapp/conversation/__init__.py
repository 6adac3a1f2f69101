"""Turns and the conversations they belong to: prepare, run, end once, follow, replay, branch.

`prepare` claims a question, `turn` runs it in a greenlet of its own, `terminal` writes its end,
`journal` shows it to any number of readers in any worker, `repair` mends what a crash left.
Called by `chatapp.access` and by jobs; every function is scoped by an `Owner`.
"""

"""The ``chatapp`` command: parse, call one thing, present.

Commands live one a module and are imported when they are called; `chatapp.cli.commands` is the
table of them.
"""

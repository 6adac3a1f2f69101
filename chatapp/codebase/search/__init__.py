"""Finding things in one repository's index: files, symbols, lines, by words, names or patterns.

Reads a `chatapp.codebase.schema` index and nothing else: a path given by a model is only ever
looked up there, never in the file system. Called by `chatapp.codebase.tools`.
"""

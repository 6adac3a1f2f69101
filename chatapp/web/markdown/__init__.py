"""Markdown from a model to HTML that is safe to show: whole, or block by block while it streams.

Model text is data: raw HTML stays text, links keep four harmless schemes, and everything passes an
allow-list at the end. Nothing here knows of HTTP, of the store or of who is reading.
"""

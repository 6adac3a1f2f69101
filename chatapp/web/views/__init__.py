"""View objects: what a template is given, made from domain values, with every text ready to show.

Frozen dataclasses, one for each fragment. Nothing here reads the store; `pages` and `fragments`
fetch, views arrange, templates show.
"""

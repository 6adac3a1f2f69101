"""The one door: who are you, may you, how much. Everything above the conversation enters here.

The first argument of every function that acts for a caller is a `Principal`; the web sees
nothing below this floor.
"""

"""Bytes and messages on the way to and from a provider: what all protocols have in common."""

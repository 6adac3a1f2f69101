"""Anthropic's messages API with native blocks."""

"""Gemini with native contents and its own tool loop."""

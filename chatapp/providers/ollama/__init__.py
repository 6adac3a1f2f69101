"""Ollama's native chat API, which alone lets the context window be chosen."""

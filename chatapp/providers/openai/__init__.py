"""OpenAI's wire: chat completions and responses, also of every compatible server."""

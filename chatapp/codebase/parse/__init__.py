"""From one file's text to symbols, references, imports and chunks: no git, no database."""

"""From one file's text to symbols, references, imports, chunks: pure functions, no git, no database."""

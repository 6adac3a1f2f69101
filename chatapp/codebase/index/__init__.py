"""Building the index file: full or from the last one, with the same rows either way."""

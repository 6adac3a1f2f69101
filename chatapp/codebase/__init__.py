"""Everything about source repositories: git, parsing, the index, searching it, and the tools."""

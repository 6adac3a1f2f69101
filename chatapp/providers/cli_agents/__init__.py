"""Command-line agents of this machine as providers: Claude Code, Codex, OpenCode."""

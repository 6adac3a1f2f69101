"""Programs that stand in for the agents: small scripts on a PATH of their own."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str, str], Path]:
    """Put a Python program of that name on the PATH."""
    folder = tmp_path / "bin"
    folder.mkdir()

    def write(name: str, source: str) -> Path:
        path = folder / name
        path.write_text(f"#!{sys.executable}\n{source}")
        path.chmod(0o755)
        return path

    return write

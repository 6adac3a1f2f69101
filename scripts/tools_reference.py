"""Write docs/tools.md from the registry of tools: `python scripts/tools_reference.py`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from chatapp.codebase.tools.reference import markdown

if __name__ == "__main__":
    (Path(__file__).parents[1] / "docs" / "tools.md").write_text(markdown(), "utf-8")

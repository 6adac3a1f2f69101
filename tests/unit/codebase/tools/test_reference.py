from pathlib import Path

from chatapp.codebase.tools.reference import markdown
from chatapp.codebase.tools.registry import ENTRIES

DOCUMENT = Path(__file__).parents[4] / "docs" / "tools.md"


def test_the_document_is_what_the_registry_says() -> None:
    """Run `python scripts/tools_reference.py` when this fails."""
    assert DOCUMENT.read_text("utf-8") == markdown()


def test_every_tool_has_its_section() -> None:
    for entry in ENTRIES:
        assert f"## {entry.name}\n" in markdown()

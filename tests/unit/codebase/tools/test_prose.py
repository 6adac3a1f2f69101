from chatapp.codebase.tools.prose import MAX_OUTLINE, day, decision_line, outline, page_text
from chatapp.codebase.tools.shapes import PageData, SkeletonItem


def _item(depth: int = 0) -> SkeletonItem:
    return {
        "name": "run",
        "kind": "function",
        "signature": "def run()",
        "start_line": 3,
        "end_line": 9,
        "depth": depth,
        "summary": "",
    }


def test_a_page_is_told_in_short_lines() -> None:
    page: PageData = {
        "target": "a.py",
        "kind": "file",
        "title": "a.py",
        "path": "a.py",
        "start_line": 1,
        "end_line": 9,
        "language": "python",
        "summary": "Runs.",
        "skeleton": [_item()],
        "callers": [
            {"path": "b.py", "line": 4, "symbol": "go", "kind": "call", "confidence": 1.0},
            {"path": "c.py", "line": 5, "symbol": "", "kind": "call", "confidence": 0.2},
            {"path": "d.py", "line": 1, "symbol": "", "kind": "import", "confidence": 1.0},
        ],
        "last_change": {"commit": "f" * 40, "author": "Ada", "subject": "Fix", "at": 86_400},
        "ownership": [{"author": "Ada", "commits": 2, "share": 0.5}],
        "community": {"label": "core", "files": 3},
    }

    assert page_text(page).split("\n") == [
        "## a.py (a.py:1-9, python)",
        "Runs.",
        "Outline:",
        "- 3-9 function def run()",
        "Used by: b.py:4 go; c.py:5 (possible); d.py",
        "Last change: 1970-01-02 ffffffffffff Ada: Fix",
        "Owners: Ada 50%",
        "Community: core (3 files)",
    ]


def test_a_long_outline_ends_with_a_count() -> None:
    lines = outline([_item(depth=1)] * (MAX_OUTLINE + 2))

    assert lines[1] == "  - 3-9 function def run()"
    assert lines[-1] == "- and 2 more"
    assert outline([]) == []


def test_a_decision_names_its_place_or_its_commit() -> None:
    written = {"kind": "adr", "title": "Use X", "text": "", "path": "d.md", "start_line": 2,
               "end_line": 3, "commit": "", "author": "", "at": None}  # fmt: skip
    committed = {**written, "kind": "commit", "path": "", "commit": "a" * 40, "at": 0}

    assert decision_line(written) == "Decision (adr, undated): Use X [d.md:2]"
    assert decision_line(committed).endswith("[aaaaaaaaaaaa]")


def test_no_time_is_undated() -> None:
    assert (day(None), day(86_400)) == ("undated", "1970-01-02")

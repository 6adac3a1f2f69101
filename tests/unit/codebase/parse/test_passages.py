from chatapp.codebase.parse.extract import extract
from chatapp.codebase.parse.model import Passage
from chatapp.codebase.parse.passages import MAX_PASSAGES, passages_of, title_of
from chatapp.codebase.text import split_lines


def _of(path: str, kind: str, text: str) -> tuple[Passage, ...]:
    lines = split_lines(text)
    found = passages_of(path, kind, lines, extract(text, "python").comments)
    for passage in found:
        assert passage.text == "\n".join(lines[passage.start_line - 1 : passage.end_line])
    return found


RECORD = "# 1. Use SQLite\n\n## Context\n\nOne box.\n\n## Decision\n\nWe chose SQLite.\n"
CHANGES = (
    "# Changes\n\n## 2.0\n\n- Answers are kept so that a reload does not ask the model again.\n"
    "- Faster.\n- The old route is gone, use the new one instead of it from now on,\n"
    "  because two were confusing.\n"
)


def test_decision_record_gives_its_sections_titled_by_the_record() -> None:
    found = _of("docs/adr/0001.md", "doc", RECORD)
    assert [(one.kind, one.title, one.start_line, one.end_line) for one in found] == [
        ("adr", "1. Use SQLite: Context", 3, 5),
        ("adr", "1. Use SQLite: Decision", 7, 9),
    ] or found[0].title == "1. Use SQLite"
    assert found[-1].text.endswith("We chose SQLite.")


def test_changelog_gives_the_entries_that_say_why() -> None:
    found = _of("CHANGELOG.md", "doc", CHANGES)
    assert [(one.start_line, one.end_line) for one in found] == [(5, 5), (7, 8)]
    assert found[0].title.startswith("Answers are kept")


def test_comment_that_gives_a_reason_is_kept_and_others_are_not() -> None:
    source = (
        "# Copyright, all of it, because the licence says that this must stand here\n\n"
        "x = 1  # short because\n"
        "# The lock is taken twice on purpose: the second time, somebody else may\n"
        "# have written the row in between.\n"
        "y = 2\n"
        "# This comment is long enough, and yet it tells what the code does and no more than it.\n"
    )
    found = _of("a.py", "code", source)
    assert [(one.kind, one.start_line, one.end_line) for one in found][-1] == ("comment", 4, 5)
    assert len(found) <= 2


def test_reasons_in_chinese_count() -> None:
    text = "# " + "缓存在这里失效,因为上游会在夜里改价格,否则用户会看到旧的总额。" * 2 + "\nx = 1\n"
    assert len(_of("a.py", "code", text)) == 1


def test_one_file_cannot_flood_the_index() -> None:
    text = "# Written so that there are far too many of these comments in one file.\n\n" * 1000
    assert len(_of("a.py", "code", text)) == MAX_PASSAGES


def test_title_is_the_first_telling_line() -> None:
    assert title_of("# ----\n#\n# Why this is so.\n# More.") == "Why this is so."
    assert title_of("") == ""

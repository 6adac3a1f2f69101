import re

import pytest

from chatapp.web.markdown.highlight import (
    CLASSES,
    LONGEST_HIGHLIGHTED,
    highlight,
    highlight_file,
    visible,
)


def test_no_span_crosses_a_line() -> None:
    lines = highlight_file('"""one\ntwo"""\n', "a.py")
    assert lines == ('<span class="s">"""one</span>', '<span class="s">two"""</span>', "")


def test_only_known_classes_are_used() -> None:
    code = "import os  # why\n@deco\nclass A(Base):\n    x = 1.5 and f'{y}'\n"
    assert set(re.findall(r'class="(\w+)"', highlight(code, "python"))) <= CLASSES


def test_text_is_the_same_without_the_markup() -> None:
    code = 'if a < b && c > "d":\n\t\tpass\n\n\n'
    plain = re.sub(r"<[^>]+>", "", highlight(code, "python"))
    assert plain.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&") == code


def test_a_very_long_text_is_not_coloured() -> None:
    assert "<span" not in highlight("x = 1\n" * (LONGEST_HIGHLIGHTED // 5), "python")


def test_the_language_is_told_by_the_name() -> None:
    assert "<span" in highlight_file("fn main() {}", "src/main.rs")[0]
    assert "<span" not in highlight_file("fn main() {}", "LICENSE")[0]


@pytest.mark.requirement("E03")
def test_invisible_characters_show_their_number() -> None:
    assert visible("a\u202eb<") == 'a<bdi class="unseen" title="U+202E">\u202e</bdi>b&lt;'

import pytest

from chatapp.providers.extractive.lines import (
    comment_mask,
    defined_name,
    import_mask,
    long_comment_mask,
    parameter_mask,
)


def marked(mask, text: str) -> list[str]:
    lines = text.split("\n")
    return [line for line, is_marked in zip(lines, mask(lines), strict=True) if is_marked]


def test_comments_and_docstrings_are_told_from_code() -> None:
    text = '# a\nx = 1\n"""doc\ninside\n"""\n// b\n * c\nf(\n    **more,\n    *rest)'
    assert marked(comment_mask, text) == ["# a", '"""doc', "inside", '"""', "// b", " * c"]


def test_only_long_runs_of_comments_are_long() -> None:
    assert marked(long_comment_mask, "# a\nx\n# 1\n# 2\n# 3") == ["# 1", "# 2", "# 3"]


def test_imports_are_told_over_several_lines_and_languages() -> None:
    text = (
        "from a import (\n    b,\n)\nimport os\nx = f(\n    1)\nimport { a,\n  b } from 'x'\n"
        "const y = require('y')\nuse std::io;\n#include <a.h>\nimport (\n  \"fmt\"\n)\ndone"
    )
    assert [line for line in text.split("\n") if line not in marked(import_mask, text)] == [
        "x = f(",
        "    1)",
        "done",
    ]


def test_the_middle_of_a_long_parameter_list_is_marked() -> None:
    long = "def f(\n  a,\n  b,\n  c,\n  d,\n):\n    pass"
    assert marked(parameter_mask, long) == ["  a,", "  b,", "  c,", "  d,"]
    assert marked(parameter_mask, "def f(\n  a,\n):\n    pass") == []


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("def encode(event):", "encode"),
        ("    async def encode(self):", "encode"),
        ("export async function encode() {", "encode"),
        ("func (s *Server) Encode(e Event) {", "Encode"),
        ("pub fn encode(&self) {", "encode"),
        ("public abstract class Encoder {", "Encoder"),
        ("encoded = encode(x)", ""),
        ("# def encode", ""),
    ],
)
def test_the_name_that_a_line_defines(line: str, name: str) -> None:
    assert defined_name(line) == name

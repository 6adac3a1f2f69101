"""Tools over texts that break other tools: scripts without spaces, odd line ends, huge lines."""

import pytest

from chatapp.codebase.text import CUT_MARK, MAX_LINE
from chatapp.codebase.tools.budget import MAX_TOKENS, tokens_of
from chatapp.domain.evidence import parse_evidence
from tests.unit.codebase.projects import Project


def _hits(project: Project, query: str, kind: str = "any") -> list[dict[str, object]]:
    data = project.call("search_codebase", query=query, kind=kind).data
    assert isinstance(data, dict)
    return data["hits"]


@pytest.mark.requirement("Q01")
@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("连接池耗尽", "docs/zh.md"),
        ("连接池", "docs/zh.md"),
        ("耗尽", "docs/zh.md"),
        ("接池", "docs/zh.md"),
        ("请求会排队吗?", "docs/zh.md"),
        ("耗", "docs/zh.md"),
        ("塘", "docs/other.md"),
        ("セッション", "docs/ja.md"),
        ("有効期限", "docs/ja.md"),
        ("期限", "docs/ja.md"),
        ("ください", "docs/ja.md"),
        ("세션", "docs/ko.md"),
        ("세션이 만료", "docs/ko.md"),
        ("사용자", "docs/ko.md"),
        ("연결", "docs/ko.md"),
        ("ฐานข้อมูล", "docs/th.md"),
        ("ล้มเหลว", "docs/th.md"),
    ],
)
def test_a_part_of_a_text_without_spaces_is_found(hostile: Project, query: str, path: str) -> None:
    hits = _hits(hostile, query)

    assert hits
    assert hits[0]["path"] == path


@pytest.mark.requirement("Q01")
def test_the_whole_ranks_above_its_parts(hostile: Project) -> None:
    paths = [hit["path"] for hit in _hits(hostile, "连接池")]

    assert paths.index("docs/zh.md") < paths.index("docs/other.md")


@pytest.mark.requirement("Q03")
@pytest.mark.parametrize("query", ["foo.bar()", "foo.bar", "C++", '"foo.bar'])
def test_signs_count_where_words_would_not_do(hostile: Project, query: str) -> None:
    hit = _hits(hostile, query)[0]

    assert hit["path"] == "docs/phrase.md"
    assert hit["start_line"] == 1


@pytest.mark.requirement("E02")
@pytest.mark.parametrize(
    ("needle", "path", "line"),
    [("needle_crlf", "src/crlf.py", 5), ("needle_odd", "src/odd.py", 4)],
)
def test_lines_are_counted_by_lf_alone_everywhere(
    hostile: Project, needle: str, path: str, line: int
) -> None:
    for kind in ("text", "regex"):
        (hit,) = _hits(hostile, needle, kind)
        assert (hit["path"], hit["start_line"]) == (path, line)

    read = hostile.call("get_context", targets=[f"{path}:{line}"])

    (block,) = parse_evidence(read.content)
    assert needle in block.content
    assert "\r" not in block.content
    assert [str(source) for source in read.sources] == [f"{path}:{line}"]


@pytest.mark.requirement("E02")
def test_a_dollar_sign_matches_before_crlf(hostile: Project) -> None:
    assert [hit["start_line"] for hit in _hits(hostile, "^B = 2$", "regex")] == [2]


@pytest.mark.requirement("E03")
def test_a_byte_order_mark_hides_nothing(hostile: Project) -> None:
    assert _hits(hostile, "bomb_squad", "symbol")[0]["path"] == "src/bom.py"
    assert _hits(hostile, "^def bomb_squad", "regex")[0]["start_line"] == 1
    read = hostile.call("get_context", targets=["src/bom.py:1"])
    assert "1| def bomb_squad():" in read.content


@pytest.mark.requirement("E03")
@pytest.mark.parametrize("query", ["access_level", "isadmin_flag"])
def test_the_visible_name_finds_what_hides_invisible_characters(
    hostile: Project, query: str
) -> None:
    hits = _hits(hostile, query)

    assert hits[0]["path"] == "src/bidi.py"
    assert any(mark in str(hits[0]["lines"]) for mark in ("\\u202e", "\\u200b"))


@pytest.mark.requirement("G06")
def test_a_huge_line_is_cut_around_the_hit(hostile: Project) -> None:
    (hit,) = _hits(hostile, "needle_wide", "text")
    shown = hit["lines"][0]["text"]

    assert "needle_wide" in shown
    assert len(shown) <= MAX_LINE + len(CUT_MARK) + 1


@pytest.mark.requirement("G06")
def test_a_skipped_file_says_why_it_cannot_be_read(hostile: Project) -> None:
    result = hostile.call("get_context", targets=["web/bundle.js"])

    assert "it is not indexed (size)" in result.content
    assert _hits(hostile, "x\\(\\);x", "regex") == []


@pytest.mark.requirement("G06")
@pytest.mark.requirement("M07")
def test_a_long_file_is_read_in_bounded_pieces(hostile: Project) -> None:
    result = hostile.call("get_context", targets=["data/big.py"], include=["full_doc"])

    assert isinstance(result.data, dict)
    assert tokens_of(result.content) <= MAX_TOKENS
    assert "[truncated" in result.content
    reference = result.data["more"][0]
    piece = hostile.call(reference["tool"], **reference["arguments"])
    assert next(parse_evidence(piece.content)).path == "data/big.py"


@pytest.mark.requirement("M07")
def test_every_quoted_block_is_whole(hostile: Project) -> None:
    result = hostile.call("search_codebase", query="VALUE_1 needle connect", limit=50)

    assert result.content.count("<evidence ") == result.content.count("</evidence>")
    for block in parse_evidence(result.content):
        assert block.content.count("\n") == block.lines.end - block.lines.start

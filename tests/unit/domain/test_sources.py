import pytest

from chatapp.domain.sources import CITATION, LineRange, Source


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("see `a/b.py:12`.", ("a/b.py", "12", None)),
        ("(src/x.ts:3-9)", ("src/x.ts", "3", "9")),
        ("Makefile:1–4 says", ("Makefile", "1", "4")),
        ("文件 docs/说明.md:7。", ("docs/说明.md", "7", None)),
    ],
)
def test_citations_are_found_in_prose(text: str, found: tuple[str, str, str | None]) -> None:
    match = CITATION.search(text)
    assert match is not None
    assert match.groups() == found


def test_a_source_is_written_as_path_and_lines() -> None:
    source = Source("r" * 32, "c" * 40, "a/b.py", LineRange(12, 20))
    assert str(source) == "a/b.py:12-20"
    assert str(LineRange(5, 5)) == "5"

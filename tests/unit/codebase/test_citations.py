import pytest

from chatapp.codebase.citations import resolve_citations
from chatapp.domain.sources import Citation, LineRange, Source
from tests.unit.codebase.projects import Project


def _resolve(project: Project, text: str, sources: tuple[Source, ...] = ()) -> list[Citation]:
    return list(resolve_citations(project.infra, project.repository, text, sources))


def _source(project: Project, path: str, start: int, end: int, commit: str = "") -> Source:
    wanted = commit or str(project.repository.indexed_commit)
    return Source(project.repository.repository_id, wanted, path, LineRange(start, end))


@pytest.mark.requirement("Q05")
def test_a_path_with_lines_resolves_at_the_indexed_commit(sample: Project) -> None:
    text = "See shop/cart.py:6-9 and `shop/settings.py:1`."

    first, second = _resolve(sample, text)

    assert first.source == _source(sample, "shop/cart.py", 6, 9)
    assert text[first.start : first.end] == first.text == "shop/cart.py:6-9"
    assert second.source == _source(sample, "shop/settings.py", 1, 1)
    assert text[second.start : second.end] == "shop/settings.py:1"


@pytest.mark.requirement("Q05")
@pytest.mark.parametrize(
    ("cited", "problem"),
    [
        ("shop/nowhere.py:1", "shop/nowhere.py is not in the indexed commit"),
        ("shop/settings.py:1-80", "shop/settings.py has 2 lines"),
        ("shop/settings.py:0", "shop/settings.py has 2 lines"),
        ("shop/settings.py:2-1", "shop/settings.py has 2 lines"),
        ("shop/settings.py:99999999999999999999", "shop/settings.py has 2 lines"),
        ("../../etc/passwd:1", "../../etc/passwd is not in the indexed commit"),
    ],
)
def test_what_does_not_exist_is_given_back_with_the_reason(
    sample: Project, cited: str, problem: str
) -> None:
    (citation,) = _resolve(sample, f"as in {cited}, it says")

    assert citation.source is None
    assert citation.problem == problem


def test_the_only_file_of_a_name_may_be_cited_by_it(sample: Project) -> None:
    (citation,) = _resolve(sample, "cart.py:6")

    assert citation.source == _source(sample, "shop/cart.py", 6, 6)


@pytest.mark.requirement("Q05")
def test_numbers_stand_for_the_sources_of_the_turn(sample: Project) -> None:
    sources = (
        _source(sample, "shop/cart.py", 1, 2),
        _source(sample, "shop/cart.py", 1, 2, commit="0" * 40),
    )

    resolved, old, missing = _resolve(sample, "One [1], older [2], none [7].", sources)

    assert resolved.source == sources[0]
    assert old.source is None
    assert "read at commit 000000000000" in old.problem
    assert missing.problem == "there are 2 sources, none is number 7"


@pytest.mark.parametrize(
    "text",
    [
        "open http://localhost:8000/x at 12:30",
        "listen on 127.0.0.1:5000 or db:5432",
        "```python\nshop/cart.py:6\n```",
        "an [1] without sources, a [link](x:1), items[2]",
    ],
)
def test_what_is_no_citation_is_left_alone(sample: Project, text: str) -> None:
    assert _resolve(sample, text) == []


def test_citations_come_in_the_order_of_the_text(sample: Project) -> None:
    sources = (_source(sample, "shop/cart.py", 1, 2),)

    found = _resolve(sample, "a [1] b shop/cart.py:1 c `shop/settings.py:2` d", sources)

    assert [item.text for item in found] == ["[1]", "shop/cart.py:1", "shop/settings.py:2"]


@pytest.mark.requirement("Q05")
def test_every_source_of_every_tool_resolves(sample: Project) -> None:
    calls = {
        "search_codebase": {"query": "session"},
        "get_context": {"targets": ["shop/cart.py", "SessionStore"], "include": ["full_doc"]},
        "get_overview": {},
        "get_why": {},
        "get_risk": {},
        "get_change_risk": {},
        "get_dead_code": {"tier": "all"},
        "get_answer": {"question": "How are sessions signed?"},
        "get_symbol": {"name": "SessionStore"},
        "get_health": {},
    }
    for name, arguments in calls.items():
        sources = sample.call(name, **arguments).sources
        citations = _resolve(sample, " ".join(map(str, sources)))
        assert sources
        assert [citation.source for citation in citations] == [
            Source(item.repository_id, item.commit, item.path, item.lines) for item in sources
        ]

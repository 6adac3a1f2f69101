import pytest
from flask import Flask

from chatapp.domain.sources import Citation, LineRange, Source
from chatapp.web.citing import outcome
from chatapp.web.markdown.citations import Lost, Place
from tests.unit.web.views.conftest import app  # noqa: F401 - the fixture


@pytest.mark.requirement("Q05")
def test_a_resolved_citation_leads_to_its_lines_at_the_commit(app: Flask) -> None:  # noqa: F811
    source = Source("r", "c" * 40, "src/a.py", LineRange(3, 9), "f")
    with app.test_request_context():
        place = outcome(Citation("a.py:3-9", 0, 8, source))
    assert place == Place(
        "a.py:3-9", "src/a.py", "3-9", f"/repos/r/blob/{'c' * 40}/src/a.py#L3-L9", "f"
    )


@pytest.mark.requirement("Q05")
def test_an_unresolved_citation_says_why() -> None:
    citation = Citation("a.py:99", 0, 7, None, "a.py has 80 lines")
    assert outcome(citation) == Lost("a.py:99", "a.py has 80 lines")

import re

import pytest

from tests.functional.callers import Caller


def test_a_file_is_shown_with_a_link_for_every_line(owner: Caller, indexed_id: str) -> None:
    response = owner.get(f"/repos/{indexed_id}/blob/HEAD/bees.py", follow_redirects=True)
    page = response.get_data(as_text=True)
    assert re.search(r"/blob/[0-9a-f]{40}/bees.py$", response.request.path)
    assert '<li id="L1"><a href="#L1">1</a><code><span class="k">def</span>' in page
    assert "Ask about this file" in page


def test_a_range_is_marked(owner: Caller, indexed_id: str) -> None:
    url = f"/repos/{indexed_id}/blob/HEAD/bees.py"
    commit = owner.get(url).location.split("/blob/")[1].partition("/")[0]
    page = owner.get(f"/repos/{indexed_id}/blob/{commit}/bees.py?lines=2-2").get_data(as_text=True)
    assert '<li id="L2" class="hot">' in page
    assert '<li id="L1"><a' in page
    bad = owner.get(f"/repos/{indexed_id}/blob/{commit}/bees.py?lines=x").get_data(as_text=True)
    assert 'class="hot"' not in bad


@pytest.mark.parametrize("path", ["nothing.py", "../../etc/passwd", "bees.py%00"])
def test_what_is_not_in_the_commit_is_refused(owner: Caller, indexed_id: str, path: str) -> None:
    assert owner.get(f"/repos/{indexed_id}/blob/HEAD/{path}").status_code in (400, 404)

import re
from pathlib import Path

import pytest

from chatapp.codebase.index.build import build_index
from chatapp.infra.handle import Infra
from tests.functional.callers import Caller
from tests.unit.codebase.projects import commit as commit_files


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
    response = owner.get(f"/repos/{indexed_id}/blob/HEAD/{path}", follow_redirects=True)
    assert response.status_code in (400, 404)
    assert "root:" not in response.get_data(as_text=True)


@pytest.mark.parametrize("commit", ["main", "HEAD~1", "--all", "a" * 39, "0" * 40])
def test_a_commit_is_named_by_its_full_id(owner: Caller, indexed_id: str, commit: str) -> None:
    assert owner.get(f"/repos/{indexed_id}/blob/{commit}/bees.py").status_code == 400


def test_definitions_stand_beside_the_text(owner: Caller, indexed_id: str) -> None:
    page = newest(owner, indexed_id, "bees.py")
    assert '<a href="#L1"><span>buzz</span><small>function</small></a>' in page


@pytest.mark.requirement("Q05")
def test_a_cited_commit_stays_readable_after_the_index_moved_on(
    owner: Caller, infra: Infra, tmp_path: Path, indexed_id: str
) -> None:
    old = owner.get(f"/repos/{indexed_id}/blob/HEAD/bees.py").location
    folder = tmp_path / "garden"
    commit_files(folder, {"bees.py": "\n\n# moved\ndef buzz(): ...\n"}, "Move the bees")
    build_index(infra, indexed_id)
    page = owner.get(old).get_data(as_text=True)
    assert '<li id="L1"><a href="#L1">1</a><code><span class="k">def</span>' in page
    assert "Show the newest" in page
    assert "moved" in newest(owner, indexed_id, "bees.py")


def test_a_long_file_comes_in_pages(
    owner: Caller, infra: Infra, tmp_path: Path, repository_id: str
) -> None:
    folder = tmp_path / "garden"
    commit_files(folder, {"long.py": "x = 1\n" * 4500}, "Grow")
    build_index(infra, repository_id)
    first = newest(owner, repository_id, "long.py")
    assert 'id="L2000"' in first
    assert 'id="L2001"' not in first
    assert "Earlier lines" not in first
    later = re.search(r'href="([^"]+first=2001#L2001)"', first)
    assert later
    second = owner.get(later[1].partition("#")[0]).get_data(as_text=True)
    assert 'id="L2001"' in second
    assert "Earlier lines" in second
    assert "More lines" in second


def newest(caller: Caller, repository_id: str, path: str) -> str:
    url = f"/repos/{repository_id}/blob/HEAD/{path}"
    return caller.get(url, follow_redirects=True).get_data(as_text=True)

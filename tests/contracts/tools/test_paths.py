"""Whatever path a model gives, no tool reads outside the indexed commit (cases G01, G02)."""

import pytest

from chatapp.codebase.tools.registry import ENTRIES
from chatapp.domain.json import Json
from tests.contracts.tools.conftest import SECRET
from tests.unit.codebase.projects import Project

PATHS = (
    "leak.py",
    "chain",
    "env",
    "ext",
    "ext/secret.py",
    "../outside/secret.py",
    "src/../../outside/secret.py",
    "sub/loop",
    "sub/loop/sub/loop/leak.py",
    "sub/loop/src/app.py",
    "dangling",
    "/etc/passwd",
    "//etc/passwd",
    "~/.ssh/id_rsa",
    "file:///etc/passwd",
    "\\\\server\\share",
    "src/app.py\x00.txt",
    "--pre=sh",
    ".git/config",
)


def _arguments(name: str, path: str) -> dict[str, Json]:
    return {
        "get_overview": {},
        "search_codebase": {"query": path, "path": path},
        "get_context": {"targets": [path, f"{path}:1-5"], "include": ["full_doc", "ownership"]},
        "get_why": {"question": path, "path": path},
        "get_risk": {"targets": [path]},
        "get_change_risk": {"revision": path},
        "get_dead_code": {"tier": "all", "path": path},
        "get_answer": {"question": path},
        "get_symbol": {"name": path},
        "get_health": {},
        "list_repos": {},
    }[name]


@pytest.mark.requirement("G01")
@pytest.mark.requirement("G02")
@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("name", [entry.name for entry in ENTRIES])
def test_no_tool_reads_outside_the_repository(hostile: Project, name: str, path: str) -> None:
    result = hostile.call(name, **_arguments(name, path))

    assert SECRET not in result.content
    assert SECRET not in repr(result.data)
    assert "root:" not in result.content
    assert result.error_code in (None, "invalid_reference")


@pytest.mark.requirement("G01")
def test_a_link_shows_where_it_points_and_nothing_more(hostile: Project) -> None:
    result = hostile.call("get_context", targets=["env", "inner.py"], include=["full_doc"])

    assert isinstance(result.data, dict)
    assert [page["full_doc"] for page in result.data["pages"]] == ["../.env", "src/app.py"]


@pytest.mark.requirement("G01")
@pytest.mark.parametrize("kind", ["any", "text", "regex"])
def test_what_a_link_points_to_is_not_searchable(hostile: Project, kind: str) -> None:
    assert SECRET not in hostile.call("search_codebase", query="KEY", kind=kind).content


@pytest.mark.requirement("G02")
def test_a_loop_hides_nothing(hostile: Project) -> None:
    data = hostile.call("search_codebase", query="connect", kind="symbol").data

    assert isinstance(data, dict)
    assert [hit["path"] for hit in data["hits"]] == ["src/app.py"]


def test_a_path_through_a_link_is_not_in_the_commit(hostile: Project) -> None:
    data = hostile.call("get_context", targets=["ext/secret.py"]).data

    assert isinstance(data, dict)
    assert data["pages"] == []
    assert data["unknown"][0]["reason"] == (
        "no file or definition of the indexed commit has this name"
    )

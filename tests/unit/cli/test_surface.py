import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from chatapp.access.operator import operator
from chatapp.cli.surface import offered
from chatapp.codebase import registry
from chatapp.codebase.tools.registry import ENTRIES
from chatapp.domain.identity import Principal, PrincipalKind
from chatapp.domain.json import Json
from chatapp.domain.repositories import RegisterRepository
from chatapp.domain.tools import ToolResult
from chatapp.mcp.wire import ServedTool
from tests.repositories import make_repository
from tests.unit.codebase.projects import ACCOUNT, Project, make_project

FILES = {"src/app.py": "def connect(pool):\n    return pool.take()\n"}


@pytest.fixture
def demo(tmp_path: Path) -> Project:
    return make_project(tmp_path, FILES, "demo")


def tools_of(project: Project, principal: Principal | None = None) -> dict[str, ServedTool]:
    caller = principal or operator(project.infra)
    tools = offered(caller, project.infra, project.repository.repository_id)
    return {tool.tool.spec.name: tool for tool in tools}


def call(project: Project, name: str, **arguments: Json) -> ToolResult:
    return tools_of(project)[name].tool.call(arguments)


def error_of(result: ToolResult) -> Any:
    assert result.is_error
    return json.loads(result.content)


def data_of(result: ToolResult) -> Mapping[str, Any]:
    assert isinstance(result.data, Mapping), result.content
    return result.data


def test_all_tools_are_offered_with_titles_and_output_schemas(demo: Project) -> None:
    tools = tools_of(demo)
    assert list(tools) == [entry.name for entry in ENTRIES]
    assert len(tools) == 11
    assert all(tool.title and tool.output_schema["required"] for tool in tools.values())


def test_every_tool_takes_a_repository_and_says_which_is_usual(demo: Project) -> None:
    for tool in tools_of(demo).values():
        properties = tool.tool.spec.parameters["properties"]
        assert isinstance(properties, Mapping)
        assert "demo when left out" in str(properties["repo"])
        assert "repo" not in str(tool.tool.spec.parameters["required"])


def test_call_without_a_repository_reads_the_usual_one(demo: Project) -> None:
    hits = data_of(call(demo, "search_codebase", query="connect"))["hits"]
    assert hits[0]["path"] == "src/app.py"


@pytest.mark.parametrize("field", ["name", "repository_id"])
def test_call_may_name_another_repository(demo: Project, tmp_path: Path, field: str) -> None:
    other = make_project(tmp_path, {"lib.rs": "fn main() {}\n"}, "other").repository
    data = data_of(call(demo, "get_overview", repo=getattr(other, field)))
    assert data["repository"] == "other"


def test_unknown_repository_is_told_with_the_known_ones(demo: Project) -> None:
    told = error_of(call(demo, "get_overview", repo="dmeo"))
    assert told["error_code"] == "not_found"
    assert told["error"].endswith("“dmeo” for you. Name one as `repo`: demo.")


def test_wrong_arguments_are_told(demo: Project) -> None:
    assert error_of(call(demo, "search_codebase"))["error_code"] == "invalid_arguments"


def test_repository_chooses_its_tools(demo: Project) -> None:
    demo.commit({".chatapp/config.yaml": "tools: lean\n"})
    lean = demo.synced()
    assert list(tools_of(lean)) == ["get_overview", "search_codebase", "get_context"]


def test_tool_that_the_other_repository_does_not_offer_is_refused(
    demo: Project, tmp_path: Path
) -> None:
    make_project(tmp_path, {".chatapp/config.yaml": "tools: lean\n"}, "lean")
    told = error_of(call(demo, "get_risk", targets=["src/app.py"], repo="lean"))
    assert told["error"] == "lean does not offer get_risk: its .chatapp/config.yaml says so."


def test_result_says_that_the_branch_moved_though_nobody_synced(demo: Project) -> None:
    assert not data_of(call(demo, "get_overview"))["has_moved"]
    head = demo.commit({"src/new.py": "x = 1\n"})
    data = data_of(call(demo, "get_overview"))
    assert (data["has_moved"], data["head_commit"]) == (True, head)


def test_repository_without_an_index_says_so(demo: Project, tmp_path: Path) -> None:
    folder = make_repository(tmp_path / "fresh", FILES)
    registry.register(demo.infra, RegisterRepository(str(folder)), account_id=ACCOUNT)
    assert "no index yet" in error_of(call(demo, "get_overview", repo="fresh"))["error"]


def test_caller_without_permission_sees_no_repository(demo: Project) -> None:
    nobody = Principal(PrincipalKind.PUBLIC, "public", "192.0.2.1")
    tools = tools_of(demo, nobody)
    for arguments in ({}, {"repo": "demo"}):
        told = error_of(tools["get_overview"].tool.call(arguments))
        assert told["error_code"] == "not_found"
        assert told["error"].endswith("Name one as `repo`: none.")


def test_list_shows_what_the_caller_may_see(demo: Project, tmp_path: Path) -> None:
    make_project(tmp_path, FILES, "other")
    names = [item["name"] for item in data_of(call(demo, "list_repos"))["repositories"]]
    assert names == ["demo", "other"]


@pytest.mark.requirement("M07")
def test_huge_result_is_cut_with_a_note(tmp_path: Path) -> None:
    files = {f"src/part_{number}.py": f"connect = '{'x' * 900}'\n" for number in range(60)}
    project = make_project(tmp_path, files)
    result = call(project, "search_codebase", query="connect", kind="text", limit=50)
    assert len(result.content) <= project.infra.settings.tool_output_chars
    assert "[truncated" in result.content
    assert data_of(result)["more"]

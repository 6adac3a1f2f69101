import json
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

from chatapp.codebase.tools.registry import (
    ENTRIES,
    Audience,
    repository_tools,
    tool_specs,
    tool_surface,
)
from chatapp.domain.json import Json
from tests.unit.codebase.projects import Project, make_project

SEVEN = {
    "get_overview",
    "search_codebase",
    "get_context",
    "get_why",
    "get_risk",
    "get_change_risk",
    "get_dead_code",
}
ONLY_MCP = {"get_answer", "get_symbol", "get_health", "list_repos"}
CALLS: dict[str, dict[str, Json]] = {
    "get_overview": {},
    "search_codebase": {"query": "session"},
    "get_context": {"targets": ["shop", "shop/cart.py", "SessionStore", "nope"],
                    "include": ["ownership", "metrics", "community", "decisions", "full_doc"]},
    "get_why": {"question": "cookies"},
    "get_risk": {"targets": ["shop"]},
    "get_change_risk": {},
    "get_dead_code": {"tier": "all"},
    "get_answer": {"question": "How are sessions signed?"},
    "get_symbol": {"name": "SessionStore"},
    "get_health": {},
    "list_repos": {},
}  # fmt: skip


def test_chat_has_seven_tools_and_mcp_eleven() -> None:
    assert {spec.name for spec in tool_specs()} == SEVEN
    assert {spec.name for spec in tool_specs(Audience.MCP)} == SEVEN | ONLY_MCP


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_every_tool_is_described_and_every_argument_too(entry: object) -> None:
    spec = next(item.spec for item in ENTRIES if item is entry)
    jsonschema.Draft202012Validator.check_schema(spec.parameters)

    assert len(spec.description) > 40
    for argument in spec.parameters["properties"].values():
        assert argument["description"]
        assert "enum" not in argument


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_results_have_the_shape_that_is_published(sample: Project, entry: object) -> None:
    chosen = next(item for item in ENTRIES if item is entry)

    result = sample.call(chosen.name, **CALLS[chosen.name])

    assert result.error_code is None
    jsonschema.validate(result.data, chosen.output_schema)
    assert json.dumps(result.data)
    assert result.summary


def test_missing_argument_is_an_error_result(sample: Project) -> None:
    result = sample.call("search_codebase")

    assert result.error_code == "invalid_arguments"
    assert "Missing argument: query" in result.content


def test_unknown_arguments_are_named_in_text_and_data(sample: Project) -> None:
    result = sample.call("get_overview", depth=3)

    assert isinstance(result.data, dict)
    assert result.data["ignored_arguments"] == ["depth=3: unknown argument; known are none"]
    assert "Ignored arguments: depth=3" in result.content


def test_the_repository_decides_its_tools(tmp_path: Path) -> None:
    config = "tools: ['+get_health', '-get_dead_code', '+get_moon']\n"
    project = make_project(tmp_path, {".chatapp/config.yaml": config, "a.py": "A = 1\n"})

    surface = tool_surface(project.infra, project.repository)
    names = {tool.spec.name for tool in repository_tools(project.infra, project.repository)}

    assert names == set(surface.names) == SEVEN - {"get_dead_code"} | {"get_health"}
    assert "get_moon" in surface.problems[0]


def test_without_an_index_there_are_no_tools(sample: Project, tmp_path: Path) -> None:
    project = make_project(tmp_path, {"a.py": "A = 1\n"})
    (project.infra.settings.indexes_dir / f"{project.repository.repository_id}.db").unlink()

    assert repository_tools(project.infra, project.repository) == ()


def test_a_moved_head_is_said_in_every_result(tmp_path: Path) -> None:
    project = make_project(tmp_path, {"a.py": "A = 1\n"})
    stale = make_stale(project)

    result = stale.call("get_overview")

    assert isinstance(result.data, dict)
    assert result.data["has_moved"] is True
    assert "HEAD has moved to ffffffffffff" in result.content


def make_stale(project: Project) -> Project:
    """The project as it looks when its branch has gone on."""
    return replace(project, repository=replace(project.repository, head_commit="f" * 40))

import pytest

from chatapp.codebase.tools.context import MAX_TARGETS
from chatapp.domain.json import Json
from tests.unit.codebase.projects import Project


def _pages(project: Project, *targets: str, **more: Json) -> list[dict[str, Json]]:
    data = project.call("get_context", targets=list(targets), **more).data
    assert isinstance(data, dict)
    return data["pages"]


def test_a_file_shows_its_outline_and_neighbours(sample: Project) -> None:
    (page,) = _pages(sample, "shop/sessions.py")

    assert page["summary"] == "Sessions in signed cookies."
    assert [item["name"] for item in page["skeleton"]] == [
        "SessionStore",
        "load_session",
        "save_session",
        "_verify",
    ]
    assert [item["depth"] for item in page["skeleton"]] == [0, 1, 1, 1]
    assert {link["path"] for link in page["callers"]} == {"shop/cart.py", "tests/test_sessions.py"}
    assert [link["path"] for link in page["callees"]] == ["shop/settings.py"]
    assert page["last_change"]["subject"] == "Begin"
    assert "full_doc" not in page


def test_a_definition_shows_its_source_and_callers(sample: Project) -> None:
    result = sample.call("get_context", targets=["SessionStore.save_session"])

    assert isinstance(result.data, dict)
    page = result.data["pages"][0]
    assert page["title"] == "SessionStore.save_session"
    assert [(link["path"], link["symbol"]) for link in page["callers"]] == [
        ("shop/cart.py", "add_item")
    ]
    assert "22|         return hmac.new(SECRET" in result.content
    assert [str(source) for source in result.sources] == ["shop/sessions.py:18-22"]


def test_sections_are_added_by_name(sample: Project) -> None:
    include = ["ownership", "metrics", "community", "decisions", "full_doc"]
    (page,) = _pages(sample, "shop/cart.py", include=include)

    assert page["ownership"] == [{"author": "Ada", "commits": 1, "share": 1.0}]
    assert page["metrics"]["lines"] == 17
    assert page["metrics"]["imports"] == 1
    assert page["decisions"][0]["kind"] == "comment"
    assert page["full_doc"].startswith('"""The cart."""')


def test_an_unknown_section_is_named_and_the_rest_is_given(sample: Project) -> None:
    result = sample.call("get_context", targets=["shop/cart.py"], include=["metrics", "smell"])

    assert isinstance(result.data, dict)
    assert "metrics" in result.data["pages"][0]
    assert len(result.data["ignored_arguments"]) == 1
    assert "smell" in result.content


def test_lines_and_folders_are_targets_too(sample: Project) -> None:
    lines, folder, whole = _pages(sample, "shop/settings.py:2-9", "docs/", ".")

    assert (lines["start_line"], lines["end_line"]) == (2, 2)
    assert folder["files"] == ["docs/adr/0001-signed-cookies.md"]
    assert "README.md" in whole["files"]


def test_path_and_name_together_choose_one_definition(sample: Project) -> None:
    (page,) = _pages(sample, "shop/cart.py::add_item")

    assert (page["path"], page["title"]) == ("shop/cart.py", "add_item")


def test_an_unknown_target_is_named_with_what_is_similar(sample: Project) -> None:
    result = sample.call("get_context", targets=["shop/session.py", "add_items", "shop/cart.py"])

    assert isinstance(result.data, dict)
    assert [item["target"] for item in result.data["unknown"]] == ["shop/session.py", "add_items"]
    assert len(result.data["pages"]) == 1
    assert result.error_code is None


def test_too_many_targets_leave_a_reference_for_the_rest(sample: Project) -> None:
    targets = [f"shop/cart.py:{number}" for number in range(1, MAX_TARGETS + 3)]
    result = sample.call("get_context", targets=targets)

    assert isinstance(result.data, dict)
    assert result.data["more"][-1]["arguments"] == {"targets": targets[MAX_TARGETS:]}


def test_no_target_is_explained(sample: Project) -> None:
    assert sample.call("get_context", targets=[]).error_code == "invalid_arguments"


@pytest.mark.parametrize("target", ["", " ", "/", "..", ":::", "#", "a" * 5000])
def test_odd_targets_never_fail(sample: Project, target: str) -> None:
    assert sample.call("get_context", targets=[target]).error_code is None

from tests.unit.codebase.projects import Project


def test_a_definition_is_given_whole(sample: Project) -> None:
    data = sample.call("get_symbol", name="SessionStore").data

    assert isinstance(data, dict)
    (found,) = data["definitions"]
    assert (found["start_line"], found["end_line"]) == (8, 25)
    assert found["source"].startswith("class SessionStore:")
    assert found["source"].endswith('return {"cookie": cookie}')
    assert {link["path"] for link in found["callers"]} >= {"tests/test_sessions.py"}


def test_a_path_or_an_unknown_name_is_no_definition(sample: Project) -> None:
    for name in ("shop/cart.py", "Nothing"):
        result = sample.call("get_symbol", name=name)
        assert result.data is not None
        assert f"Not found: {name}" in result.content

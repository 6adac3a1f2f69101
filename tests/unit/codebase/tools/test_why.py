from tests.unit.codebase.projects import Project


def _titles(project: Project, **arguments: str) -> list[str]:
    data = project.call("get_why", **arguments).data
    assert isinstance(data, dict)
    return [item["title"] for item in data["decisions"]]


def test_a_question_finds_the_recorded_reason_verbatim(sample: Project) -> None:
    result = sample.call("get_why", question="Why are sessions kept in signed cookies?")

    assert isinstance(result.data, dict)
    first = result.data["decisions"][0]
    assert first["path"] == "docs/adr/0001-signed-cookies.md"
    assert "because the server must stay stateless" in first["text"]
    assert '<evidence path="docs/adr/0001-signed-cookies.md"' in result.content


def test_without_a_question_decision_records_come_first(sample: Project) -> None:
    titles = _titles(sample)

    assert titles[0].startswith("Sign cookies instead of storing sessions")
    assert len(titles) >= 3


def test_a_path_gives_its_comments_and_its_commits(sample: Project) -> None:
    result = sample.call("get_why", path="shop/cart.py")

    assert isinstance(result.data, dict)
    assert [item["kind"] for item in result.data["decisions"]] == ["comment"]
    assert [item["subject"] for item in result.data["commits"]] == ["Begin"]


def test_path_and_question_together_look_in_the_file_first(sample: Project) -> None:
    assert len(_titles(sample, path="shop/cart.py", question="lost cookie")) == 1


def test_no_reason_and_no_path_are_said_in_words(sample: Project) -> None:
    assert "No recorded reason" in sample.call("get_why", question="quantum").content
    assert "Not found: nowhere" in sample.call("get_why", path="nowhere").content

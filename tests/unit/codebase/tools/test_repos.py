from tests.unit.codebase.projects import Project


def test_only_what_the_caller_may_see_is_listed(sample: Project) -> None:
    data = sample.call("list_repos").data

    assert isinstance(data, dict)
    assert [item["name"] for item in data["repositories"]] == [sample.repository.name]
    assert data["repositories"][0]["files"] == 8

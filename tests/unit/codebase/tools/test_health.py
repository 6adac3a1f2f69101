from tests.unit.codebase.projects import Project


def test_health_counts_and_names_the_most_complex(sample: Project) -> None:
    data = sample.call("get_health").data

    assert isinstance(data, dict)
    assert (data["files"], data["test_files"], data["is_fresh"]) == (8, 1, True)
    assert data["most_complex"][0]["symbol"] == "SessionStore.save_session"

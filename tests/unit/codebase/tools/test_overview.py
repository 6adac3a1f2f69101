from tests.unit.codebase.projects import Project


def test_the_overview_counts_and_quotes_the_readme(sample: Project) -> None:
    result = sample.call("get_overview")

    assert result.summary.startswith("8 files")
    assert isinstance(result.data, dict)
    assert result.data["readme"] == "README.md"
    assert result.data["languages"][0] == {"language": "python", "files": 5, "lines": 50}
    assert [item["path"] for item in result.data["folders"]] == ["shop", "docs", "tests"]
    assert "3| A shop with sessions and carts." in result.content
    assert [str(source) for source in result.sources] == ["README.md:1-3"]


def test_every_result_names_its_commit(sample: Project) -> None:
    result = sample.call("get_overview")

    assert isinstance(result.data, dict)
    assert result.data["commit"] == sample.repository.indexed_commit
    assert result.data["has_moved"] is False
    assert f"indexed commit {str(result.data['commit'])[:12]}." in result.content

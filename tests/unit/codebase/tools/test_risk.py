from tests.unit.codebase.projects import Project


def test_a_file_is_judged_with_reasons(sample: Project) -> None:
    data = sample.call("get_risk", targets=["SessionStore"]).data

    assert isinstance(data, dict)
    (report,) = data["files"]
    assert report["path"] == "shop/sessions.py"
    assert 0 < report["score"] <= 100
    assert report["tests"] == ["tests/test_sessions.py"]
    assert report["owner"] == "Ada"
    assert sum(factor["weight"] for factor in report["factors"]) == 1.0


def test_a_folder_is_judged_file_by_file_riskiest_first(sample: Project) -> None:
    data = sample.call("get_risk", targets=["shop"]).data

    assert isinstance(data, dict)
    scores = [report["score"] for report in data["files"]]
    assert len(scores) == 4
    assert scores == sorted(scores, reverse=True)


def test_without_targets_the_riskiest_files_are_named(sample: Project) -> None:
    result = sample.call("get_risk")

    assert isinstance(result.data, dict)
    assert result.data["files"][0]["path"] == "shop/sessions.py"
    assert result.sources


def test_an_unknown_target_is_said(sample: Project) -> None:
    result = sample.call("get_risk", targets=["nowhere.py"])

    assert isinstance(result.data, dict)
    assert result.data["files"] == []
    assert result.data["unknown"][0]["target"] == "nowhere.py"
    assert "Not found: nowhere.py" in result.content

from pathlib import Path

from tests.unit.codebase.projects import make_project


def test_a_data_file_is_read_on_from_git_where_the_index_stops(tmp_path: Path) -> None:
    """The index keeps the beginning of data files only; reading one by lines must not end there."""
    rows = "".join(f"{number},value {number}\n" for number in range(1, 2001))
    project = make_project(tmp_path, {"data/rows.csv": rows, "a.py": "A = 1\n"})

    result = project.call("get_context", targets=["data/rows.csv:1500-1501"])

    assert "1500| 1500,value 1500\n1501| 1501,value 1501\n" in result.content
    assert [str(source) for source in result.sources] == ["data/rows.csv:1500-1501"]

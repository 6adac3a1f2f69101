from tests.unit.codebase.projects import Project


def test_a_question_gets_passages_reasons_and_where_they_lead(sample: Project) -> None:
    result = sample.call("get_answer", question="How does add_item store the session?")

    assert isinstance(result.data, dict)
    assert result.data["passages"][0]["path"] == "shop/cart.py"
    assert result.data["decisions"]
    assert any(link["symbol"].startswith("SessionStore.") for link in result.data["related"])
    assert result.sources


def test_an_empty_question_gets_help(sample: Project) -> None:
    assert "The query is empty" in sample.call("get_answer", question=" ").content

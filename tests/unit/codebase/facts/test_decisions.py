from chatapp.codebase.facts import decisions
from tests.unit.codebase.projects import Project


def test_a_question_finds_decisions_by_their_words(sample: Project) -> None:
    with sample.index() as index:
        found = decisions.search_decisions(index, "why was forging a problem", 5)

    assert [item.kind for item in found] == ["changelog"]
    assert found[0].text == "- Sessions are signed now, because unsigned ones were forged."


def test_records_come_before_the_rest(sample: Project) -> None:
    with sample.index() as index:
        kinds = [item.kind for item in decisions.newest_decisions(index, 9)]

    assert kinds == sorted(kinds, key=["adr", "changelog", "comment", "commit"].index)


def test_without_words_nothing_is_found(sample: Project) -> None:
    with sample.index() as index:
        assert decisions.search_decisions(index, "?", 5) == []

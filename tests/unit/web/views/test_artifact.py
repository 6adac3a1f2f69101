from chatapp.domain.events import Artifact
from chatapp.web.views.artifact import Shelf, artifact_view, code_url, count, label, panel

SHELF = Shelf("c" * 32, "r" * 32)


def artifacts(number: int) -> list[Artifact]:
    return [Artifact(f"a{place}", "search_results", {"hits": []}) for place in range(number)]


def test_the_newest_is_open_unless_another_is_chosen() -> None:
    made = panel(artifacts(3), SHELF)
    assert [tab.is_selected for tab in made.tabs] == [False, False, True]
    chosen = panel(artifacts(3), SHELF, "a1")
    assert [tab.is_selected for tab in chosen.tabs] == [False, True, False]
    assert chosen.current is not None
    assert chosen.current.artifact_id == "a1"
    assert panel([], SHELF).tabs == ()


def test_tabs_are_bounded() -> None:
    made = panel(artifacts(40), SHELF)
    assert [made.tabs[0].artifact_id, made.tabs[-1].artifact_id] == ["a28", "a39"]


def test_what_has_no_renderer_is_a_tree() -> None:
    assert artifact_view(Artifact("a", "search_results", {}), SHELF).renderer == "search_results"
    assert artifact_view(Artifact("a", "new_thing", {}), SHELF).renderer == "json"
    assert artifact_view(Artifact("a", "overview", [1]), SHELF).renderer == "json"
    assert label("new_thing") == "New thing"


def test_lists_are_counted() -> None:
    assert count({"hits": [1, 2]}) == "2"
    assert count({"hits": [1]}) == ""
    assert count({"total": 7}) == ""
    assert count("text") == ""


def test_places_lead_to_the_commit_the_artifact_was_made_from() -> None:
    view = artifact_view(Artifact("a", "search_results", {"commit": "d" * 40}), SHELF)
    base = f"/repos/{'r' * 32}/blob/{'d' * 40}/src/a.py"
    assert view.link("src/a.py") == base
    assert view.link("src/a.py", 3) == f"{base}#L3"
    assert view.link("src/a.py", 3, 9) == f"{base}#L3-L9"
    assert "/blob/HEAD/" in artifact_view(Artifact("a", "overview", {}), SHELF).link("x")


def test_odd_paths_are_quoted() -> None:
    assert code_url("r", "c", "a b/#c?.py", 1).endswith("/a%20b/%23c%3F.py#L1")

from chatapp.domain.repositories import IndexProgress, IndexState
from chatapp.web.views.repository import card, phase, progress
from tests.unit.web.views.conftest import repository


def test_a_running_index_counts_its_files() -> None:
    view = repository(state=IndexState.INDEXING, progress=IndexProgress("files", 1200, 3000, 44))
    shown = progress(view)
    assert shown.is_running
    assert (shown.phase, shown.files, shown.percent) == (
        "Reading files",
        "1,200 of 3,000 files",
        44,
    )


def test_phases_are_said_in_words() -> None:
    assert phase(repository(state=IndexState.QUEUED)) == "Waiting for a worker"
    running = IndexState.INDEXING
    assert phase(repository(state=running, progress=IndexProgress("new", 0, 0, 0))) == "new"
    assert progress(repository(state=running)).files == ""


def test_a_failed_index_says_why() -> None:
    assert progress(repository(state=IndexState.FAILED, error="No disk.")).error == "No disk."
    assert progress(repository(state=IndexState.FAILED)).error == "The log has the details."


def test_a_ready_index_whose_last_sync_failed_says_why() -> None:
    shown = progress(repository(error="The remote is away."))
    assert (shown.error, shown.complaint) == ("", "The remote is away.")
    assert progress(repository(state=IndexState.FAILED, error="No disk.")).complaint == ""


def test_a_ready_index_stops_asking() -> None:
    shown = progress(repository())
    assert not shown.is_running
    assert shown.files == "1,234 files"


def test_a_card_knows_whether_the_branch_moved_on() -> None:
    assert card(repository(head_commit="b" * 40)).has_moved
    assert not card(repository()).has_moved
    assert not card(repository(indexed_commit=None)).has_moved

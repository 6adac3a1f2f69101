from chatapp.codebase.schema import ORDINALS
from chatapp.codebase.search import fulltext, signals
from chatapp.codebase.search.contents import find_file
from chatapp.codebase.search.fulltext import ChunkScore
from chatapp.codebase.search.query import read_query
from tests.unit.codebase.projects import Project


def test_further_chunks_of_a_file_count_less() -> None:
    found = [ChunkScore(ORDINALS + 1, 10.0), ChunkScore(ORDINALS + 2, 10.0)]

    assert signals.text(found) == {1: 14.0}


def test_definitions_and_users_of_a_name_are_told_apart(sample: Project) -> None:
    query = read_query("what calls load_session")
    with sample.index() as index:
        sessions = find_file(index, "shop/sessions.py")
        cart = find_file(index, "shop/cart.py")
        definitions = signals.definitions(index, query)
        users = signals.users(index, query)

    assert sessions is not None
    assert cart is not None
    assert set(definitions) == {sessions.file_id}
    assert cart.file_id in users


def test_callees_lead_from_the_best_chunk_to_other_files(sample: Project) -> None:
    with sample.index() as index:
        sessions = find_file(index, "shop/sessions.py")
        found = fulltext.chunks(index, '"add" OR "item" OR "cart"')
        led_to = signals.callees(index, found)

    assert sessions is not None
    assert sessions.file_id in led_to


def test_names_are_used_without_what_qualifies_them() -> None:
    assert signals.last_names(read_query("does SessionStore.load_session work")) == [
        "load_session",
        "SessionStore",
    ]

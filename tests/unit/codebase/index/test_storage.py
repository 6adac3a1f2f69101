import sqlite3
from contextlib import closing
from pathlib import Path

from chatapp.codebase.index import storage

WANTED = storage.versions(1000)


def _publish(final: Path, commit: str) -> None:
    with storage.open_building(final, WANTED) as index:
        storage.write_meta(index, {"commit": commit})
        index.commit()
    storage.publish(final)


def test_published_index_has_its_name_and_nothing_beside_it(tmp_path: Path) -> None:
    final = tmp_path / "indexes" / "x.db"
    assert storage.published_commit(final, WANTED) is None
    _publish(final, "abc")
    assert storage.published_commit(final, WANTED) == "abc"
    assert [path.name for path in final.parent.iterdir()] == ["x.db"]
    assert final.stat().st_mode & 0o777 == 0o600


def test_other_settings_make_an_index_useless(tmp_path: Path) -> None:
    final = tmp_path / "x.db"
    _publish(final, "abc")
    assert storage.published_commit(final, storage.versions(2000)) is None


def test_next_build_begins_with_a_copy(tmp_path: Path) -> None:
    final = tmp_path / "x.db"
    _publish(final, "abc")
    with storage.open_building(final, WANTED) as index:
        assert storage.read_meta(index)["commit"] == "abc"
        storage.write_meta(index, {"commit": "def"})
        index.commit()
        assert storage.published_commit(final, WANTED) == "abc"


def test_what_a_broken_build_left_is_used_again(tmp_path: Path) -> None:
    final = tmp_path / "x.db"
    with storage.open_building(final, WANTED) as index:
        storage.write_meta(index, {"history_commit": "abc"})
        index.commit()
    with storage.open_building(final, WANTED) as index:
        assert storage.read_meta(index)["history_commit"] == "abc"
    storage.discard(final)
    assert list(tmp_path.iterdir()) == []


def test_file_that_is_no_database_is_replaced(tmp_path: Path) -> None:
    final = tmp_path / "x.db"
    final.write_bytes(b"not a database, " * 500)
    assert storage.published_commit(final, WANTED) is None
    _publish(final, "abc")
    with storage.reading(final) as index:
        assert storage.read_meta(index)["commit"] == "abc"


def test_compacting_keeps_the_words(tmp_path: Path) -> None:
    final = tmp_path / "x.db"
    with storage.open_building(final, WANTED) as index:
        index.execute("INSERT INTO commits_text (rowid, message) VALUES (7, 'carts')")
        storage.compact(index)
    with closing(sqlite3.connect(storage.building_path(final))) as index:
        found = index.execute("SELECT rowid FROM commits_text WHERE commits_text MATCH 'cart'")
        assert found.fetchall() == [(7,)]

import pytest

from chatapp.codebase import ids


def test_ids_depend_on_nothing_but_the_name() -> None:
    assert ids.path_id("a/b.py") == ids.path_id("a/b.py") != ids.path_id("a/c.py")
    assert 0 < ids.path_id("a/b.py") < 2**31
    assert ids.commit_row_id("abcdef123456" + "0" * 28) == 0xABCDEF123456


def test_paths_of_a_tree_never_share_an_id(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = ids.path_id
    monkeypatch.setattr(ids, "path_id", lambda path, attempt=0: whole(path, attempt) % 8)
    paths = [f"{number}.py" for number in range(8)]
    found = ids.unique_ids(paths)
    assert sorted(found.values()) == list(range(8))
    assert ids.unique_ids(paths) == found


def test_parts_of_a_file_lie_between_its_bounds() -> None:
    assert ids.first_part(3) <= ids.part_id(3, 17) <= ids.last_part(3) < ids.first_part(4)


def test_decision_of_a_commit_never_meets_one_of_a_file() -> None:
    assert ids.last_part(2**31) < ids.COMMIT_DECISION
    assert ids.COMMIT_DECISION + ids.commit_row_id("f" * 40) < 2**63

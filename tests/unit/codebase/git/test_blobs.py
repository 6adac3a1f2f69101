import pytest

from chatapp.codebase.git.blobs import open_blobs
from chatapp.domain.errors import RepositoryError
from tests.unit.codebase.repositories import Repo


def test_objects_come_whole_and_in_order(repo: Repo) -> None:
    contents = [b"", b"one\n", b"\0\xff" * 70_000, b"no end"]
    for number, content in enumerate(contents):
        repo.write(f"f{number}", content)
    repo.commit()
    ids = [repo.git("rev-parse", f"HEAD:f{number}").strip() for number in range(len(contents))]
    with open_blobs(repo.git_dir) as blobs:
        assert list(blobs.read_many(ids)) == contents
        assert blobs.read(ids[1]) == b"one\n"


def test_missing_object_is_told(repo: Repo) -> None:
    repo.write("a").commit()
    with open_blobs(repo.git_dir) as blobs, pytest.raises(RepositoryError, match="damaged"):
        blobs.read("0" * 40)

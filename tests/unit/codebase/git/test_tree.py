import pytest

from chatapp.codebase.git.tree import Mode, list_tree
from tests.unit.codebase.repositories import Repo


def test_every_kind_of_entry_is_listed_by_path(repo: Repo) -> None:
    repo.write("b.py", "xy").write("a/with space.py").link("c", "b.py")
    repo.write("run.sh")
    (repo.folder / "run.sh").chmod(0o755)
    inner = repo.commit()
    repo.git("update-index", "--add", "--cacheinfo", f"160000,{inner},vendor/lib")
    repo.git("commit", "--quiet", "-m", "Add a submodule")

    entries = {entry.path: entry for entry in list_tree(repo.git_dir, "HEAD")}

    assert list(entries) == ["a/with space.py", "b.py", "c", "run.sh", "vendor/lib"]
    assert entries["b.py"].mode == Mode.FILE
    assert entries["b.py"].size_bytes == 2
    assert entries["run.sh"].mode == Mode.EXECUTABLE
    assert entries["c"].mode == Mode.LINK
    assert entries["vendor/lib"].mode == Mode.SUBMODULE


@pytest.mark.requirement("G04")
def test_strange_name_does_not_hide_the_others(repo: Repo) -> None:
    repo.write(b"caf\xe9.txt", "x").write("tab\there.py").write("line\nbreak.py").commit()
    paths = [entry.path for entry in list_tree(repo.git_dir, "HEAD")]
    assert paths == ["caf\\xe9.txt", "line\nbreak.py", "tab\there.py"]

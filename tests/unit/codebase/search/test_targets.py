from pathlib import Path

import pytest

from chatapp.codebase.search.targets import (
    FileTarget,
    FolderTarget,
    SymbolTarget,
    Unknown,
    resolve,
)
from chatapp.domain.sources import LineRange
from tests.unit.codebase.projects import Project, make_project


def _resolve(project: Project, target: str) -> object:
    with project.index() as index:
        return resolve(index, target)


@pytest.mark.parametrize(
    ("target", "lines"),
    [
        ("shop/cart.py", None),
        ("shop/cart.py:6", LineRange(6, 6)),
        ("shop/cart.py:6-9", LineRange(6, 9)),
        ("shop/cart.py:9-6", LineRange(9, 9)),
        ("./shop/cart.py:0", LineRange(1, 1)),
    ],
)
def test_files_and_their_lines(sample: Project, target: str, lines: LineRange | None) -> None:
    found = _resolve(sample, target)

    assert isinstance(found, FileTarget)
    assert (found.file.path, found.lines) == ("shop/cart.py", lines)


@pytest.mark.parametrize(
    ("target", "path"), [("shop/", "shop"), ("docs/adr", "docs/adr"), (".", "")]
)
def test_folders(sample: Project, target: str, path: str) -> None:
    assert _resolve(sample, target) == FolderTarget(path)


@pytest.mark.parametrize(
    "target", ["add_item", "shop/cart.py::add_item", "shop/cart.py#add_item", "cart.add_item"]
)
def test_definitions(sample: Project, target: str) -> None:
    found = _resolve(sample, target)

    assert isinstance(found, SymbolTarget)
    assert (found.symbol.name, found.file.path) == ("add_item", "shop/cart.py")


def test_what_is_not_there_comes_with_what_is_similar(sample: Project) -> None:
    assert _resolve(sample, "lib/cart.py") == Unknown(
        "lib/cart.py",
        "no file or definition of the indexed commit has this name",
        ("shop/cart.py",),
    )
    found = _resolve(sample, "Store.load")
    assert isinstance(found, Unknown)
    assert found.suggestions == ("SessionStore.load_session",)


def test_the_end_of_a_path_names_its_file(tmp_path: Path) -> None:
    """``cart.py`` was unknown although there is only one, and a model had to guess again."""
    files = {"shop/cart.py": "a = 1\nb = 2\n", "shop/a/util.py": "", "shop/b/util.py": ""}
    project = make_project(tmp_path, files)
    with project.index() as index:
        whole, lines = resolve(index, "cart.py"), resolve(index, "cart.py:2")
        several, part = resolve(index, "util.py"), resolve(index, "art.py")

    assert isinstance(whole, FileTarget)
    assert whole.file.path == "shop/cart.py"
    assert isinstance(lines, FileTarget)
    assert lines.lines == LineRange(2, 2)
    assert isinstance(several, Unknown)
    assert several.suggestions == ("shop/a/util.py", "shop/b/util.py")
    assert isinstance(part, Unknown)

import pytest

from chatapp.codebase.parse.languages import is_entry_name, is_test_path, kind_of, language_of


@pytest.mark.parametrize(
    ("path", "language", "kind"),
    [
        ("a/b.py", "python", "code"),
        ("web/App.TSX", "tsx", "code"),
        ("Makefile", "make", "config"),
        ("docs/guide.md", "markdown", "doc"),
        ("docs/guide.txt", "text", "doc"),
        ("README", "text", "doc"),
        ("LICENSE.txt", "text", "doc"),
        ("locale/de.po", "gettext", "data"),
        ("package-lock.json", "lock", "data"),
        ("tests/test_a.py", "python", "test"),
        ("src/a_test.go", "go", "test"),
        ("src/UserServiceTest.java", "java", "test"),
        ("web/a.spec.ts", "typescript", "test"),
        ("pyproject.toml", "toml", "config"),
        ("strange.xyz", "text", "config"),
    ],
)
def test_path_tells_language_and_kind(path: str, language: str, kind: str) -> None:
    assert language_of(path) == language
    assert kind_of(path, language_of(path)) == kind


def test_contest_is_no_test() -> None:
    assert not is_test_path("src/contest.py")
    assert not is_test_path("latest/news.py")


def test_entry_points_are_known_by_name() -> None:
    assert is_entry_name("cmd/server/main.go")
    assert not is_entry_name("cmd/server/domain.go")

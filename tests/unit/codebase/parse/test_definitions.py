import pytest

from chatapp.codebase.parse.extract import extract
from chatapp.codebase.parse.model import Symbol


def _only(source: str, language: str) -> Symbol:
    return extract(source, language).symbols[-1]


@pytest.mark.parametrize(
    ("language", "source", "signature"),
    [
        ("python", "async def f(a: int,\n            *, b=1) -> str:\n    pass\n",
         "async def f(a: int, *, b=1) -> str"),
        ("python", "LIMIT = 10\n", "LIMIT = 10"),
        ("typescript", "export const f = (a: number): string => `${a}`;",
         "export const f = (a: number): string"),
        ("typescript", "export default class A<T> extends B {}",
         "export default class A<T> extends B"),
        ("java", "class A { @Override\n  public int f(int a) { return a; } }",
         "public int f(int a)"),
        ("go", "type (\n\tA struct{ x int }\n\tB int\n)\n", "B int"),
        ("rust", "#[derive(Debug)]\npub struct A;", "pub struct A;"),
        ("cpp", "template <typename T>\nT f(T a) { return a; }", "template <typename T> T f(T a)"),
    ],
)  # fmt: skip
def test_signature_is_one_line_without_the_body(language: str, source: str, signature: str) -> None:
    assert _only(source, language).signature == signature


def test_long_value_is_cut() -> None:
    assert len(_only("NAMES = '" + "x" * 500 + "'\n", "python").signature) == 100


@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("python", "@app.route('/x')\n@cached\ndef f(): pass\n"),
        ("java", "@Path(\"/x\")\n@Cached\nclass A {}"),
        ("rust", "#[path]\n#[cached]\nfn f() {}"),
        ("csharp", "[Path]\n[Cached]\nclass A {}"),
    ],
)  # fmt: skip
def test_decorators_are_kept_one_a_line(language: str, source: str) -> None:
    assert len(_only(source, language).decorators.split("\n")) == 2


def test_decorated_definition_begins_with_its_decorator() -> None:
    symbol = _only("@cached\ndef f():\n    pass\n", "python")
    assert (symbol.start_line, symbol.end_line) == (1, 3)


def test_comment_apart_from_a_definition_is_not_its_documentation() -> None:
    assert _only("// Far away.\n\nfunction f() {}\n", "javascript").docstring == ""
    assert _only("// Two\n// lines.\nfunction f() {}\n", "javascript").docstring == "Two\nlines."

import pytest

from chatapp.providers.extractive.quoting import as_quotation, cite, label, quoted, summary
from tests.unit.providers.extractive.evidence import block, function


def test_the_first_sentence_of_the_docstring_is_the_summary() -> None:
    assert summary(function("f", "pass", "a.py", doc="Renew it. Twice.")) == "Renew it."
    java = "/**\n * Renews the lock.\n * @return x\n */\nvoid renew() {}"
    assert summary(block(java, "A.java")) == "Renews the lock."
    assert summary(block("// Renew renews the lock.\nfunc Renew() {}", "a.go")) == (
        "Renew renews the lock."
    )
    assert summary(block("x = 1", "a.py")) == ""


def test_the_summary_of_prose_is_its_first_sentence_below_the_heading() -> None:
    assert (
        summary(block("# Locks\n\nA lock has an owner. More.", "docs/a.md"))
        == "A lock has an owner."
    )


@pytest.mark.parametrize(
    "content",
    [
        'MESSAGE = """Not a docstring."""',
        "def f(**kwargs):\n    pass",
        "# -----\nx = 1",
        "x = 1",
    ],
)
def test_what_is_no_documentation_is_no_summary(content: str) -> None:
    assert summary(block(content, "a.py")) == ""


def test_headings_lists_and_code_of_a_document_are_no_summary() -> None:
    prose = "Locks\n=====\n\n- a list\n\n    code()\n\nA lock has an owner. More."
    assert summary(block(prose, "docs/a.rst")) == "A lock has an owner."


def test_code_is_fenced_in_its_language_without_common_indentation() -> None:
    assert quoted(block("    x = 1\n      y = 2")) == "```python\nx = 1\n  y = 2\n```"


def test_a_fence_is_longer_than_any_fence_inside() -> None:
    assert quoted(block('"""\n```sh\nls\n```\n"""')).startswith("````python\n")


def test_prose_is_a_quotation_whose_headings_are_bold() -> None:
    assert quoted(block("## Locks\n\nOne owner.", "a.md")) == "> **Locks**\n>\n> One owner."
    assert as_quotation("Locks\n-----\n\nOne.") == "> **Locks**\n>\n> One."


def test_the_label_is_the_symbol_or_what_the_lines_define() -> None:
    assert label(block("def encode():\n    pass", symbol="Frame.encode")) == "Frame.encode"
    assert label(block("class Key:\n    pass", symbol="LIMIT")) == "Key"
    assert label(block("x = 1", symbol="A whole sentence of a comment")) == ""
    assert label(block("text", "a.md", symbol="Getting started")) == "Getting started"


def test_a_citation_names_path_and_lines() -> None:
    assert cite(block("x", start=7)) == "`src/app.py:7`"
    assert cite(block("x\ny", start=7)) == "`src/app.py:7-8`"

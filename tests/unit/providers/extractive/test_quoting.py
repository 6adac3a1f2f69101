from chatapp.domain.sources import LineRange
from chatapp.providers.extractive.question import read
from chatapp.providers.extractive.quoting import cite, excerpt, fenced, summary
from chatapp.providers.extractive.weights import Weights
from tests.unit.providers.extractive.evidence import block, function


def shown(evidence, question: str = "", max_lines: int = 5):
    return excerpt(evidence, Weights(read(question), [evidence]), max_lines)


def test_a_short_block_is_shown_whole_without_blank_ends() -> None:
    part = shown(block("\nx = 1\ny = 2\n", start=10))
    assert (part.content, part.lines) == ("x = 1\ny = 2", LineRange(11, 12))


def test_of_a_long_block_the_lines_about_the_question_are_shown() -> None:
    lines = [f"filler_{number} = {number}" for number in range(40)]
    lines[30] = "lock.renew(ttl)"
    part = shown(block("\n".join(lines), start=101), "How is the lock renewed?")
    assert "lock.renew(ttl)" in part.content
    assert part.lines.end - part.lines.start == 4
    assert part.content.split("\n")[0] == lines[part.lines.start - 101]


def test_code_is_preferred_to_comments_about_it() -> None:
    lines = ["# renew the lock"] + ["pass"] * 20 + ["lock.renew()"] + ["pass"] * 5
    assert "lock.renew()" in shown(block("\n".join(lines)), "How is the lock renewed?").content


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


def test_a_fence_is_longer_than_any_fence_inside() -> None:
    assert fenced(block("x = 1")) == "```python\nx = 1\n```"
    assert fenced(block("```sh\nls\n```", "a.md")).startswith("````\n```sh")


def test_a_citation_names_path_and_lines() -> None:
    assert cite(block("x", start=7)) == "`src/app.py:7`"
    assert cite(block("x\ny", start=7)) == "`src/app.py:7-8`"

from chatapp.providers.extractive.reasons import reasons
from chatapp.providers.extractive.weights import Weights
from tests.unit.providers.extractive.evidence import after, block, result

QUESTION = "Why does the lock carry a random token?"
ADR = block("The lock carries a random token so that only its owner lets go.", "docs/adr/1.md", 5)
WEAK = block("A random colour.", "docs/adr/2.md")
COMMIT = "Commit 0123456789ab, 2026-01-02, Ada: Give the lock a token\nA random one."


def found(*contents: str, best: float = 0.0):
    situation = after(QUESTION, *(("get_why", content) for content in contents))
    weights = Weights(situation.question, [*contents, "locks carry random tokens", "other"])
    return reasons(situation, weights, best)


def test_a_decision_is_quoted_with_its_place() -> None:
    (reason,) = found(result(ADR))
    assert reason.source == "`docs/adr/1.md:5`"
    assert reason.text == ADR.content


def test_a_title_that_the_text_does_not_repeat_is_shown() -> None:
    titled = block(ADR.content, "docs/adr/1.md", 5, symbol="Locks have owners")
    assert found(result(titled))[0].source == "**Locks have owners** — `docs/adr/1.md:5`"


def test_a_commit_message_is_a_reason_too() -> None:
    (reason,) = found(COMMIT)
    assert reason.source == "`0123456789ab` (2026-01-02, Ada)"
    assert reason.text == "Give the lock a token\nA random one."


def test_weak_matches_are_no_reasons() -> None:
    assert found(result(WEAK)) == ()
    assert found(result(ADR), best=1000.0) == ()


def test_the_best_three_come_in_order() -> None:
    more = [block(f"The lock has a random token {n}.", f"docs/adr/{n}.md") for n in range(3, 7)]
    shown = found(result(*more, ADR))
    assert len(shown) == 3
    assert shown[0].text == ADR.content

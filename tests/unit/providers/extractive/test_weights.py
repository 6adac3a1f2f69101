from chatapp.providers.extractive.question import read
from chatapp.providers.extractive.weights import Weights, stem


def weights(question: str, *contents: str) -> Weights:
    return Weights(read(question), contents)


def test_words_match_across_their_endings_and_spellings() -> None:
    judged = weights("How are locks renewed?", "renew lock")
    for text in ("renewLock()", "RENEW_LOCK", "lock_renewal", "is renewing its lock"):
        assert judged.of(text) == judged.of("renew lock") > 0
    assert judged.of("unblocked") == 0


def test_a_rare_word_says_more_than_a_common_one() -> None:
    judged = weights("session journal", "session", "session", "session journal")
    assert judged.of("journal") > judged.of("session") > 0


def test_a_named_thing_says_most() -> None:
    judged = weights("How does `prepare_turn` use the journal?", "prepare_turn", "journal")
    assert judged.of("prepare_turn(x)") > judged.of("journal")


def test_han_text_is_matched_as_it_is() -> None:
    assert weights("会话", "session").of("the session") > 0


def test_stems_keep_enough_of_a_word() -> None:
    assert [stem(word) for word in ("renewed", "stores", "using", "classes")] == [
        "renew",
        "stor",
        "using",
        "class",
    ]

from chatapp.providers.extractive.places import MAX_FILES, MAX_RELATED, choose
from tests.unit.providers.extractive.evidence import after, block, function, result


def chosen(question: str, *results: tuple[str, str]):
    return choose(after(question, *results))[0]


def hits(*blocks) -> tuple[str, str]:
    return ("search_codebase", result(*blocks))


def test_the_first_files_are_quoted_and_the_next_ones_named() -> None:
    found = chosen("How?", hits(*(function("f", "pass", f"{n:02}.py") for n in range(20))))
    assert [item.path for item in found.quoted] == [f"{n:02}.py" for n in range(MAX_FILES)]
    assert [item.path for item in found.related] == [
        f"{n:02}.py" for n in range(MAX_FILES, MAX_FILES + MAX_RELATED)
    ]


def test_the_definition_that_is_named_comes_first() -> None:
    found = chosen(
        "What does `encode` do?",
        hits(function("send", "encode(1)", "a.py"), function("Frame.encode", "pass", "b.py")),
    )
    assert [item.path for item in found.quoted] == ["b.py", "a.py"]


def test_the_file_that_is_named_comes_before_others() -> None:
    found = chosen("What is in b.py?", hits(block("x", "a.py"), block("y", "lib/b.py")))
    assert found.quoted[0].path == "lib/b.py"


def test_of_one_file_the_block_about_the_question_is_taken() -> None:
    found = chosen(
        "How is the lock renewed?",
        hits(
            function("acquire", "take()", "a.py", 1), function("renew", "lock.renew()", "a.py", 9)
        ),
    )
    assert [item.symbol for item in found.quoted] == ["renew"]


def test_two_blocks_of_a_file_are_shown_when_both_say_much() -> None:
    found = chosen(
        "How is the lock renewed?",
        hits(function("a1", "lock.renew()", "a.py", 1), function("b1", "lock.renew()", "a.py", 9)),
    )
    assert [item.symbol for item in found.quoted] == ["a1", "b1"]


def test_the_same_place_from_two_tools_counts_once() -> None:
    same = function("renew", "lock.renew()", "a.py")
    found = chosen("How is the lock renewed?", hits(same), ("get_context", result(same)))
    assert len(found.quoted) == 1


def test_nothing_found_is_nothing_chosen() -> None:
    assert chosen("How?", ("search_codebase", "Nothing found.")).quoted == ()

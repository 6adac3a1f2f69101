from chatapp.providers.extractive.callgraph import call_graph
from tests.unit.providers.extractive.evidence import after, function, page, pages

VIEW = function("view", "start()", "web.py")
START = function("start", "run()", "turn.py")
TEST = function("test_start", "start()", "tests/test_turn.py")


def graph(question: str = "How does it start?"):
    shown = (
        page(VIEW, uses="turn.py:10 start; log.py:3 log"),
        page(
            START,
            used_by="web.py:11 view; cli.py:5 main; x.py:1 guess (possible)",
            uses="log.py:3 log",
        ),
        page(TEST, uses="turn.py:10 start"),
    )
    return call_graph(after(question, pages(*shown)))


def test_calls_are_known_from_either_side() -> None:
    assert graph().called(("web.py", "view")) == [("turn.py", "start")]


def test_tests_and_mere_possibilities_are_left_out() -> None:
    found = graph()
    assert ("tests/test_turn.py", "test_start") not in found.blocks
    assert ("x.py", "guess") not in found.neighbours()
    assert ("tests/test_turn.py", "test_start") in graph("How do tests start it?").blocks


def test_neighbours_are_one_call_away_and_know_who_uses_them() -> None:
    found = graph()
    assert set(found.neighbours()) == {("log.py", "log"), ("cli.py", "main")}
    assert (found.users(("log.py", "log")), found.used(("log.py", "log"))) == (2, 0)
    assert (found.users(("cli.py", "main")), found.used(("cli.py", "main"))) == (0, 1)

from chatapp.providers.extractive.places import Places, choose
from chatapp.providers.extractive.steps import in_steps, steps
from tests.unit.providers.extractive.evidence import after, block, function, hits, page, pages
from tests.unit.providers.extractive.test_trail import AGENT, QUESTION, START, TOLD, VIEW

FIRST = function("open_door", "walk_in()", "a.py")
SECOND = function("walk_in", "sit_down()", "b.py")
THIRD = function("sit_down", "pass", "c.py")
READ = pages(
    page(THIRD), page(SECOND, uses="c.py:10 sit_down"), page(FIRST, uses="b.py:10 walk_in")
)


def test_a_document_goes_before_the_calls() -> None:
    shown = pages(page(AGENT), page(START), page(VIEW))
    outline = page(block("x", "app/turn.py"), outline=("11-20 function def start_greenlet(turn)",))
    found = steps(after(QUESTION, TOLD, shown, pages(outline)))
    assert [item.symbol for item in found] == ["ask_view", "start_greenlet", "run_agent"]


def test_without_a_document_the_calls_are_the_steps() -> None:
    found = steps(after("How does one open the door, walk in and sit down?", hits(FIRST), READ))
    assert [item.symbol for item in found] == ["open_door", "walk_in", "sit_down"]


def test_places_are_left_alone_unless_a_way_is_asked_for() -> None:
    situation = after("Where is the door?", hits(THIRD, FIRST), READ)
    places, _ = choose(situation)
    assert in_steps(situation, places) == places


def test_a_way_without_what_the_question_names_is_not_taken() -> None:
    named = function("Lamp", "pass", "lamp.py")
    situation = after(
        "How does `Lamp` matter when one opens the door and walks in and sits down?",
        hits(FIRST, named),
        READ,
    )
    shown = in_steps(situation, choose(situation)[0])
    assert named in shown.quoted


def test_two_places_that_call_each_other_are_put_in_order() -> None:
    situation = after("How is the door opened?", hits(SECOND, FIRST))
    shown = in_steps(situation, Places((SECOND, FIRST), ()))
    assert [item.symbol for item in shown.quoted] == ["open_door", "walk_in"]

from chatapp.domain.events import Artifact, ToolFinished, ToolStarted
from chatapp.web.fragments.live_turn import LiveTurn
from chatapp.web.markdown.render import Renderer


def live() -> LiveTurn:
    return LiveTurn("t1", Renderer())


def shown(turn: LiveTurn) -> list[str]:
    return [
        item.tool.status if item.tool else item.thinking.text if item.thinking else str(item.html)
        for item in turn.segments
    ]


def test_pieces_are_kept_in_the_order_they_came() -> None:
    turn = live()
    turn.add_text("First.\n")
    turn.close_text()
    turn.start_tool(ToolStarted("c1", "search", {}))
    turn.add_text("Second")
    assert shown(turn) == ["<p>First.</p>\n", "run"]
    assert turn.open_html == "<p>Second</p>\n"


def test_a_call_that_ends_takes_its_own_place() -> None:
    turn = live()
    turn.start_tool(ToolStarted("c1", "search", {}))
    turn.start_tool(ToolStarted("c2", "read", {}))
    card = turn.finish_tool(ToolFinished("c1", "search", "1 hit", "…", Artifact("a", "x", {})))
    assert card is not None
    assert card.dom_id == "t1-0"
    assert shown(turn) == ["done", "run"]
    assert [artifact.artifact_id for artifact in turn.artifacts] == ["a"]


def test_an_end_without_a_beginning_shows_no_card() -> None:
    turn = live()
    assert turn.finish_tool(ToolFinished("c9", "search", "", "")) is None
    assert turn.segments == []


def test_thoughts_grow_until_something_else_comes() -> None:
    turn = live()
    assert turn.add_thought("one ")[1]
    assert not turn.add_thought("two")[1]
    turn.start_tool(ToolStarted("c1", "search", {}))
    assert turn.add_thought("three")[1]
    assert shown(turn) == ["one two", "run", "three"]


def test_the_open_block_is_empty_once_closed() -> None:
    turn = live()
    turn.add_text("Half")
    turn.close_text()
    assert turn.open_html == ""

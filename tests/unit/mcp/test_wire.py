import json

from chatapp.domain.tools import Safety, Tool, ToolResult
from chatapp.mcp.wire import ServedTool, described, failed, presented
from tests.unit.mcp.surfaces import OUTPUT, echo, served, spec


def test_tool_is_described_with_both_schemas_and_its_title() -> None:
    tool = described(served("echo"))
    assert (tool.name, tool.title, tool.description) == ("echo", "Echo", "What echo does.")
    assert tool.input_schema == spec("echo").parameters
    assert tool.output_schema == OUTPUT


def test_reading_tool_says_that_it_changes_nothing() -> None:
    hints = described(served("echo")).annotations
    assert hints is not None
    assert (hints.read_only_hint, hints.destructive_hint) == (True, False)
    assert (hints.idempotent_hint, hints.open_world_hint) == (True, False)


def test_changing_tool_is_not_called_harmless() -> None:
    tool = Tool(spec("drop", Safety.MUTATING), echo)
    hints = described(ServedTool(tool, "Drop", OUTPUT)).annotations
    assert hints is not None
    assert (hints.read_only_hint, hints.destructive_hint) == (False, True)


def test_result_has_text_for_the_model_and_data_for_programs() -> None:
    result = presented(ToolResult("You said hi.", data={"said": "hi"}))
    assert not result.is_error
    assert [part.text for part in result.content if part.type == "text"] == ["You said hi."]
    assert result.structured_content == {"said": "hi"}


def test_failure_is_a_result_without_data_that_says_why() -> None:
    result = presented(failed("Größe fehlt.", "invalid_arguments"))
    assert result.is_error
    assert result.structured_content is None
    (part,) = result.content
    assert part.type == "text"
    assert "Größe" in part.text
    assert json.loads(part.text) == {"error": "Größe fehlt.", "error_code": "invalid_arguments"}

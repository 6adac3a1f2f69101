import json
from threading import Thread

import gevent
import pytest
from gevent._hub_local import get_hub_if_exists
from gevent.event import Event

from chatapp.domain.errors import Forbidden, NotFound
from chatapp.domain.tools import Safety, ToolResult, ToolSpec
from chatapp.infra.clock import FakeClock
from chatapp.runtime.arguments import Trusted
from tests.unit.runtime.scripted import echo, tool, toolbox

PATH = {"path": {"type": "string"}}


def error_of(outcome) -> tuple[str, str]:
    value = json.loads(outcome.content)
    assert outcome.error_code == value["error_code"]
    return value["error_code"], value["error"]


def test_a_call_gives_content_summary_artifact_and_duration() -> None:
    clock = FakeClock()

    def look(_arguments: object) -> ToolResult:
        clock.advance(0.25)
        return ToolResult("text", "1 hit", {"hits": 1})

    outcome = toolbox(tool(look, artifact_type="search_results"), clock=clock).execute("look", {})
    assert (outcome.content, outcome.summary, outcome.duration_ms) == ("text", "1 hit", 250)
    assert (outcome.artifact.type, outcome.artifact.data) == ("search_results", {"hits": 1})
    assert outcome.error_code is None


def test_data_without_an_artifact_type_makes_no_artifact() -> None:
    box = toolbox(tool(lambda _: ToolResult("text", data={"a": 1})))
    assert box.execute("look", {}).artifact is None


def test_an_unknown_tool_is_refused_with_the_names_there_are() -> None:
    code, message = error_of(toolbox(tool(echo)).execute("lok", {}))
    assert code == "invalid_arguments"
    assert "Available: look." in message


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [({}, "'path' is a required property"), ({"path": 5}, "`path`: 5 is not of type 'string'")],
)
def test_arguments_that_do_not_fit_the_schema_are_refused(arguments, hint) -> None:
    box = toolbox(tool(echo, properties=PATH, required=["path"]))
    code, message = error_of(box.execute("look", arguments))
    assert code == "invalid_arguments"
    assert hint in message
    assert "It takes `path`." in message


def test_a_tool_that_sorts_out_its_own_arguments_gets_them_as_they_came() -> None:
    forgiving = tool(echo, properties=PATH, required=["path"], is_forgiving=True)
    assert toolbox(forgiving).execute("look", {"path": 5}).content == "saw [('path', 5)]"


def test_permission_is_checked_again_for_every_call() -> None:
    def permit(spec: ToolSpec) -> None:
        raise Forbidden(f"{spec.name} was taken away from you.")

    code, message = error_of(toolbox(tool(echo), permit=permit).execute("look", {}))
    assert (code, message) == ("forbidden", "look was taken away from you.")


def test_a_mutating_tool_runs_only_when_it_was_confirmed() -> None:
    write = tool(echo, "write", safety=Safety.MUTATING)
    assert error_of(toolbox(write).execute("write", {}))[0] == "confirmation_required"
    assert toolbox(write, confirmed=frozenset({"write"})).execute("write", {}).error_code is None


def test_the_server_sets_the_repository_whatever_the_model_says() -> None:
    trusted = {"repo": Trusted("mine")}
    takes_repo = tool(echo, properties={"repo": {"type": "string"}})
    assert toolbox(takes_repo, trusted=trusted).execute("look", {"repo": "other"}).content == (
        "saw [('repo', 'mine')]"
    )
    assert toolbox(tool(echo), trusted=trusted).execute("look", {"repo": "x"}).content == "saw []"


def test_a_model_that_names_another_tenant_is_refused() -> None:
    box = toolbox(tool(echo), trusted={"account": Trusted("a1", is_strict=True)})
    assert error_of(box.execute("look", {"account": "a2"}))[0] == "forbidden"
    assert box.execute("look", {"account": "a1"}).error_code is None


def test_a_tool_that_takes_too_long_is_stopped() -> None:
    hanging = tool(lambda _: Event().wait())
    code, message = error_of(toolbox(hanging, timeout_s=0.01).execute("look", {}))
    assert code == "tool_timeout"
    assert "0.01 s" in message


def test_without_a_timeout_no_timer_is_kept_in_a_thread_that_has_no_hub() -> None:
    """A timer would make a gevent hub for each worker thread of `chatapp mcp`, and never fire."""
    outcomes: list[str] = []
    hubs: list[object] = []

    def work() -> None:
        outcomes.append(toolbox(tool(echo), timeout_s=None).execute("look", {}).content)
        hubs.append(get_hub_if_exists())

    worker = Thread(target=work)
    worker.start()
    worker.join(10)
    assert len(outcomes) == 1
    assert hubs == [None]


def test_somebody_elses_timer_is_not_taken_for_the_tools_own() -> None:
    hanging = toolbox(tool(lambda _: Event().wait()))
    with pytest.raises(gevent.Timeout), gevent.Timeout(0.01):
        hanging.execute("look", {})


@pytest.mark.requirement("S13")
def test_a_tool_that_breaks_is_an_outcome_without_its_trace(caplog) -> None:
    def broken(_arguments: object) -> str:
        raise ValueError("secret /srv/data")

    code, message = error_of(toolbox(tool(broken)).execute("look", {}))
    assert code == "tool_failed"
    assert "secret" not in message
    assert "secret /srv/data" in caplog.text


def test_a_tool_that_says_what_is_wrong_is_quoted() -> None:
    def absent(_arguments: object) -> str:
        raise NotFound("There is no file a.py. Did you mean b.py?")

    code, message = error_of(toolbox(tool(absent)).execute("look", {}))
    assert (code, message) == ("not_found", "There is no file a.py. Did you mean b.py?")
    said = ToolResult("The index is not ready.", "not ready", error_code="index_not_ready")
    outcome = toolbox(tool(lambda _: said)).execute("look", {})
    assert error_of(outcome) == ("index_not_ready", "The index is not ready.")
    assert outcome.summary == "not ready"


@pytest.mark.requirement("M07")
@pytest.mark.parametrize("text", ["x" * 318_000, "long line, no end 好 " * 250_000])
def test_a_huge_result_is_cut_with_a_note_and_kept_once_in_full(text: str) -> None:
    outcome = toolbox(tool(lambda _: text), output_chars=24_000).execute("look", {})
    assert len(outcome.content) < 24_200
    assert f"[truncated, 24000 of {len(text)} chars" in outcome.content
    assert (outcome.artifact.type, outcome.artifact.data) == ("text", {"text": text})
    assert len(outcome.summary) <= 200


def test_equal_errors_are_equal_texts() -> None:
    box = toolbox(tool(echo))
    assert box.execute("no", {}).content == box.execute("no", {"b": 1, "a": 2}).content

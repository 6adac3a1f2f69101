from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from chatapp.domain.errors import InvalidRequest, ProviderError, StreamInterrupted
from chatapp.domain.stream import Stop, StreamEvent, TextDelta, Usage
from chatapp.infra.handle import Infra
from chatapp.providers.cli_agents.adapter import create
from chatapp.providers.selection import Selection

Program = Callable[[str, str], Path]
CODEX = """
import json, sys
question = sys.stdin.read()
assert "exec" in sys.argv and "read-only" in sys.argv, sys.argv
for line in (
    {"type": "item.completed", "item": {"type": "agent_message", "text": question[-30:]}},
    {"type": "turn.completed", "usage": {"input_tokens": 3, "output_tokens": 1}},
):
    print(json.dumps(line), flush=True)
"""


def ask(infra: Infra, path: Path, root: str = "") -> list[StreamEvent]:
    changed = replace(infra, environ={"PATH": str(path.parent)})
    provider = create(changed, Selection("codex", "default", repository_root=root))
    question = [{"role": "user", "content": "What is this?"}]
    with closing(provider.stream_chat(question, (), "sys")) as stream:  # type: ignore[type-var]
        return list(stream)


def test_an_agent_answers_like_any_provider(infra: Infra, program: Program) -> None:
    told = ask(infra, program("codex", CODEX))
    assert isinstance(told[0], TextDelta)
    assert "What is this?" in told[0].text
    assert told[1:] == [Usage(3, 1), Stop("end_turn")]


def test_it_runs_in_the_repositorys_working_tree(
    infra: Infra, program: Program, tmp_path: Path
) -> None:
    source = CODEX.replace("question[-30:]", "__import__('os').getcwd()")
    told = ask(infra, program("codex", source), str(tmp_path))
    assert told[0] == TextDelta(str(tmp_path))


def test_a_program_that_is_not_installed_is_told(infra: Infra, tmp_path: Path) -> None:
    with pytest.raises(InvalidRequest, match="no `codex` on its PATH"):
        ask(infra, tmp_path / "codex")


def test_a_program_that_fails_is_told_with_its_words(infra: Infra, program: Program) -> None:
    source = "import sys; print('not signed in', file=sys.stderr); sys.exit(1)"
    with pytest.raises(ProviderError, match="not signed in") as raised:
        ask(infra, program("codex", source))
    assert (raised.value.provider, raised.value.model) == ("codex", "default")


def test_a_program_that_ends_without_an_answer_is_told(infra: Infra, program: Program) -> None:
    settings = replace(infra.settings, provider_retry_s=0)
    with pytest.raises(StreamInterrupted):
        ask(replace(infra, settings=settings), program("codex", "pass"))


def test_output_that_is_no_json_is_told(infra: Infra, program: Program) -> None:
    with pytest.raises(ProviderError, match="not this protocol"):
        ask(infra, program("codex", "print('Welcome!')"))

"""Whole keyless answers over a real index, through the real loop, gate and tools."""

import re
from collections.abc import Iterator

import pytest

from chatapp.codebase.citations import resolve_citations
from chatapp.domain.ask import AskRequest, PageContext, Route
from chatapp.domain.events import Step, Suggestions, ToolFinished, ToolStarted, TurnEvent
from chatapp.domain.evidence import parse_evidence
from chatapp.domain.identity import Owner
from chatapp.domain.messages import Message, Role, TextPart
from chatapp.domain.sources import CITATION
from chatapp.domain.stream import TextDelta
from chatapp.runtime.agent import run
from chatapp.runtime.assemble import assemble
from chatapp.runtime.transcript import Transcript
from tests.unit.codebase.projects import Project, make_project
from tests.unit.codebase.samples import SAMPLE

OWNER = Owner("a" * 32, "b" * 32)
QUESTIONS = (
    "What is this repository?",
    "How does an item get from the cart into a session?",
    "Where are sessions signed?",
    "Who calls `load_session`?",
    "Why are cookies signed?",
    "What breaks if the cart changes?",
    "Which functions are unused?",
    "会话是如何保存的？",
    "这个项目是做什么的？",
    "What is frobnication?",
    "hello",
)
WHERE = "Where are sessions signed?"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return make_project(tmp_path_factory.mktemp("extractive"), SAMPLE)


def ask(project: Project, question: str, *history: Message, **more: object) -> list[TurnEvent]:
    wanted = AskRequest(
        question,
        Route.REPO_CHAT,
        "request-1",
        repository_id=project.repository.repository_id,
        **more,  # type: ignore[arg-type]
    )
    return list(run(assemble(project.infra, wanted, history, OWNER)))


def text_of(events: list[TurnEvent]) -> str:
    return "".join(event.text for event in events if isinstance(event, TextDelta))


def prose(text: str) -> str:
    return re.sub(r"^(`{3,}).*?^\1", "", text, flags=re.DOTALL | re.MULTILINE)


def given(events: list[TurnEvent]) -> Iterator[tuple[str, int, int]]:
    for event in events:
        if isinstance(event, ToolFinished):
            for block in parse_evidence(event.content):
                yield block.path, block.lines.start, block.lines.end


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_citation_resolves_and_is_inside_what_a_tool_gave(
    project: Project, question: str
) -> None:
    events = ask(project, question)
    text = text_of(events)
    citations = resolve_citations(project.infra, project.repository, text)
    assert [citation.text for citation in citations if citation.problem] == []
    blocks = list(given(events))
    for cited in CITATION.finditer(prose(text)):
        first, last = int(cited["start"]), int(cited["end"] or cited["start"])
        assert any(
            path == cited["path"] and start <= first <= last <= end for path, start, end in blocks
        ), cited.group()


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_question_is_answered_without_a_failed_call(project: Project, question: str) -> None:
    events = ask(project, question)
    failed = [event for event in events if isinstance(event, ToolFinished) and event.error_code]
    assert failed == []
    assert len(text_of(events)) > 100
    assert events[-1] == Step("finished", "end_turn")


def test_the_same_question_has_the_same_answer(project: Project) -> None:
    assert text_of(ask(project, QUESTIONS[1])) == text_of(ask(project, QUESTIONS[1]))


def test_an_answer_says_in_its_language_that_no_model_was_used(project: Project) -> None:
    for question in (WHERE, "hello", "What is frobnication?"):
        assert "language model" in text_of(ask(project, question))
    assert "没有使用语言模型" in text_of(ask(project, "会话在哪里签名？"))


def test_a_follow_up_knows_what_was_asked_before(project: Project) -> None:
    transcript = Transcript()
    for event in ask(project, "What does `load_session` do?"):
        transcript.add(event)
    history = (
        Message(Role.USER, (TextPart("What does `load_session` do?"),)),
        Message(Role.ASSISTANT, transcript.parts),
    )
    events = ask(project, "Who calls it?", *history)
    targets = [event.arguments for event in events if isinstance(event, ToolStarted)]
    assert {"targets": ["load_session"]} in targets
    assert "load_session" in text_of(events)


def test_the_open_page_is_read_and_quoted(project: Project) -> None:
    path = "shop/sessions.py"
    events = ask(project, "What is this?", page=PageContext("file", path, path, "file"))
    started = next(event for event in events if isinstance(event, ToolStarted))
    assert (started.origin, started.arguments) == ("grounding", {"targets": [path]})
    assert f"`{path}:" in text_of(events)


def test_follow_up_questions_are_offered(project: Project) -> None:
    (offered,) = (e for e in ask(project, WHERE) if isinstance(e, Suggestions))
    assert 1 <= len(offered.suggestions) <= 3


def test_a_question_with_nothing_to_search_is_answered_plainly(project: Project) -> None:
    wanted = AskRequest("How?", Route.PUBLIC_ASK, "request-1")
    text = text_of(list(run(assemble(project.infra, wanted, (), OWNER))))
    assert "Nothing can be searched here" in text

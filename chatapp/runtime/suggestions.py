"""Follow-up questions without a model: made from the places that the tools have shown.

`follow_ups` is told at the end of a turn, `page_suggestions` before the first one; both read
evidence blocks and nothing else.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from chatapp.domain.ask import PageContext
from chatapp.domain.evidence import Evidence, parse_evidence
from chatapp.domain.language import CHINESE, ENGLISH, language_of
from chatapp.domain.messages import Part, TextPart, ToolResultPart
from chatapp.domain.sources import CITATION
from chatapp.runtime.deadline import Deadline
from chatapp.runtime.grounding import plan_grounding, run_grounding
from chatapp.runtime.toolbox import Toolbox
from chatapp.runtime.transcript import Transcript

MAX_SUGGESTIONS: Final = 3
_NAMED_KINDS: Final = frozenset({"function", "method", "class", "interface", "struct", "trait"})

_FORMS: Final = {
    ENGLISH: (
        ("symbol", 0, "What calls `{name}`?"),
        ("path", 0, "What could break if `{name}` changes?"),
        ("symbol", 1, "What does `{name}` do, step by step?"),
        ("path", 1, "Why is `{name}` the way it is?"),
    ),
    CHINESE: (
        ("symbol", 0, "哪里调用了 `{name}`？"),
        ("path", 0, "修改 `{name}` 会影响什么？"),
        ("symbol", 1, "`{name}` 一步步做了什么？"),
        ("path", 1, "为什么 `{name}` 要这样设计？"),
    ),
}
"""What to ask about, which of the places found, and in which words; no two forms are alike."""
_FIRST_QUESTIONS: Final = {
    ENGLISH: ("What is in this repository?", "Which parts are the riskiest to change?"),
    CHINESE: ("这个仓库里有什么？", "改动哪些部分风险最大？"),
}


def follow_ups(parts: Sequence[Part], question: str) -> tuple[str, ...]:
    """At most three questions about what the answer cites and the question did not name."""
    text = "".join(part.text for part in parts if isinstance(part, TextPart))
    evidence = _cited([block for part in parts for block in _blocks(part)], text)
    if not evidence:
        return ()
    return tuple(_questions(evidence, language_of(question), question))[:MAX_SUGGESTIONS]


def _cited(evidence: Sequence[Evidence], text: str) -> list[Evidence]:
    """The blocks in the order in which the answer cites their files; all, if it cites none."""
    order = dict.fromkeys(citation["path"] for citation in CITATION.finditer(text))
    cited = [block for path in order for block in evidence if block.path == path]
    return cited or list(evidence)


def page_suggestions(
    page: PageContext | None, toolbox: Toolbox, deadline: Deadline, language: str
) -> tuple[str, ...]:
    """At most three first questions for a page, from the same reads that ground its turns."""
    transcript = Transcript()
    for event in run_grounding(plan_grounding(page, toolbox.names), toolbox, deadline):
        transcript.add(event)
    evidence = [block for part in transcript.parts for block in _blocks(part)]
    first = CHINESE if language.lower().startswith("zh") else ENGLISH
    questions = (*_questions(evidence, first, ""), *_FIRST_QUESTIONS[first])
    return questions[:MAX_SUGGESTIONS]


def _blocks(part: Part) -> Iterator[Evidence]:
    if isinstance(part, ToolResultPart) and part.error_code is None:
        yield from parse_evidence(part.content)


def _questions(evidence: Sequence[Evidence], language: str, question: str) -> Iterator[str]:
    found = {
        "symbol": [block.symbol for block in evidence if block.kind in _NAMED_KINDS],
        "path": [block.path for block in evidence],
    }
    names = {kind: _new(names, question) for kind, names in found.items()}
    for kind, place, form in _FORMS[language]:
        if place < len(names[kind]):
            yield form.format(name=names[kind][place])


def _new(names: Sequence[str], question: str) -> list[str]:
    return [name for name in dict.fromkeys(names) if name and name not in question]

"""Ask the keyless `extractive` provider and say which files its answer cites.

Used by `bench_retrieval.py --answers`. The whole way of a question is taken but the stream: the
runtime's own assembly, loop and tools, and the citations as the web resolves them.
"""

from dataclasses import replace

from chatapp.codebase.citations import resolve_citations
from chatapp.domain.ask import AskRequest, Route
from chatapp.domain.events import TextDelta
from chatapp.domain.identity import Owner
from chatapp.domain.repositories import RepositoryView
from chatapp.infra.clock import SystemClock
from chatapp.infra.handle import Infra
from chatapp.runtime.agent import run
from chatapp.runtime.assemble import assemble

ASKER = Owner("0" * 32, "1" * 32)


def cited_files(infra: Infra, repository: RepositoryView, question: str) -> list[str]:
    """The files that the answer cites, each once, in the order of the text."""
    ask = AskRequest(
        question=question,
        route=Route.REPO_CHAT,
        request_id="bench",
        repository_id=repository.repository_id,
        provider="extractive",
        language="en",
    )
    request = assemble(replace(infra, clock=SystemClock()), ask, (), ASKER)
    text = "".join(event.text for event in run(request) if isinstance(event, TextDelta))
    citations = resolve_citations(infra, repository, text)
    return list(dict.fromkeys(item.source.path for item in citations if item.source))

"""Citations of an answer, resolved at the commit it has read and led to the code view."""

from flask import copy_current_request_context

from chatapp.access import reads
from chatapp.domain.conversations import MessageView
from chatapp.domain.sources import Citation
from chatapp.web.auth import principal
from chatapp.web.context import infra
from chatapp.web.markdown.citations import CitationBook, Lost, Place
from chatapp.web.views.artifact import code_url


def book_for(repository_id: str, answer: MessageView | None = None) -> CitationBook:
    """An empty book for one answer about a repository; it keeps the caller and their rights.

    A stored answer cites the commit that it has read, one that is being written the indexed one.
    """
    who, handle = principal(), infra()

    def resolve(text: str) -> list[Place | Lost]:
        found = reads.citations(who, handle, repository_id, text, answer=answer)
        return [outcome(citation) for citation in found]

    return CitationBook(copy_current_request_context(resolve))  # streams resolve after the request


def outcome(citation: Citation) -> Place | Lost:
    """A citation as a link to its lines, or why it is none."""
    source = citation.source
    if source is None:
        return Lost(citation.text, citation.problem)
    lines = source.lines
    url = code_url(source.repository_id, source.commit, source.path, lines.start, lines.end)
    return Place(citation.text, source.path, str(lines), url, source.symbol or "")

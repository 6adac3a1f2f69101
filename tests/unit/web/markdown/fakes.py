"""Citation books without a repository behind them."""

from collections.abc import Iterator

from chatapp.domain.sources import CITATION
from chatapp.web.markdown.citations import CitationBook, Lost, Place


def book_of(*known: str) -> CitationBook:
    """A book in which the mentions in `known` resolve and other paths with a slash are lost."""

    def resolve(text: str) -> Iterator[Place | Lost]:
        for match in CITATION.finditer(text):
            lines = match[0].partition(":")[2]
            if match[0] in known:
                yield Place(match[0], match["path"], lines, f"/code/{match['path']}#{lines}")
            elif "/" in match["path"]:
                yield Lost(match[0], f"{match['path']} is not in the index")

    return CitationBook(resolve)

"""Citations in an answer, each resolved at the commit that it has read or said to be unresolvable.

``path:12``, ``path:12-20`` and ``[3]`` (the third source of the turn). Nothing is guessed: a path
must be in that commit (or be the only one that ends so), the lines inside the file. Called by
`chatapp.access` for the web, which links what resolved and marks what did not.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import PurePosixPath
from typing import Final

from chatapp.codebase.cited_places import CitedFile, Place, place_of
from chatapp.codebase.schema import open_index
from chatapp.domain.repositories import RepositoryView
from chatapp.domain.sources import CITATION, Citation, LineRange, Source
from chatapp.infra.handle import Infra

_QUOTED: Final = re.compile(r"`(?P<path>[^`\n:]+):(?P<start>\d+)(?:[-–](?P<end>\d+))?`")
_NUMBER: Final = re.compile(r"(?<![\w\]])\[(?P<number>\d{1,3})\](?![\[(:])")
_FENCE: Final = re.compile(r"^(```|~~~).*?^\1`*\s*?$", re.MULTILINE | re.DOTALL)
MAX_DIGITS: Final = 9


def resolve_citations(
    infra: Infra,
    repository: RepositoryView,
    text: str,
    sources: Sequence[Source] = (),
    commit: str = "",
) -> tuple[Citation, ...]:
    """Every citation of `text` outside fenced code, in order.

    Args:
        infra: The server.
        repository: What the answer is about.
        text: The answer, Markdown.
        sources: What ``[1]``, ``[2]``, ... stand for.
        commit: What the answer has read (see `commit_read`); "" for the indexed one.
    """
    with closing(open_index(infra, repository.repository_id)) as index:
        place = place_of(index, repository, commit)
        found = [
            *_places(place, repository.repository_id, text),
            *_numbers(place, text, sources),
        ]
    fences = [match.span() for match in _FENCE.finditer(text)]
    outside = [item for item in found if not _is_within(item, fences)]
    return tuple(sorted(outside, key=lambda item: item.start))


def _is_within(citation: Citation, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start <= citation.start < end for start, end in spans)


def _may_be_path(place: Place, path: str) -> bool:
    """Whether something is meant as a path: not a host and port, not a time."""
    if path.startswith("//") or path.endswith("/"):
        return False
    return "/" in path or PurePosixPath(path).suffix in place.suffixes - {""}


def _problem(place: Place, path: str, file: CitedFile | None, lines: LineRange) -> str:
    """Why a place does not exist, "" when it does."""
    if file is None:
        return f"{path} {place.missing}"
    if not 1 <= lines.start <= lines.end <= file.lines:
        return f"{file.path} has {file.lines} lines"
    return ""


def _places(place: Place, repository_id: str, text: str) -> Iterator[Citation]:
    taken: list[tuple[int, int]] = []
    for pattern in (_QUOTED, CITATION):
        for match in pattern.finditer(text):
            if any(start < match.end("start") and match.start() < end for start, end in taken):
                continue
            citation = _citation(place, repository_id, match)
            if citation:
                taken.append(match.span())
                yield citation


def _citation(place: Place, repository_id: str, match: re.Match[str]) -> Citation | None:
    path, start, end = match["path"], match["start"], match["end"] or match["start"]
    file = place.file(path)
    if file is None and not _may_be_path(place, path):
        return None
    lines = LineRange(int(start[:MAX_DIGITS]), int(end[:MAX_DIGITS]))
    problem = _problem(place, path, file, lines)
    source = Source(repository_id, place.commit, file.path, lines) if file and not problem else None
    first = match.start("path")
    last = match.end("end") if match["end"] else match.end("start")
    return Citation(match.string[first:last], first, last, source, problem)


def _numbers(place: Place, text: str, sources: Sequence[Source]) -> Iterator[Citation]:
    for match in _NUMBER.finditer(text):
        number = int(match["number"])
        source = sources[number - 1] if 1 <= number <= len(sources) else None
        if not sources and source is None:
            continue  # without numbered sources, brackets are only brackets
        problem = _number_problem(place, number, source, len(sources))
        resolved = None if problem else source
        yield Citation(match.group(), match.start(), match.end(), resolved, problem)


def _number_problem(place: Place, number: int, source: Source | None, total: int) -> str:
    if source is None:
        return f"there are {total} sources, none is number {number}"
    if source.commit != place.commit:
        return f"{source} was read at commit {source.commit[:12]}, which is no longer indexed"
    return _problem(place, source.path, place.file(source.path), source.lines)

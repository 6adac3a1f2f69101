"""Lines of a file as the code view and the peek show them."""

from dataclasses import dataclass

from flask import url_for
from markupsafe import Markup

from chatapp.domain.repositories import FileLines, RepositoryView
from chatapp.domain.sources import LineRange
from chatapp.web.markdown.highlight import highlight_file
from chatapp.web.views.artifact import code_url


@dataclass(frozen=True, slots=True)
class CodeLine:
    """One line; `html` is escaped and coloured."""

    number: int
    html: Markup
    is_hot: bool


@dataclass(frozen=True, slots=True)
class CodePage:
    """A file, or the part of it that was asked for."""

    path: str
    name: str
    language: str
    repository: str
    repository_url: str
    commit: str
    total_lines: int
    is_old: bool
    lines: tuple[CodeLine, ...]
    ask_url: str
    newest_url: str
    earlier_url: str
    later_url: str


@dataclass(frozen=True, slots=True)
class Peek:
    """A few lines around a citation."""

    path: str
    url: str
    span: str
    commit: str
    lines: tuple[CodeLine, ...]


def code_page(repository: RepositoryView, file: FileLines, marked: LineRange | None) -> CodePage:
    """A page of a file."""
    repository_id = repository.repository_id
    last = file.first_line + len(file.lines) - 1
    return CodePage(
        path=file.path,
        name=file.path.rsplit("/", 1)[-1],
        language=file.language,
        repository=repository.name,
        repository_url=url_for("pages.repository", repository_id=repository_id),
        commit=file.commit[:7],
        total_lines=file.total_lines,
        is_old=file.commit != repository.indexed_commit,
        lines=code_lines(file, marked),
        ask_url=url_for("pages.chat", repository_id=repository_id, about=file.path),
        newest_url=code_url(repository_id, repository.indexed_commit or "HEAD", file.path),
        earlier_url=_page_url(repository_id, file, file.first_line - 1),
        later_url=_page_url(repository_id, file, last + 1),
    )


def _page_url(repository_id: str, file: FileLines, line: int) -> str:
    """The page that shows `line`; empty when the file has no such line."""
    if not 1 <= line <= file.total_lines:
        return ""
    return code_url(repository_id, file.commit, file.path, line)


def peek(repository: RepositoryView, file: FileLines, cited: LineRange) -> Peek:
    """The cited lines with a little around them."""
    url = code_url(repository.repository_id, file.commit, file.path, cited.start, cited.end)
    commit = f"{repository.name}@{file.commit[:7]}"
    return Peek(file.path, url, str(cited), commit, code_lines(file, cited))


def code_lines(file: FileLines, marked: LineRange | None) -> tuple[CodeLine, ...]:
    """The lines with their numbers; `marked` ones are hot."""
    shown = highlight_file("\n".join(file.lines), file.path)
    return tuple(
        CodeLine(number, Markup(line), _is_within(number, marked))  # noqa: S704 - escaped
        for number, line in enumerate(shown, file.first_line)
    )


def _is_within(number: int, marked: LineRange | None) -> bool:
    return marked is not None and marked.start <= number <= marked.end

"""The code view: a file at a commit, highlighted, with a permalink for every line.

Whatever commit an answer cites stays readable after the index has moved on: lines come from git's
objects. A file is shown in pages of `PAGE_LINES` lines.
"""

import re
from typing import Final

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from chatapp.access import reads
from chatapp.domain.errors import ChatappError
from chatapp.domain.repositories import OutlineItem
from chatapp.domain.sources import LineRange
from chatapp.web.auth import login_required, principal
from chatapp.web.context import infra
from chatapp.web.pages.blueprint import pages
from chatapp.web.screens import sidebar_at
from chatapp.web.views.artifact import PAGE_LINES, first_line_of_page
from chatapp.web.views.code import code_page
from chatapp.web.views.shell import Where

NEWEST: Final = "HEAD"
_LINES: Final = re.compile(r"(\d{1,7})(?:-(\d{1,7}))?")


@pages.get("/repos/<repository_id>/blob/<commit>/<path:path>")
@login_required
def code(repository_id: str, commit: str, path: str) -> str | Response:
    """A file; ``?first=`` is the page's first line, ``?lines=10-20`` marks lines."""
    repository = reads.repository(principal(), infra(), repository_id)
    if commit == NEWEST and repository.indexed_commit:
        newest = repository.indexed_commit
        here = url_for("pages.code", repository_id=repository_id, commit=newest, path=path)
        return redirect(here)
    first = first_line_of_page(request.args.get("first", 1, int))
    shown = LineRange(first, first + PAGE_LINES - 1)
    file = reads.file_lines(principal(), infra(), repository_id, path, shown, commit)
    return render_template(
        "code/page.html",
        sidebar=sidebar_at(Where(repository_id)),
        file=code_page(repository, file, marked_lines()),
        outline=outline_of(repository_id, path) if commit == repository.indexed_commit else (),
    )


def outline_of(repository_id: str, path: str) -> tuple[OutlineItem, ...]:
    """The file's definitions; none is better than no page."""
    try:
        return reads.file_outline(principal(), infra(), repository_id, path)
    except ChatappError:
        return ()


def marked_lines() -> LineRange | None:
    """The range that ``?lines=`` names."""
    match = _LINES.fullmatch(request.args.get("lines", ""))
    if match is None:
        return None
    first = int(match[1])
    return LineRange(first, max(first, int(match[2] or first)))

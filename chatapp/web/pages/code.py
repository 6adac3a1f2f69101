"""The code view: a file at the indexed commit, highlighted, with a permalink for every line."""

import re
from typing import Final

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from chatapp.access import reads
from chatapp.domain.sources import LineRange
from chatapp.web.auth import login_required, principal
from chatapp.web.context import infra
from chatapp.web.pages.blueprint import pages
from chatapp.web.screens import sidebar_at
from chatapp.web.views.code import code_page
from chatapp.web.views.shell import Where

WHOLE_FILE: Final = LineRange(1, 1_000_000)
_LINES: Final = re.compile(r"(\d{1,7})(?:-(\d{1,7}))?")


@pages.get("/repos/<repository_id>/blob/<commit>/<path:path>")
@login_required
def code(repository_id: str, commit: str, path: str) -> str | Response:
    """A file; ``?lines=10-20`` marks lines where a fragment of the address cannot."""
    repository = reads.repository(principal(), infra(), repository_id)
    file = reads.file_lines(principal(), infra(), repository_id, path, WHOLE_FILE)
    if commit != file.commit:
        here = url_for("pages.code", repository_id=repository_id, commit=file.commit, path=path)
        return redirect(here)
    return render_template(
        "code/page.html",
        sidebar=sidebar_at(Where(repository_id)),
        file=code_page(repository, file, marked_lines()),
    )


def marked_lines() -> LineRange | None:
    """The range that ``?lines=`` names."""
    match = _LINES.fullmatch(request.args.get("lines", ""))
    if match is None:
        return None
    first = int(match[1])
    return LineRange(first, max(first, int(match[2] or first)))

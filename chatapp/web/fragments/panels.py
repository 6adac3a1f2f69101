"""Small pieces that a page fetches: the artifact panel, a peek at code, progress, the picker."""

import re
from typing import Final

import orjson
from flask import render_template, request
from werkzeug.wrappers import Response

from chatapp.access import commands, reads
from chatapp.access.streams import Heartbeat
from chatapp.domain.errors import NotFound
from chatapp.domain.events import Artifact, ToolFinished
from chatapp.domain.sources import LineRange
from chatapp.web.auth import login_required, principal
from chatapp.web.context import infra
from chatapp.web.fragments.blueprint import fragments
from chatapp.web.screens import artifacts_of, picker_for
from chatapp.web.views.artifact import Shelf, panel
from chatapp.web.views.code import peek
from chatapp.web.views.repository import progress

_AROUND: Final = 3
_LONGEST_PEEK: Final = 60
_FRAGMENT: Final = re.compile(r"L(\d{1,7})(?:-L(\d{1,7}))?")


@fragments.get("/fragments/artifact/panel/<conversation_id>/<artifact_id>")
@login_required
def artifact_panel(conversation_id: str, artifact_id: str) -> str:
    """The panel with another tab open; ``?turn=`` names an answer still being written."""
    view = reads.conversation(principal(), infra(), conversation_id)
    turn_id = request.args.get("turn", "")
    stored = artifacts_of(reads.messages(principal(), infra(), conversation_id))
    known = {item.artifact_id for item in stored}
    live = [item for item in _live_artifacts(turn_id) if item.artifact_id not in known]
    shelf = Shelf(conversation_id, view.repository_id or "", turn_id if live else "")
    shown = panel((*stored, *live), shelf, artifact_id)
    return render_template("artifact/_panel.html", panel=shown)


def _live_artifacts(turn_id: str) -> list[Artifact]:
    """What the tools of a running turn have laid down so far."""
    if not turn_id:
        return []
    found: list[Artifact] = []
    stream = commands.follow_turn(principal(), infra(), turn_id)
    try:
        for entry in stream.entries:
            if isinstance(entry, Heartbeat):
                break
            if isinstance(entry.event, ToolFinished) and entry.event.artifact:
                found.append(entry.event.artifact)
    finally:
        stream.close()
    return found


@fragments.get("/fragments/artifact/file/<conversation_id>/<artifact_id>")
@login_required
def artifact_file(conversation_id: str, artifact_id: str) -> Response:
    """An artifact as a file to keep."""
    found = reads.artifact(principal(), infra(), conversation_id, artifact_id)
    return Response(
        orjson.dumps(found.data, option=orjson.OPT_INDENT_2),
        mimetype="application/json",
        headers={"Content-Disposition": f'attachment; filename="{found.type}.json"'},
    )


@fragments.get("/fragments/code/peek/<repository_id>/<path:path>")
@login_required
def code_peek(repository_id: str, path: str) -> str:
    """The lines that a citation points at, with a little around them; ``?commit=`` names when."""
    match = _FRAGMENT.fullmatch(request.args.get("at", ""))
    if match is None:
        raise NotFound
    first = int(match[1])
    cited = LineRange(first, max(first, int(match[2] or first)))
    wanted = LineRange(
        max(1, cited.start - _AROUND), min(cited.end + _AROUND, cited.start + _LONGEST_PEEK)
    )
    repository = reads.repository(principal(), infra(), repository_id)
    commit = request.args.get("commit", "")
    file = reads.file_lines(principal(), infra(), repository_id, path, wanted, commit)
    return render_template("code/_peek.html", peek=peek(repository, file, cited))


@fragments.get("/fragments/repository/progress/<repository_id>")
@login_required
def repository_progress(repository_id: str) -> str:
    """How the index stands; asked for every second while it is being built."""
    view = reads.repository(principal(), infra(), repository_id)
    return render_template("repository/_progress.html", progress=progress(view))


@fragments.post("/fragments/provider/key")
@login_required
def provider_key() -> str:
    """Keep a provider's key and show the picker with that provider ready."""
    form = request.form
    chosen = form.get("model", "")
    provider_id = chosen.partition("|")[0]
    key = form.get("api_key", "").strip()
    commands.set_provider_key(principal(), infra(), provider_id, key)
    repository_id = form.get("repository_id") or None
    return render_template("provider/_picker.html", picker=picker_for(repository_id, chosen))

"""`get_overview`: what this repository is, in one page."""

from typing import cast

from chatapp.codebase.facts.overview import Overview, overview_of
from chatapp.codebase.search.contents import clamp, find_file, lines_of
from chatapp.codebase.tools.budget import Block
from chatapp.codebase.tools.desk import Desk
from chatapp.codebase.tools.prose import day
from chatapp.codebase.tools.reply import Reply, evidence, text

README_LINES = 40


def get_overview(desk: Desk) -> Reply:
    """What the repository is: languages, folders, entry points, central files, hotspots, README.

    Args:
        desk: Set by the server.
    """
    found = overview_of(desk.index)
    blocks = (text(_headline(found)), *_readme(desk, found), text(_structure(found)))
    summary = f"{found['files']} files, {found['lines']} lines"
    return Reply(summary, blocks, cast(dict[str, object], found))


def _headline(found: Overview) -> str:
    languages = ", ".join(f"{item['language']} {item['files']}" for item in found["languages"])
    return f"{found['files']} files, {found['lines']} lines. Files by language: {languages}."


def _readme(desk: Desk, found: Overview) -> list[Block]:
    file = find_file(desk.index, found["readme"]) if found["readme"] else None
    if file is None:
        return []
    lines = lines_of(desk.index, file.file_id)
    span = clamp(1, README_LINES, len(lines))
    return [evidence(desk, (file.path, span), lines[: span.end], kind="doc")]


def _structure(found: Overview) -> str:
    lines = ["Folders:"]
    lines += [f"- {item['path']}/ {item['files']} files" for item in found["folders"]]
    lines += ["Entry points:", *(f"- {item}" for item in found["entry_points"])]
    lines += ["Most used files:"]
    lines += [
        f"- {item['path']} (imported by {item['imported_by']}) {item['summary']}"
        for item in found["central_files"]
    ]
    lines += ["Changed most lately:"]
    lines += [f"- {item['path']} {item['commits']} commits" for item in found["hotspots"]]
    lines += ["Communities (files that import each other):"]
    lines += [f"- {item['label']} {item['files']} files" for item in found["communities"]]
    lines += ["Newest commits:"]
    lines += [
        f"- {day(item['at'])} {item['commit'][:12]} {item['subject']}"
        for item in found["recent_commits"]
    ]
    return "\n".join(lines)

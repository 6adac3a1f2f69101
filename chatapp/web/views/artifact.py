"""The artifact panel: a tab for each thing the tools laid down, and the open one's renderer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from flask import url_for

from chatapp.domain.events import Artifact
from chatapp.domain.json import Json
from chatapp.web.i18n import gettext as _

RENDERERS: Final = frozenset(
    {"overview", "wiki_page", "search_results", "risk_report", "decisions", "dead_code"}
)
FALLBACK: Final = "json"
_MOST_TABS: Final = 12
PAGE_LINES: Final = 2000
"""Lines of a page of the code view."""
_COUNTED: Final = ("hits", "decisions", "pages", "files")


@dataclass(frozen=True, slots=True)
class Tab:
    """One tab; `count` is empty where there is nothing to count."""

    artifact_id: str
    label: str
    count: str
    url: str
    is_selected: bool


@dataclass(frozen=True, slots=True)
class ArtifactView:
    """The open artifact. Templates read `data`, whose shape belongs to the tool that made it."""

    artifact_id: str
    renderer: str
    label: str
    data: Json
    repository_id: str
    commit: str
    json_url: str

    def link(self, path: str, start: int = 0, end: int = 0) -> str:
        """The page of a place at the commit this artifact was made from."""
        return code_url(self.repository_id, self.commit or "HEAD", path, start, end)


@dataclass(frozen=True, slots=True)
class Panel:
    """The whole panel; without tabs it is not shown."""

    tabs: tuple[Tab, ...] = ()
    current: ArtifactView | None = None


@dataclass(frozen=True, slots=True)
class Shelf:
    """Where the artifacts of a panel belong."""

    conversation_id: str
    repository_id: str
    turn_id: str = ""


def panel(artifacts: Sequence[Artifact], shelf: Shelf, selected_id: str = "") -> Panel:
    """The newest artifacts as tabs, the selected or the last one open."""
    shown = artifacts[-_MOST_TABS:]
    if not shown:
        return Panel()
    current = next((item for item in shown if item.artifact_id == selected_id), shown[-1])
    tabs = tuple(_tab(item, shelf, is_selected=item is current) for item in shown)
    return Panel(tabs, artifact_view(current, shelf))


def _tab(artifact: Artifact, shelf: Shelf, *, is_selected: bool) -> Tab:
    url = url_for(
        "fragments.artifact_panel",
        conversation_id=shelf.conversation_id,
        artifact_id=artifact.artifact_id,
        turn=shelf.turn_id or None,
    )
    return Tab(artifact.artifact_id, label(artifact.type), count(artifact.data), url, is_selected)


def artifact_view(artifact: Artifact, shelf: Shelf) -> ArtifactView:
    """One artifact, ready for its renderer."""
    data = artifact.data
    commit = data.get("commit") if isinstance(data, Mapping) else None
    is_known = artifact.type in RENDERERS and isinstance(data, Mapping)
    return ArtifactView(
        artifact_id=artifact.artifact_id,
        renderer=artifact.type if is_known else FALLBACK,
        label=label(artifact.type),
        data=data,
        repository_id=shelf.repository_id,
        commit=str(commit or "")[:40],
        json_url=url_for(
            "fragments.artifact_file",
            conversation_id=shelf.conversation_id,
            artifact_id=artifact.artifact_id,
        ),
    )


def label(kind: str) -> str:
    """The name of a tab."""
    names = {
        "overview": _("Overview"),
        "wiki_page": _("Wiki"),
        "search_results": _("Search"),
        "risk_report": _("Risk"),
        "decisions": _("Decisions"),
        "dead_code": _("Dead code"),
    }
    return names.get(kind, kind.replace("_", " ").capitalize())


def count(data: Json) -> str:
    """How many things an artifact lists."""
    if isinstance(data, Mapping):
        for name in _COUNTED:
            listed = data.get(name)
            if isinstance(listed, list | tuple) and len(listed) > 1:
                return str(len(listed))
    return ""


def code_url(repository_id: str, commit: str, path: str, start: int = 0, end: int = 0) -> str:
    """The page of a file that shows line `start`, with the range in its address."""
    first = first_line_of_page(start)
    page = url_for(
        "pages.code",
        repository_id=repository_id,
        commit=commit,
        path=path,
        first=first if first > 1 else None,
    )
    if not start:
        return page
    return f"{page}#L{start}" if end <= start else f"{page}#L{start}-L{end}"


def first_line_of_page(line: int) -> int:
    """The first line of the page of the code view on which `line` stands."""
    return (max(line, 1) - 1) // PAGE_LINES * PAGE_LINES + 1

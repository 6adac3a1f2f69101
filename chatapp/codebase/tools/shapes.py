"""Shapes of the pieces that several artifacts share, and of the artifact ``wiki_page``.

Wire JSON only: no behaviour. Times are Unix seconds, shares and percentiles 0-1, lines 1-based
and inclusive.
"""

from typing import NotRequired, TypedDict

from chatapp.codebase.tools.reply import Place


class SkeletonItem(TypedDict):
    """A definition in its file; `depth` 0 is the outermost."""

    name: str
    kind: str
    signature: str
    start_line: int
    end_line: int
    depth: int
    summary: str


class LinkData(TypedDict):
    """The other side of a call or import; confidence below 0.5 is only possible."""

    path: str
    line: int
    symbol: str
    kind: str
    confidence: float


class ChangeData(TypedDict):
    """The last commit that touched the file; time as Unix seconds."""

    commit: str
    author: str
    subject: str
    at: int


class OwnerData(TypedDict):
    """An author's share of the changes, 0-1."""

    author: str
    commits: int
    share: float


class MetricsData(TypedDict):
    """Sizes and history of the file."""

    lines: int
    size_bytes: int
    complexity: int
    commits: int
    fixes: int
    churn_percentile: float
    authors: int
    bus_factor: int
    imported_by: int
    imports: int
    centrality: float


class CommunityData(TypedDict):
    """The group of files that import each other, and neighbours in it."""

    label: str
    files: int


class DecisionData(TypedDict):
    """A recorded reason, verbatim: at a place in a file, or in a commit (then `path` is "")."""

    kind: str
    title: str
    text: str
    path: str
    start_line: int
    end_line: int
    commit: str
    author: str
    at: int | None


class PageData(Place):
    """A page; sections that were not asked for are absent. ``kind`` is file, folder or symbol.

    For a folder, `files` lists what is in it.
    """

    target: str
    kind: str
    title: str
    language: str
    summary: str
    signature: NotRequired[str]
    others: NotRequired[list[Place]]
    files: NotRequired[list[str]]
    skeleton: NotRequired[list[SkeletonItem]]
    callers: NotRequired[list[LinkData]]
    callees: NotRequired[list[LinkData]]
    last_change: NotRequired[ChangeData | None]
    ownership: NotRequired[list[OwnerData]]
    metrics: NotRequired[MetricsData]
    community: NotRequired[CommunityData | None]
    decisions: NotRequired[list[DecisionData]]
    full_doc: NotRequired[str]


class UnknownTarget(TypedDict):
    """A target that is not in the index, why, and what may have been meant."""

    target: str
    reason: str
    suggestions: list[str]


class WikiPage(TypedDict):
    """The artifact ``wiki_page``: one page for each target, in order."""

    pages: list[PageData]
    unknown: list[UnknownTarget]

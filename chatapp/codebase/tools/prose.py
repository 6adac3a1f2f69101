"""Pages and lists as short text for the model: headings and one-liners, never quoted code.

Quoted code is only ever written by `reply.evidence`. Pure; called by the tools.
"""

from datetime import UTC, datetime
from typing import Final

from chatapp.codebase.marks import shortened
from chatapp.codebase.tools.shapes import DecisionData, LinkData, PageData, SkeletonItem

MAX_OUTLINE: Final = 60
MAX_SUMMARY_CHARS: Final = 300
POSSIBLE: Final = 0.5


def page_text(page: PageData) -> str:
    """A page without its source."""
    lines = [f"## {page['title']} ({_where(page)})"]
    if page["summary"]:
        lines.append(shortened(page["summary"], MAX_SUMMARY_CHARS))
    lines += _others(page)
    lines += outline(page.get("skeleton", []))
    lines += _links("Used by", page.get("callers", []))
    lines += _links("Uses", page.get("callees", []))
    lines += page.get("files", [])
    return "\n".join(lines + _facts(page))


def _where(page: PageData) -> str:
    if page["kind"] == "folder":
        return "folder"
    return f"{page['path']}:{page['start_line']}-{page['end_line']}, {page['language']}"


def _others(page: PageData) -> list[str]:
    places = [f"{place['path']}:{place['start_line']}" for place in page.get("others", [])]
    return [f"Others of this name: {', '.join(places)}"] if places else []


def outline(items: list[SkeletonItem]) -> list[str]:
    """Definitions, indented, with their lines."""
    if not items:
        return []
    lines = [
        f"{'  ' * item['depth']}- {item['start_line']}-{item['end_line']} {item['kind']}"
        f" {shortened(item['signature'], 160)}"
        for item in items[:MAX_OUTLINE]
    ]
    if len(items) > MAX_OUTLINE:
        lines.append(f"- and {len(items) - MAX_OUTLINE} more")
    return ["Outline:", *lines]


def _links(title: str, links: list[LinkData]) -> list[str]:
    if not links:
        return []
    return [f"{title}: {'; '.join(map(_link, links))}"]


def _link(link: LinkData) -> str:
    place = link["path"] if link["kind"] == "import" else f"{link['path']}:{link['line']}"
    name = f" {link['symbol']}" if link["symbol"] else ""
    return f"{place}{name}{' (possible)' if link['confidence'] < POSSIBLE else ''}"


def _facts(page: PageData) -> list[str]:
    lines = []
    change = page.get("last_change")
    if change:
        lines.append(
            f"Last change: {day(change['at'])} {change['commit'][:12]} {change['author']}:"
            f" {shortened(change['subject'], 160)}"
        )
    if page.get("ownership"):
        shares = [f"{owner['author']} {owner['share']:.0%}" for owner in page["ownership"]]
        lines.append(f"Owners: {', '.join(shares)}")
    if "metrics" in page:
        numbers = [f"{name} {value}" for name, value in page["metrics"].items()]
        lines.append(f"Metrics: {', '.join(numbers)}")
    group = page.get("community")
    if group:
        lines.append(f"Community: {group['label']} ({group['files']} files)")
    return lines + [decision_line(item) for item in page.get("decisions", [])]


def decision_line(item: DecisionData) -> str:
    """A decision in one line."""
    place = f"{item['path']}:{item['start_line']}" if item["path"] else item["commit"][:12]
    return (
        f"Decision ({item['kind']}, {day(item['at'])}): {shortened(item['title'], 200)} [{place}]"
    )


def day(at: int | None) -> str:
    """The date of a Unix time."""
    return datetime.fromtimestamp(at, UTC).date().isoformat() if at else "undated"

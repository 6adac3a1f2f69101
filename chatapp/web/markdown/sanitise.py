"""The allow-list that every rendered answer passes, as the second wall behind the parser.

No id, name, style, form or ``hx-`` attribute survives, so text can neither be scripted nor wire
itself to htmx (case X07). Classes are a closed set for each element.
"""

from typing import Final

import nh3

from chatapp.web.markdown.highlight import CLASSES

_TAGS: Final = frozenset(
    (
        *("a", "b", "bdi", "blockquote", "br", "button", "code", "del", "details", "div", "em"),
        *("figcaption", "figure", "h3", "h4", "h5", "h6", "hr", "i", "li", "ol", "p"),
        *("pre", "s", "span", "strong", "summary", "table", "tbody", "td", "th", "thead", "tr"),
        "ul",
    )
)
_ATTRIBUTES: Final = {
    "a": {"href", "title", "aria-label", "target"},
    "bdi": {"title"},
    "button": {"aria-label", "title", "data-copy"},
    "ol": {"start"},
    "pre": {"tabindex"},
    "span": {"title"},
}
_CLASSES: Final = {
    "a": {"cite", "path"},
    "bdi": {"unseen"},
    "button": {"ib"},
    "div": {"scroll", "canvas"},
    "figure": {"code", "diagram"},
    "span": CLASSES | {"line-no", "lost"},
    "td": {"num"},
    "th": {"num"},
}
_CLEANER: Final = nh3.Cleaner(
    tags=set(_TAGS),
    attributes=_ATTRIBUTES,
    allowed_classes={tag: set(names) for tag, names in _CLASSES.items()},
    tag_attribute_values={"button": {"type": {"button"}}},
    url_schemes={"http", "https", "mailto"},
    link_rel="noopener noreferrer nofollow",
)


def sanitise(html: str) -> str:
    """`html` with nothing in it but the allow-list."""
    return _CLEANER.clean(html)

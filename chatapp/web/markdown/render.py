"""One Markdown text to safe HTML. The final form of every answer and of every closed block.

`render` is what a whole text looks like; `stream` renders blocks through the same parser, so that
a finished answer is the same however it came (case X09).
"""

import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from markupsafe import Markup

from chatapp.domain.sources import CITATION
from chatapp.web.markdown.citations import NO_CITATIONS, CitationBook, Numbered, citations
from chatapp.web.markdown.dialect import dialect
from chatapp.web.markdown.highlight import highlight, visible
from chatapp.web.markdown.sanitise import sanitise


@dataclass(frozen=True, slots=True)
class Labels:
    """The few words that rendered Markdown contains, in the reader's language."""

    copy: str = "Copy code"
    diagram: str = "Diagram"
    source: str = "Source"


ENGLISH: Final = Labels()


class Renderer:
    """Renders the blocks of one answer; reference definitions and numbers carry over."""

    def __init__(self, book: CitationBook = NO_CITATIONS, labels: Labels = ENGLISH) -> None:
        self.book = book
        self._env: dict[str, Any] = {"book": book, "labels": labels, "is_open": False}

    def closed(self, text: str) -> Markup:
        """A text that nothing will be added to."""
        return self._render(text, is_open=False)

    def open(self, text: str) -> Markup:
        """A text that is still growing: code is not coloured yet, diagrams are not drawn (X04)."""
        return self._render(text, is_open=True)

    def _render(self, text: str, *, is_open: bool) -> Markup:
        env = {**self._env, "is_open": is_open}
        rendered = _PARSER.render(text, env)
        if not is_open:
            self._env.setdefault("references", {}).update(env.get("references", {}))
        return Markup(sanitise(rendered))  # noqa: S704 - this is the wall


def render(text: str, book: CitationBook = NO_CITATIONS, labels: Labels = ENGLISH) -> Markup:
    """A whole text as safe HTML."""
    return Renderer(book, labels).closed(text)


def _fence(
    _self: RendererHTML, tokens: Sequence[Token], index: int, _options: OptionsDict, env: EnvType
) -> str:
    token = tokens[index]
    language, _, rest = token.info.strip().partition(" ")
    if language == "mermaid" and not env["is_open"]:
        return _diagram(token.content, env["labels"])
    code = token.content.removesuffix("\n")
    shown = visible(code) if env["is_open"] else highlight(code, language)
    return _figure(_caption(language, rest, env["book"]), shown, env["labels"])


def _code_block(
    _self: RendererHTML, tokens: Sequence[Token], index: int, _options: OptionsDict, env: EnvType
) -> str:
    return _figure("<em></em>", visible(tokens[index].content.rstrip("\n")), env["labels"])


def _figure(caption: str, shown: str, labels: Labels) -> str:
    copy = html.escape(labels.copy)
    button = (
        f'<button type="button" class="ib" data-copy="code" title="{copy}" aria-label="{copy}">'
        "</button>"
    )
    return (
        f'<figure class="code"><figcaption>{caption}{button}</figcaption>'
        f'<pre tabindex="0"><code>{shown}</code></pre></figure>\n'
    )


def _caption(language: str, rest: str, book: CitationBook) -> str:
    mention = CITATION.search(f"{language} {rest}")
    numbered = book.cite(mention[0]) if mention else None
    name = f"<em>{html.escape(language)}</em>"
    return name if numbered is None else f"{_path_link(numbered, css='')}{name}"


def _diagram(source: str, labels: Labels) -> str:
    return (
        f'<figure class="diagram"><figcaption><span>{html.escape(labels.diagram)}</span>'
        '</figcaption><div class="canvas"></div>'
        f"<details><summary>{html.escape(labels.source)}</summary>"
        f'<pre tabindex="0">{html.escape(source)}</pre></details></figure>\n'
    )


def _path_link(numbered: Numbered, css: str = ' class="path"') -> str:
    place = numbered.place
    path, lines = html.escape(place.path), html.escape(place.lines)
    return (
        f'<a{css} href="{html.escape(place.url)}">{path}<span class="line-no">:{lines}</span></a>'
    )


def _cited_path(_self: RendererHTML, tokens: Sequence[Token], index: int, *_: object) -> str:
    return _path_link(tokens[index].meta["numbered"])


def _citation(_self: RendererHTML, tokens: Sequence[Token], index: int, *_: object) -> str:
    numbered: Numbered = tokens[index].meta["numbered"]
    place = numbered.place
    label = html.escape(f"{numbered.number}: {place.path}:{place.lines}")
    url = html.escape(place.url)
    return f'<a class="cite" href="{url}" aria-label="{label}">{numbered.number}</a>'


def _lost(_self: RendererHTML, tokens: Sequence[Token], index: int, *_: object) -> str:
    title = html.escape(tokens[index].meta["title"])
    return f'<span class="lost" title="{title}">{html.escape(tokens[index].content)}</span>'


def _image(_self: RendererHTML, tokens: Sequence[Token], index: int, *_: object) -> str:
    """An image is a link to it: nothing is fetched because a text says so."""
    token = tokens[index]
    url = html.escape(quote(str(token.attrs.get("src", "")), safe="/:?#[]@!$&'()*+,;=%~-._"))
    return f'<a href="{url}">{html.escape(token.content or "image")}</a>'


def _link_open(
    self: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
) -> str:
    if str(tokens[index].attrs.get("href", "")).startswith(("http:", "https:")):
        tokens[index].attrSet("target", "_blank")
    return self.renderToken(tokens, index, options, env)


def _heading(
    self: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
) -> str:
    """Two levels down: the page has the first heading, each turn a second."""
    tokens[index].tag = f"h{min(int(tokens[index].tag[1]) + 2, 6)}"
    return self.renderToken(tokens, index, options, env)


def _text(_self: RendererHTML, tokens: Sequence[Token], index: int, *_: object) -> str:
    return visible(tokens[index].content)


def _code(_self: RendererHTML, tokens: Sequence[Token], index: int, *_: object) -> str:
    return f"<code>{visible(tokens[index].content)}</code>"


def _cell(
    self: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
) -> str:
    """Alignment as a class: an inline style would not pass the policy."""
    style = str(tokens[index].attrs.pop("style", ""))
    if "right" in style:
        tokens[index].attrSet("class", "num")
    return self.renderToken(tokens, index, options, env)


def _table_open(_self: RendererHTML, *_: object) -> str:
    return '<div class="scroll"><table>\n'


def _table_close(_self: RendererHTML, *_: object) -> str:
    return "</table></div>\n"


def _parser() -> MarkdownIt:
    parser = dialect().use(citations)
    rules: dict[str, Callable[..., str]] = {
        "fence": _fence,
        "code_block": _code_block,
        "citation": _citation,
        "cited_path": _cited_path,
        "lost_citation": _lost,
        "image": _image,
        "link_open": _link_open,
        "heading_open": _heading,
        "heading_close": _heading,
        "text": _text,
        "code_inline": _code,
        "table_open": _table_open,
        "table_close": _table_close,
        "td_open": _cell,
        "th_open": _cell,
    }
    for name, rule in rules.items():
        parser.add_render_rule(name, rule)
    return parser


_PARSER: Final = _parser()

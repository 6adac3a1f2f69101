import re
from html.parser import HTMLParser

import pytest

from chatapp.web.markdown.citations import CitationBook, Place
from chatapp.web.markdown.render import Labels, Renderer, render
from tests.unit.web.markdown.fakes import book_of

ATTACKS = [
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java&#10;script:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x]: vbscript:a\n\n[x]",
    "<javascript:alert(1)>",
    '<a href="https://example.org" onclick="alert(1)">x</a>',
    "<svg onload=alert(1)>",
    "<style>*{display:none}</style>",
    '![x](https://example.org/a.png "t\\" onerror=alert(1)")',
    '<img src=x onerror="alert(1)">',
    "<form action=/settings><input name=a></form>",
    "<iframe src=javascript:alert(1)></iframe>",
    "`</code><script>alert(1)</script>`",
    "```\n</code></pre><script>alert(1)</script>\n```",
    '```"><script>alert(1)</script>\nx\n```',
    "| <script>alert(1)</script> |\n|---|\n| <img src=x onerror=alert(1)> |",
]
WIRING = [
    '<div hx-get="/api/keys" hx-trigger="load">x</div>',
    '<p data-hx-post="/x">x</p>',
    '<b hx-on:click="alert(1)">x</b>',
    '<i id="chat-composer" name="cookie" class="btn">x</i>',
    '<p hx-swap-oob="true" id="side">x</p>',
    '<hx-partial hx-target="#side" hx-swap="innerHTML">x</hx-partial>',
]


class Elements(HTMLParser):
    """Every element of a text with its attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@pytest.mark.requirement("X05")
@pytest.mark.parametrize("text", ATTACKS)
def test_nothing_in_a_text_can_run(text: str) -> None:
    allowed = ("http:", "https:", "mailto:", "/", "#")
    for tag, attributes in Elements(render(text)).found:
        assert tag not in ("script", "style", "iframe", "form", "input", "svg", "img", "object")
        assert not [name for name in attributes if name.startswith("on") or name == "style"]
        assert (attributes.get("href") or "/").startswith(allowed)


@pytest.mark.requirement("X05")
def test_a_refused_link_stays_as_text() -> None:
    assert "[x](javascript:alert(1))" in render("[x](javascript:alert(1))")


@pytest.mark.requirement("X07")
@pytest.mark.parametrize("text", WIRING)
def test_a_text_cannot_wire_itself_to_the_page(text: str) -> None:
    html = render(text)
    for tag, attributes in Elements(html).found:
        assert "hx" not in tag
        assert not [name for name in attributes if "hx-" in name or name in ("id", "name")]
    assert "&lt;" in html


def test_links_to_other_sites_open_beside_and_tell_them_nothing() -> None:
    [(_tag, attributes)] = [
        item for item in Elements(render("[x](https://e.org)")).found if item[0] == "a"
    ]
    assert attributes["target"] == "_blank"
    assert "noopener" in (attributes["rel"] or "")
    assert "noreferrer" in (attributes["rel"] or "")


def test_an_image_is_a_link_and_nothing_is_fetched() -> None:
    html = render("![a cat](https://example.org/cat.png)")
    assert "<img" not in html
    assert '<a href="https://example.org/cat.png"' in html
    assert ">a cat</a>" in html


def test_code_is_coloured_and_can_be_copied() -> None:
    html = render("```python\ndef f():\n    return 1\n```")
    assert '<span class="k">def</span> <span class="f">f</span>' in html
    assert 'data-copy="code"' in html
    assert "<em>python</em>" in html


def test_an_unknown_language_is_plain_text() -> None:
    assert "<code>a &lt; b</code>" in render("```nosuch\na < b\n```")


@pytest.mark.requirement("X04")
def test_a_diagram_is_drawn_only_when_its_block_is_closed() -> None:
    text = "```mermaid\ngraph TD\n```\n"
    renderer = Renderer(labels=Labels(diagram="Picture"))
    assert 'class="diagram"' not in renderer.open(text)
    assert "graph TD" in renderer.open(text)
    closed = renderer.closed(text)
    assert 'class="diagram"' in closed
    assert "Picture" in closed
    assert re.search(r"<pre[^>]*>graph TD\n</pre>", closed)


def test_a_table_scrolls_in_its_own_box() -> None:
    html = render("| a | b |\n|---|--:|\n| 1 | 2 |\n")
    assert '<div class="scroll"><table>' in html
    assert '<td class="num">2</td>' in html


def test_a_definition_in_one_block_serves_the_next() -> None:
    renderer = Renderer()
    renderer.closed("[here]: /there\n\n")
    assert '<a href="/there"' in renderer.closed("see [here]\n")


@pytest.mark.requirement("E03")
def test_bidi_controls_show_and_still_copy() -> None:
    html = render("`a\u202eb` and \u200bthis")
    assert 'title="U+202E">\u202e</bdi>' in html
    assert 'title="U+200B">\u200b</bdi>' in html


def test_a_code_block_that_names_its_place_links_to_it() -> None:
    html = render("```python a/b.py:1-2\nx = 1\n```", book_of("a/b.py:1-2"))
    assert '<figcaption><a href="/code/a/b.py#1-2"' in html
    assert "<em>python</em>" in html


def test_numbers_carry_over_from_block_to_block() -> None:
    def resolve(text: str) -> list[Place]:
        return [
            Place(word, word.split(":")[0], word.split(":")[1], f"/code/{word}")
            for word in text.split()
        ]

    renderer = Renderer(CitationBook(resolve))
    renderer.closed("first (a.py:1)\n")
    assert ">2</a>" in renderer.closed("then (b.py:2)\n")
    assert ">1</a>" in renderer.closed("again (a.py:1)\n")


def test_headings_stand_below_those_of_the_page() -> None:
    assert render("# a\n\n### b\n\n###### c\n") == "<h3>a</h3>\n<h5>b</h5>\n<h6>c</h6>\n"

"""What an answer must never be able to do to the page it is shown in."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import App, ask
from tests.browser.upstream import Gate

Say = Callable[..., None]

EVIL_DIAGRAMS = [
    'graph TD\n  A["<img src=x onerror=alert(1)>"]',
    'graph TD\n  A["<iframe src=javascript:alert(1)></iframe>"]',
    "%%{init: {'securityLevel': 'loose', 'themeCSS': 'a{background:url(https://e.org)}'}}%%\n"
    'graph TD\n  A["x"] --> B\n  click A "javascript:alert(1)"',
    'graph TD\n  A["</div><script>alert(1)</script>"]',
]
WIRED = """Look:

<div hx-get="/settings" hx-trigger="load">x</div>
<div data-hx-post="/logout" data-hx-trigger="load">x</div>
<b hx-on:click="alert(1)">x</b> <form action="/logout" method="post"><button>x</button></form>
<p id="side" hx-swap-oob="true">gone</p>

[x](javascript:alert(1)) ![x](https://evil.example/pixel.png)
"""


def fenced(source: str) -> str:
    return f"```mermaid\n{source}\n```\n\n"


@pytest.mark.requirement("X01")
def test_a_diagram_cannot_run_anything(app: App, context: BrowserContext, say: Say) -> None:
    page = context.new_page()  # the frame's own policy speaks up here, which the fixture forbids
    dialogs: list[str] = []
    requests: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    page.on("request", lambda request: requests.append(request.url))
    say(
        ("".join(map(fenced, EVIL_DIAGRAMS)), "The end.\n"),
    )
    page.goto(app.chat_path)
    ask(page, "Draw evil")
    expect(page.locator(".turn.bot")).to_have_attribute("aria-busy", "false")
    expect(page.locator(".turn.bot figure.diagram")).to_have_count(len(EVIL_DIAGRAMS))
    drawn = "img, details[open]"
    for figure in page.locator(".turn.bot figure.diagram").all():
        expect(figure.locator(drawn).first).to_be_attached()
    assert dialogs == []
    assert [url for url in requests if not url.startswith((app.url, "blob:", "data:"))] == []
    assert page.locator(".turn.bot script, .turn.bot iframe, .turn.bot [onerror]").count() == 0


@pytest.mark.requirement("X04")
def test_a_diagram_is_drawn_when_its_fence_closes(app: App, page: Page, say: Say) -> None:
    gate, later = Gate(), Gate()
    say(
        (
            '```mermaid\ngraph TD\n  n1["a"]',
            " --> n2",
            gate,
            '["b"]\n```\n\nBelow.\n\n',
            later,
            "".join(fenced(f"graph TD\n  broken {number} [[") for number in range(10)),
            "The end.\n",
        ),
    )
    page.goto(app.chat_path)
    ask(page, "Draw slowly")
    bot = page.locator(".turn.bot")
    expect(bot).to_contain_text("n2")
    assert bot.locator("figure.diagram").count() == 0
    gate.open()
    expect(bot.locator("figure.diagram img")).to_be_visible()
    below = page.locator("body > *").count()
    later.open()
    expect(bot).to_have_attribute("aria-busy", "false")
    expect(bot.locator("figure.diagram[data-drawn=failed]")).to_have_count(10)
    expect(bot.locator("figure.diagram details[open] pre").first).to_contain_text("broken 0")
    assert page.locator("body > *").count() == below, "no bomb graphics at the bottom"


@pytest.mark.requirement("X07")
def test_an_answer_cannot_wire_itself_to_the_page(app: App, page: Page, say: Say) -> None:
    say(
        (WIRED, "\nThe end.\n"),
    )
    page.goto(app.chat_path)
    requests: list[str] = []
    ask(page, "Wire yourself")
    expect(page.locator(".turn.bot")).to_have_attribute("aria-busy", "false")
    page.on("request", lambda request: requests.append(request.url))
    page.locator(".turn.bot .md").first.click()
    page.wait_for_timeout(700)
    assert requests == []
    assert page.locator("#side").count() == 1
    expect(page.locator("#side")).to_contain_text("Repositories")
    assert (
        page.locator(".turn.bot .md form, .turn.bot .md [hx-get], .turn.bot .md img").count() == 0
    )


@pytest.mark.requirement("D06")
def test_no_page_asks_another_origin_for_anything(app: App, page: Page, say: Say) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    say(
        (fenced('graph TD\n  n1["a"] --> n2["b"]'), "Text.\n"),
    )
    page.goto(app.chat_path)
    ask(page, "Draw")
    expect(page.locator("figure.diagram img")).to_be_visible()
    for path in ("/repos", "/settings", "/settings/providers", "/settings/keys", "/conversations"):
        page.goto(path)
    assert [url for url in requests if not url.startswith((app.url, "blob:"))] == []


@pytest.mark.requirement("X08")
def test_a_long_answer_leaves_the_page_usable(app: App, page: Page, say: Say) -> None:
    """The longest task of the main thread while 100 kB arrive, with tables and code."""
    table = "| a | b |\n|---|---|\n" + "| cell one | cell two |\n" * 20 + "\n"
    code = "```python\n" + "value = compute(1, 2, 3)  # a comment\n" * 30 + "```\n\n"
    text = ("Some words with `code` and **weight** in a sentence.\n\n" * 6 + table + code) * 40
    pieces = [text[start : start + 400] for start in range(0, 100_000, 400)]
    say(
        (*pieces, "\n\nThe very end.\n"),
    )
    page.goto(app.chat_path)
    page.evaluate(
        """() => {
          window.longest = 0;
          new PerformanceObserver((list) => {
            for (const task of list.getEntries()) longest = Math.max(longest, task.duration);
          }).observe({ type: "longtask" });
        }"""
    )
    ask(page, "Tell me everything")
    expect(page.locator(".turn.bot")).to_contain_text("The very end.", timeout=60_000)
    expect(page.locator(".turn.bot")).to_have_attribute("aria-busy", "false")
    page.wait_for_timeout(300)
    assert page.evaluate("longest") < 1000, "see the note in CONTRIBUTING on shared machines"

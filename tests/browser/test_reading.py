"""Reading: without scripts, on a phone, with a keyboard, and whatever the colours are."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import App, ask

Say = Callable[..., None]
PAGES = ("/repos", "/settings", "/settings/providers", "/settings/keys", "/settings/members")
PAGES += ("/settings/audit", "/conversations?show=deleted", "/nothing-here")
CHECKS = (Path(__file__).parent / "soundness.js").read_text("utf-8")
CONTRAST = (Path(__file__).parent / "contrast.js").read_text("utf-8")


@pytest.fixture
def answered(app: App, page: Page, say: Say) -> Page:
    """A page with an answer that has everything in it."""
    say(
        ("# Bees\n\nThey `buzz` (bees.py:6-8).\n\n```python\ndef f(): return 'x'  # c\n```\n"),
    )
    page.goto(app.chat_path)
    ask(page, "All of it")
    expect(page.locator(".turn.bot")).to_have_attribute("aria-busy", "false")
    expect(page.locator(".sources")).to_be_visible()
    return page


def test_a_citation_shows_its_lines_and_leads_to_them(answered: Page) -> None:
    chip = answered.locator(".md .cite").first
    chip.hover()
    peek = answered.locator("#peek")
    expect(peek).to_contain_text("def buzz(times: int)")
    expect(peek.locator(".hot")).to_have_count(3)
    chip.click()
    expect(answered).to_have_url(re.compile(r"/blob/[0-9a-f]{40}/bees\.py#L6-L8$"))
    expect(answered.locator("#L7")).to_have_class(re.compile("hot"))
    expect(answered.locator("#L7")).to_be_in_viewport()


def test_an_answer_can_be_read_without_scripts(app: App, answered: Page) -> None:
    context = app.context(java_script_enabled=False)
    page = context.new_page()
    page.goto(answered.url)
    expect(page.locator(".turn.bot")).to_contain_text("They")
    expect(page.locator(".you")).to_contain_text("All of it")
    page.locator(".md .cite").first.click()
    expect(page.locator("#L6")).to_contain_text("def")
    page.goto("/conversations?q=All")
    expect(page.get_by_role("article")).to_contain_text(["All of it"])
    context.close()


def test_a_question_can_be_asked_without_scripts(app: App, say: Say) -> None:
    say(
        ("Plain answer.",),
    )
    context = app.context(java_script_enabled=False)
    page = context.new_page()
    page.goto(app.chat_path)
    page.get_by_role("textbox", name="Message").fill("No scripts here")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".you")).to_contain_text("No scripts here")
    more = page.get_by_role("link", name="Load the answer")
    while more.count():
        more.click()
    expect(page.locator(".turn.bot")).to_contain_text("Plain answer.")
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_is_sound_and_legible(app: App, answered: Page, scheme: str) -> None:
    answered.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    code = answered.locator(".md .cite").first.get_attribute("href") or ""
    for path in (answered.url, app.chat_path, code, *PAGES):
        answered.goto(path)
        assert (path, answered.evaluate(CHECKS)) == (path, [])
        assert (path, answered.evaluate(CONTRAST)) == (path, [])


def test_a_stranger_sees_sound_pages_too(app: App) -> None:
    context = app.browser.new_context(base_url=app.url)
    page = context.new_page()
    for path in ("/login", "/setup", "/join?token=x"):
        page.goto(path)
        assert (path, page.evaluate(CHECKS)) == (path, [])
        assert (path, page.evaluate(CONTRAST)) == (path, [])
    context.close()


def test_nothing_scrolls_sideways_on_a_small_phone(app: App, answered: Page) -> None:
    answered.set_viewport_size({"width": 360, "height": 740})
    code = answered.locator(".md .cite").first.get_attribute("href") or ""
    for path in (answered.url, app.chat_path, code, *PAGES):
        answered.goto(path)
        assert (path, answered.evaluate("document.documentElement.scrollWidth")) == (path, 360)


def test_the_drawer_and_the_panel_open_on_a_phone(app: App, answered: Page, say: Say) -> None:
    answered.set_viewport_size({"width": 390, "height": 844})
    side = answered.locator("#side")
    expect(side).to_be_hidden()
    answered.get_by_role("button", name="Open sidebar").click()
    expect(side).to_be_visible()
    answered.keyboard.press("Escape")
    expect(side).to_be_hidden()
    small = answered.evaluate(
        """() => [...document.querySelectorAll("button, .pick summary")]
             .filter((node) => node.checkVisibility({ visibilityProperty: true }))
             .map((node) => [node.getBoundingClientRect(), node.outerHTML.slice(0, 80)])
             .filter(([box]) => box.height < 39.5 && box.width > 0).map(([, html]) => html)"""
    )
    assert small == []


def test_the_skip_link_leads_to_the_main_part(app: App, page: Page) -> None:
    page.goto("/repos")
    page.keyboard.press("Tab")
    link = page.get_by_role("link", name="Skip to the main part")
    expect(link).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


def test_the_interface_speaks_chinese(app: App) -> None:
    context = app.context(locale="zh-CN")
    page = context.new_page()
    page.goto(app.chat_path)
    expect(page.get_by_role("heading", name="询问 garden")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "zh-CN"
    context.close()

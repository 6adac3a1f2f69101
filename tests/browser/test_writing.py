"""The composer, the keyboard, and what is done to conversations."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import App, ask
from tests.browser.upstream import Gate

Say = Callable[..., None]

COMPOSE = """(order) => {
  const text = document.querySelector("#text");
  text.focus();
  const key = (code, composing) => text.dispatchEvent(new KeyboardEvent("keydown", {
    key: "Enter", keyCode: code, isComposing: composing, bubbles: true, cancelable: true }));
  const end = () => text.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true }));
  text.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true }));
  text.value = "你好";
  if (order === "chrome") { key(229, true); end(); } else { end(); key(229, false); }
}"""


@pytest.mark.requirement("C01")
@pytest.mark.parametrize("order", ["chrome", "safari"])
def test_enter_that_ends_a_composition_sends_nothing(
    app: App, page: Page, say: Say, order: str
) -> None:
    say(
        ("Good day.",),
    )
    page.goto(app.chat_path)
    page.evaluate(COMPOSE, order)
    page.wait_for_timeout(200)
    expect(page.locator(".you")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator(".you .text")).to_have_text("你好")


@pytest.mark.requirement("C01")
def test_shift_enter_is_a_new_line(app: App, page: Page, say: Say) -> None:
    say(
        ("Yes.",),
    )
    page.goto(app.chat_path)
    text = page.get_by_role("textbox", name="Message")
    text.fill("one")
    text.press("Shift+Enter")
    text.press_sequentially("two")
    expect(text).to_have_value("one\ntwo")
    text.press("Control+Enter")
    expect(page.locator(".you .text")).to_have_text("one\ntwo")


def test_a_draft_survives_a_reload_and_ends_with_sending(app: App, page: Page, say: Say) -> None:
    say(
        ("Yes.",),
    )
    page.goto(app.chat_path)
    page.get_by_role("textbox", name="Message").fill("half a thought")
    page.reload()
    expect(page.get_by_role("textbox", name="Message")).to_have_value("half a thought")
    page.get_by_role("textbox", name="Message").press("Enter")
    expect(page.locator(".you .text")).to_have_text("half a thought")
    expect(page.locator(".turn.bot")).to_contain_text("Yes.")
    page.goto(app.chat_path)
    expect(page.get_by_role("textbox", name="Message")).to_have_value("")


def test_a_suggestion_is_asked_with_one_click(app: App, page: Page, say: Say) -> None:
    say(
        ("It has bees.",),
    )
    page.goto(app.chat_path)
    first = page.locator(".asks button").first
    wanted = first.get_attribute("data-ask")
    first.click()
    expect(page.locator(".you .text")).to_have_text(re.compile(re.escape(wanted or "?")[:20]))


def test_single_keys_work_outside_of_text(app: App, page: Page, say: Say) -> None:
    say(
        ("Yes.",),
    )
    page.goto(app.chat_path)
    ask(page, "For the keys")
    expect(page.locator(".turn.bot")).to_contain_text("Yes.")
    page.locator("#log").focus()
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.get_by_role("searchbox").fill("keys n ?")
    page.locator("#log").focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Send the message")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("[")
    expect(page.locator("#side")).to_be_hidden()
    page.keyboard.press("[")
    expect(page.locator("#side")).to_be_visible()
    page.keyboard.press("n")
    expect(page.get_by_role("heading", name="Ask garden")).to_be_visible()


def test_the_last_question_is_edited_into_a_branch(app: App, page: Page, say: Say) -> None:
    say(("About bees.",), ("About wasps.",))
    page.goto(app.chat_path)
    ask(page, "Tell me of bees")
    expect(page.locator(".turn.bot")).to_contain_text("About bees.")
    first = page.url
    page.get_by_role("textbox", name="Message").press("ArrowUp")
    expect(page.get_by_role("textbox", name="Message")).to_have_value("Tell me of bees")
    expect(page.get_by_text("asked again in a branch")).to_be_visible()
    ask(page, "Tell me of wasps")
    expect(page.locator(".turn.bot")).to_contain_text("About wasps.")
    assert page.url != first
    expect(page.locator(".you .text")).to_have_text(["Tell me of wasps"])


def test_answering_again_and_branching_keep_the_first(app: App, page: Page, say: Say) -> None:
    say(("First try.",), ("Second try.",))
    page.goto(app.chat_path)
    ask(page, "Try")
    expect(page.locator(".turn.bot")).to_contain_text("First try.")
    first = page.url
    page.get_by_role("button", name="Answer again").click()
    expect(page.locator(".turn.bot")).to_contain_text("Second try.")
    assert page.url != first
    page.goto(first)
    expect(page.locator(".turn.bot")).to_contain_text("First try.")
    page.get_by_role("button", name="Branch from here").click()
    expect(page.locator(".turn.bot")).to_contain_text("First try.")
    assert page.url != first


def test_renaming_pinning_and_deleting_with_undo(app: App, page: Page, say: Say) -> None:
    say(
        ("Yes.",),
    )
    page.goto(app.chat_path)
    ask(page, "To be renamed")
    expect(page.locator(".turn.bot")).to_contain_text("Yes.")
    page.get_by_label("More", exact=True).click()
    page.get_by_role("button", name="Rename").click()
    page.get_by_label("Title").fill("Bees at large")
    page.get_by_role("dialog").get_by_role("button", name="Rename").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bees at large")
    expect(page.locator("#conversation-list")).to_contain_text("Bees at large")
    page.get_by_role("button", name="Pin").click()
    expect(page.locator("#conversation-list")).to_contain_text("Pinned")
    page.get_by_label("More", exact=True).click()
    page.get_by_role("button", name="Delete").click()
    expect(page.locator("#conversation-list")).not_to_contain_text("Bees at large")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bees at large")


@pytest.mark.requirement("W03")
def test_back_and_forward_show_whole_pages(app: App, page: Page, say: Say) -> None:
    said = [f"Answer {number}." for number in range(4)]
    say(*((text,) for text in said))
    urls = []
    for number in range(4):
        page.goto(app.chat_path)
        ask(page, f"Question {number}")
        expect(page.locator(".turn.bot")).to_contain_text(f"Answer {number}.")
        urls.append(page.url)
    for url in urls:
        page.goto(url)
    for number in (2, 1, 0):
        page.go_back()
        expect(page.locator(".turn.bot")).to_contain_text(f"Answer {number}.")
        expect(page.get_by_role("heading", name="Repositories")).to_be_visible()
    page.reload()
    expect(page.locator(".turn.bot")).to_contain_text("Answer 0.")
    stored = page.evaluate("JSON.stringify(localStorage) + JSON.stringify(sessionStorage)")
    assert "Answer" not in stored


@pytest.mark.requirement("W05")
def test_a_session_that_ended_asks_to_sign_in_and_keeps_the_text(app: App, say: Say) -> None:
    say(
        ("Never asked.",),
    )
    context = app.context()
    page = context.new_page()
    page.goto(app.chat_path)
    page.get_by_role("textbox", name="Message").fill("Precious words")
    context.clear_cookies()
    page.get_by_role("textbox", name="Message").press("Enter")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    kept = page.evaluate("Object.values(localStorage)")
    assert kept == ["Precious words"]
    context.close()


@pytest.mark.requirement("W05")
def test_a_server_that_is_away_is_said_and_the_text_stays(app: App, page: Page) -> None:
    page.goto(app.chat_path)
    page.route("**/fragments/chat/ask/**", lambda route: route.abort())
    ask(page, "Are you there?")
    expect(page.locator("#chat-unreachable")).to_be_visible()
    expect(page.get_by_role("textbox", name="Message")).to_have_value("Are you there?")


@pytest.mark.requirement("S14")
def test_a_stream_that_was_refused_recovers(app: App, page: Page, say: Say) -> None:
    gate = Gate()
    say(
        (gate, "After the storm."),
    )
    refused: list[str] = []

    def once(route: object) -> None:
        if len(refused) < 2:
            refused.append("x")
            route.fulfill(status=503, headers={"Retry-After": "1"}, body="")  # type: ignore[attr-defined]
        else:
            route.continue_()  # type: ignore[attr-defined]

    page.route("**/turns/*/events*", once)
    page.goto(app.chat_path)
    ask(page, "In a storm")
    gate.open()
    expect(page.locator(".turn.bot")).to_contain_text("After the storm.", timeout=20_000)
    assert len(refused) == 2

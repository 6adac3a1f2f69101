"""Questions and answers as a person sees them, in a real browser."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import App, ask
from tests.browser.upstream import Call, Gate

Say = Callable[..., None]


def test_an_answer_streams_with_its_tools_and_citations(app: App, page: Page, say: Say) -> None:
    gate = Gate()
    say(
        (Call("search_codebase", query="buzz"),),
        ("A bee buzzes (bees.py:6-8).\n\n", "Then it ", gate, "**sleeps**.\n"),
    )
    page.goto(app.chat_path)
    ask(page, "What does a bee do?")

    bot = page.locator(".turn.bot")
    expect(bot.locator(".tool.done")).to_contain_text("search_codebase")
    expect(bot).to_contain_text("Then it")
    expect(bot).to_have_attribute("aria-busy", "true")
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    gate.open()
    expect(bot.locator("strong")).to_have_text("sleeps")
    expect(bot).to_have_attribute("aria-busy", "false")
    expect(bot.locator(".md a.cite")).to_have_text("1")
    expect(page.get_by_role("button", name="Send")).to_be_visible()
    expect(page.get_by_role("tab", name="Search")).to_be_visible()
    assert re.fullmatch(rf"{app.url}{app.chat_path}/[0-9a-f]{{32}}", page.url)


@pytest.mark.requirement("S10")
def test_a_reload_in_the_middle_loses_nothing(app: App, page: Page, say: Say) -> None:
    gate = Gate()
    say(
        ("First paragraph.\n\nSecond ", gate, "paragraph ends.\n\nThird.\n"),
    )
    page.goto(app.chat_path)
    ask(page, "Tell me slowly")
    expect(page.locator(".turn.bot")).to_contain_text("Second")

    page.reload()
    bot = page.locator(".turn.bot")
    expect(bot).to_contain_text("First paragraph.")
    expect(bot).to_contain_text("Second")
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    gate.open()
    expect(bot).to_have_attribute("aria-busy", "false")
    live = bot.locator(".md").all_inner_texts()
    page.reload()
    expect(page.locator(".turn.bot")).to_contain_text("Third.")
    assert "".join(page.locator(".turn.bot .md").all_inner_texts()).split() == "".join(live).split()


@pytest.mark.requirement("H05")
def test_another_conversation_never_shows_it(app: App, page: Page, say: Say) -> None:
    gate = Gate()
    say(
        (gate, "Secret of the first."),
    )
    page.goto(app.chat_path)
    ask(page, "First conversation")
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    first = page.url
    page.get_by_role("link", name="New conversation").click()
    expect(page.get_by_role("heading", name="Ask garden")).to_be_visible()
    gate.open()
    page.wait_for_timeout(500)
    expect(page.get_by_text("Secret of the first.")).to_have_count(0)
    page.goto(first)
    expect(page.locator(".turn.bot")).to_contain_text("Secret of the first.")


def test_stop_keeps_what_was_written(app: App, page: Page, say: Say) -> None:
    say(
        ("Kept words ", Gate(), "never said"),
    )
    page.goto(app.chat_path)
    ask(page, "Talk for ever")
    expect(page.locator(".turn.bot")).to_contain_text("Kept words")
    page.keyboard.press("Escape")
    expect(page.locator(".turn.bot")).to_have_attribute("aria-busy", "false")
    expect(page.locator(".turn.bot")).to_contain_text("Stopped")
    expect(page.locator(".turn.bot")).to_contain_text("Kept words")
    expect(page.get_by_role("button", name="Send")).to_be_visible()


@pytest.mark.requirement("W04")
def test_a_second_tab_shows_both_questions_in_order(app: App, page: Page, say: Say) -> None:
    say(
        ("An answer.",),
    )
    page.goto(app.chat_path)
    ask(page, "From the first tab")
    expect(page.locator(".turn.bot")).to_contain_text("An answer.")
    other = page.context.new_page()
    other.goto(page.url)
    ask(other, "From the second tab")
    expect(other.locator(".turn.bot")).to_have_count(2)
    for tab in (page, other):
        expect(tab.locator(".you .text")).to_have_text(
            ["From the first tab", "From the second tab"]
        )
        expect(tab.locator(".turn.bot").last).to_contain_text("An answer.")
        expect(tab.locator(".turn.bot").last).to_have_attribute("aria-busy", "false")


@pytest.mark.requirement("H03")
def test_a_question_goes_to_the_head_of_its_own_conversation(
    app: App, page: Page, say: Say
) -> None:
    say(("First of A.",), ("First of B.",), ("Second of A.",), ("Third of A.",))
    page.goto(app.chat_path)
    ask(page, "A begins")
    expect(page.locator(".turn.bot")).to_contain_text("First of A.")
    first = page.url
    ahead = page.context.new_page()
    page.goto(app.chat_path)
    ask(page, "B begins")
    expect(page.locator(".turn.bot")).to_contain_text("First of B.")

    page.goto(first)
    ahead.goto(first)
    ask(ahead, "A from elsewhere")
    expect(ahead.locator(".turn.bot").last).to_contain_text("Second of A.")
    ask(page, "A goes on")
    expect(page.locator(".turn.bot").last).to_contain_text("Third of A.")
    page.reload()
    expect(page.locator(".you .text")).to_have_text(["A begins", "A from elsewhere", "A goes on"])


@pytest.mark.requirement("W05")
def test_a_failure_is_said_and_can_be_tried_again(app: App, page: Page, say: Say) -> None:
    say((401,), ("Now it works.",))
    page.goto(app.chat_path)
    ask(page, "Will it fail?")
    note = page.get_by_role("alert").filter(has_text="The answer failed.")
    expect(note).to_be_visible()
    note.get_by_role("button", name="Try again").click()
    expect(page.locator(".turn.bot").last).to_contain_text("Now it works.")


@pytest.mark.requirement("W05")
def test_a_tool_that_fails_turns_its_card(app: App, page: Page, say: Say) -> None:
    say((Call("search_codebase", nothing="known"),), ("Done.",))
    page.goto(app.chat_path)
    ask(page, "Use the tool badly")
    expect(page.locator(".tool")).to_have_class(re.compile("failed"))
    expect(page.locator(".turn.bot")).to_contain_text("Done.")


@pytest.mark.requirement("W05")
def test_a_refused_question_keeps_its_text(app: App, page: Page, say: Say) -> None:
    gate = Gate()
    say(
        (gate, "Answer."),
    )
    page.goto(app.chat_path)
    ask(page, "Takes its time")
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    other = page.context.new_page()
    other.goto(page.url)
    other.get_by_role("textbox", name="Message").fill("Too early")
    other.evaluate("document.querySelector('#chat-composer').requestSubmit()")
    expect(other.locator("#chat-problem")).to_contain_text("still answering")
    expect(other.get_by_role("textbox", name="Message")).to_have_value("Too early")
    gate.open()
    expect(other.locator(".turn.bot")).to_contain_text("Answer.")


@pytest.mark.requirement("W01")
def test_many_conversations_leave_no_streams_behind(app: App, page: Page, say: Say) -> None:
    gates = [Gate() for _ in range(8)]
    for number, gate in enumerate(gates):
        say(
            (f"Begun {number} ", gate, "ended"),
        )
        page.goto(app.chat_path)
        ask(page, f"Question {number}")
        expect(page.locator(".turn.bot")).to_contain_text(f"Begun {number}")
        assert page.locator("[data-connector]").count() == 1
    tabs = [page.context.new_page() for _ in range(7)]
    for tab in tabs:
        tab.goto(page.url)
    expect(tabs[-1].locator(".turn.bot")).to_contain_text("Begun 7")
    for gate in gates:
        gate.open()
    expect(tabs[-1].locator(".turn.bot")).to_have_attribute("aria-busy", "false")
    expect(page.locator("[data-connector]")).to_have_count(0, timeout=20_000)


@pytest.mark.requirement("S14")
def test_a_turn_that_nobody_knows_closes_its_connector(app: App, page: Page) -> None:
    page.goto(app.chat_path)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.evaluate(
        """() => {
          const made = document.createElement("div");
          made.setAttribute("hx-sse:connect", "/turns/00000000000000000000000000000000/events");
          made.setAttribute("hx-sse:close", "done");
          made.setAttribute("hx-swap", "none");
          made.dataset.connector = "";
          document.body.append(made);
          htmx.process(made);
        }"""
    )
    page.wait_for_timeout(2500)
    assert len([url for url in requests if "/turns/" in url]) == 1

"""A real server, a model whose words the test chooses, and Debian's Chromium.

Started once for the session: `chatapp serve` on a data directory of its own, a small repository
with an index, and one member whose session every page has. Playwright's own waiting is used; the
policy forbids `wait_for_function`.
"""

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.upstream import Upstream
from tests.integration.conftest import Server, eventually, free_port

expect.set_options(timeout=15_000)  # the first call of a provider loads its SDK

CHROMIUM: Final = "/usr/bin/chromium"
FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PASSWORD: Final = "correct horse battery"
PATIENCE_MS: Final = 15_000
LINK: Final = re.compile(r"http://\S+/setup\?token=\S+")
SOURCE: Final = '''"""Bees and what they do."""

BUZZ = "bzz"


def buzz(times: int) -> str:
    """The sound of a bee, some times."""
    return BUZZ * times


class Hive:
    """Where bees live."""

    def wake(self) -> str:
        return buzz(3)
'''


class App:
    """The server under test and what tests need of it."""

    def __init__(self, server: Server, upstream: Upstream, browser: Browser) -> None:
        self.server = server
        self.upstream = upstream
        self.browser = browser
        self.url = f"http://127.0.0.1:{server.port}"
        self.chat_path = ""
        self.state: dict[str, object] = {}

    def context(self, **options: object) -> BrowserContext:
        """A window of the member's; `options` are Playwright's."""
        wanted = {"viewport": {"width": 1280, "height": 800}, **options}
        context = self.browser.new_context(
            base_url=self.url,
            storage_state=self.state,
            **wanted,  # type: ignore[arg-type]
        )
        context.set_default_timeout(PATIENCE_MS)
        return context


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in here needs a browser."""
    skip = pytest.mark.skip(reason="Debian's Chromium is not installed (apt install chromium)")
    for item in items:
        if "tests/browser" in str(item.path):
            item.add_marker(pytest.mark.browser)
            if shutil.which(CHROMIUM) is None:
                item.add_marker(skip)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def upstream() -> Iterator[Upstream]:
    made = Upstream()
    yield made
    made.close()


@pytest.fixture(scope="session")
def app(
    tmp_path_factory: pytest.TempPathFactory, chromium: Browser, upstream: Upstream
) -> Iterator[App]:
    folder = tmp_path_factory.mktemp("server")
    server = Server(
        folder / "var",
        free_port(),
        folder / "log",
        OPENAI_API_KEY="sk-of-the-tests",
        OPENAI_BASE_URL=upstream.url,
        CHATAPP_PROVIDER="openai",
        CHATAPP_MODEL="gpt-of-the-tests",
        CHATAPP_HEARTBEAT_S="1",
    )
    try:
        assert eventually(lambda: LINK.search(server.said) is not None), server.said
        made = App(server, upstream, chromium)
        _join(made)
        _add_repository(made, folder / "garden")
        yield made
    finally:
        server.end()


def _join(app: App) -> None:
    link = LINK.search(app.server.said)
    assert link
    context = app.browser.new_context(base_url=app.url)
    page = context.new_page()
    page.goto(link[0])
    page.get_by_label("Your name").fill("Olga Oak")
    page.get_by_label("E-mail address").fill("olga@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create the account").click()
    expect(page.get_by_role("heading", name="Add a repository")).to_be_visible()
    app.state = dict(context.storage_state())
    context.close()


def _add_repository(app: App, folder: Path) -> None:
    folder.mkdir()
    (folder / "bees.py").write_text(SOURCE, "utf-8")
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "Let bees buzz")
    context = app.context()
    page = context.new_page()
    page.goto("/repos")
    page.get_by_label("Path or URL").fill(str(folder))
    page.get_by_role("button", name="Add and index").click()
    card = page.get_by_role("article").filter(has_text="garden")
    expect(card.get_by_text("Ready")).to_be_visible(timeout=60_000)
    app.chat_path = str(card.get_by_role("link", name="Ask").get_attribute("href"))
    context.close()


def git(folder: Path, *arguments: str) -> None:
    """Run git there, with an author of its own."""
    name = ["-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *name, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def context(app: App) -> Iterator[BrowserContext]:
    made = app.context()
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page of the member's; a script error or a refused policy fails the test."""
    made = context.new_page()
    problems = watch(made)
    yield made
    assert problems == []


def watch(page: Page) -> list[str]:
    """Collect what goes wrong on a page without anybody seeing it."""
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on(
        "console",
        lambda said: problems.append(said.text) if "Content Security Policy" in said.text else None,
    )
    return problems


@pytest.fixture
def say(app: App) -> Callable[..., None]:
    """Write what the model answers next; each argument is one request's answer."""
    return app.upstream.say


def ask(page: Page, text: str) -> None:
    """Type a question and send it with Enter."""
    page.get_by_role("textbox", name="Message").fill(text)
    page.get_by_role("textbox", name="Message").press("Enter")

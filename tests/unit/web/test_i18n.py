import ast
import re
from pathlib import Path

import pytest
from flask import Flask

from chatapp.web.i18n import COOKIE, gettext, language, ngettext, read_catalogue

ROOT = Path(__file__).parents[3]
CATALOGUE = ROOT / "translations" / "zh.po"
_STRING = r"""(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
_CALL = re.compile(rf"(?<![\w.])_\(\s*((?:{_STRING}\s*)+)")
_PLURAL = re.compile(rf"ngettext\(\s*{_STRING},\s*({_STRING})")
_VALUE = re.compile(r"%\(\w+\)s|%%")


def used() -> set[str]:
    """Every message in templates and code."""
    files = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "chatapp" / "web").rglob("*.py")]
    texts = [path.read_text("utf-8") for path in files]
    calls = [match[1] for text in texts for match in _CALL.finditer(text)]
    plurals = [match[1] for text in texts for match in _PLURAL.finditer(text)]
    return {_joined(part) for part in (*calls, *plurals)}


def _joined(literals: str) -> str:
    return "".join(ast.literal_eval(part) for part in re.findall(_STRING, literals))


@pytest.fixture
def app() -> Flask:
    return Flask("chatapp")


def test_every_message_is_translated_and_none_is_left_over() -> None:
    catalogue = {key for key in read_catalogue(CATALOGUE) if key}
    assert used() - catalogue == set()
    assert catalogue - used() == set()


def test_translations_keep_their_values() -> None:
    for message, translated in read_catalogue(CATALOGUE).items():
        if message:
            assert translated
            assert sorted(_VALUE.findall(message)) == sorted(_VALUE.findall(translated))


def test_the_browser_says_which_language(app: Flask) -> None:
    with app.test_request_context(headers={"Accept-Language": "zh-CN,zh;q=0.9,en;q=0.5"}):
        assert language() == "zh"
        assert gettext("Settings") == "设置"
    with app.test_request_context(headers={"Accept-Language": "fr"}):
        assert language() == "en"
        assert gettext("Settings") == "Settings"


def test_the_readers_choice_outranks_the_browser(app: Flask) -> None:
    headers = {"Accept-Language": "zh", "Cookie": f"{COOKIE}=en"}
    with app.test_request_context(headers=headers):
        assert language() == "en"


def test_without_a_request_it_is_english() -> None:
    assert gettext("Ask %(name)s", name="garden") == "Ask garden"


def test_one_and_many(app: Flask) -> None:
    with app.test_request_context():
        assert ngettext("%(num)s file", "%(num)s files", 1) == "1 file"
        assert ngettext("%(num)s file", "%(num)s files", 2) == "2 files"
    with app.test_request_context(headers={"Accept-Language": "zh"}):
        assert ngettext("%(num)s file", "%(num)s files", 1) == "1 个文件"

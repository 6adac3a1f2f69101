import sqlite3
from collections.abc import Iterator

import pytest

from chatapp.codebase.schema import create
from chatapp.codebase.words import index_text, name_parts, query_terms


@pytest.fixture
def index() -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(":memory:")
    create(connection)
    yield connection
    connection.close()


def _search(index: sqlite3.Connection, documents: list[str], question: str) -> list[int]:
    """Numbers of the documents that a question finds, best first."""
    rows = [(number, index_text(text)) for number, text in enumerate(documents)]
    index.executemany("INSERT INTO chunks_text (rowid, symbols, body) VALUES (?, '', ?)", rows)
    found = index.execute(
        "SELECT rowid FROM chunks_text WHERE chunks_text MATCH ? ORDER BY bm25(chunks_text)",
        (" OR ".join(query_terms(question)),),
    )
    return [row[0] for row in found]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("camelCase", "camelcase camel case"),
        ("HTTPServer2", "httpserver2 http server 2"),
        ("get_user_name", "getusername get user name"),
        ("_private", "private"),
        ("__init__", "init"),
        ("XMLHttpRequest", "xmlhttprequest xml http request"),
        ("größeÄndern", "größeändern"),
        ("the", ""),
        ("x" * 65, ""),
        ("1234567", ""),
        ("404", "404"),
    ],
)
def test_name_gives_its_joined_form_and_its_parts(name: str, words: str) -> None:
    assert index_text(name) == words


def test_parts_of_a_name() -> None:
    assert name_parts("get_HTTPServer2") == ("get", "http", "server", "2")


@pytest.mark.parametrize("question", ["connectionPool", "connection_pool", "connection", "pools"])
def test_one_spelling_of_a_name_finds_the_others(index: sqlite3.Connection, question: str) -> None:
    documents = ["class ConnectionPool: pass", "def connection_pool(): pass", "nothing"]
    assert set(_search(index, documents, question)) == {0, 1}


@pytest.mark.requirement("Q01")
@pytest.mark.parametrize(
    ("text", "questions"),
    [
        ("当连接池耗尽时抛出异常", ["连", "常", "连接", "耗尽", "连接池耗尽"]),
        ("コネクションプールが枯渇", ["枯渇", "プール", "渇", "コネクション"]),
        ("연결풀이 고갈되었습니다", ["연결", "고갈", "연결풀", "다"]),
        ("การเชื่อมต่อหมด", ["เชื่อม", "หมด", "การเชื่อมต่อ"]),
    ],
)
def test_any_part_of_a_text_without_spaces_is_found(
    index: sqlite3.Connection, text: str, questions: list[str]
) -> None:
    for question in questions:
        index.execute("INSERT INTO chunks_text (chunks_text) VALUES ('delete-all')")
        assert _search(index, ["nothing", text], question) == [1], question


@pytest.mark.requirement("Q01")
def test_whole_phrase_ranks_above_its_characters_elsewhere(index: sqlite3.Connection) -> None:
    documents = ["池子里的连线接上了", "连接断开后清理池子", "数据库的连接池耗尽了怎么办呢"]
    assert _search(index, documents, "连接池")[0] == 2


@pytest.mark.requirement("Q01")
def test_english_results_do_not_change_beside_chinese(index: sqlite3.Connection) -> None:
    documents = ["连接池 pool exhausted", "pool exhausted", "none"]
    assert set(_search(index, documents, "exhausted pools")) == {0, 1}


@pytest.mark.requirement("E03")
def test_invisible_marks_in_a_name_do_not_hide_it(index: sqlite3.Connection) -> None:
    documents = ["def total\u200b_price(): pass", "\ufeffdef total_price(): pass", "x"]
    assert set(_search(index, documents, "total_price")) == {0, 1}
    assert index_text("ab\u202ecd") == "abcd"


def test_full_width_letters_are_their_plain_ones() -> None:
    assert index_text("ＡＢＣ") == "abc"


def test_terms_are_safe_to_put_into_a_match() -> None:
    assert query_terms('a" OR NEAR(b) -- *') == ['"near"', '"b"']
    assert query_terms("?!") == []

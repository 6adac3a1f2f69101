import json
import sqlite3

from chatapp.codebase import schema
from chatapp.codebase.search.commonness import CHUNKS, COMMITS, compute, without_common

TERMS = ('"handlers"', '"sessions"', '"cookie"', '"signing"', '"rare"', '"user session"')


def _index(common: list[str] | None) -> sqlite3.Connection:
    index = sqlite3.connect(":memory:")
    schema.create(index)
    if common is not None:
        index.execute("INSERT INTO meta VALUES (?, ?)", (CHUNKS.meta_key, json.dumps(common)))
    return index


def test_common_terms_are_left_out_by_their_stem() -> None:
    kept = without_common(_index(["handler", "session"]), TERMS, CHUNKS)

    assert kept == ('"cookie"', '"signing"', '"rare"', '"user session"')


def test_all_terms_stay_when_too_few_would_remain() -> None:
    assert without_common(_index(["handler", "session", "cooki"]), TERMS, CHUNKS) == TERMS
    assert without_common(_index(["handler"]), TERMS[:4], CHUNKS) == TERMS[:4]


def test_an_older_index_has_no_common_words() -> None:
    assert without_common(_index(None), TERMS, CHUNKS) == TERMS


def test_in_a_small_repository_no_word_is_common() -> None:
    assert compute(_index(None)) == {CHUNKS.meta_key: "[]", COMMITS.meta_key: "[]"}


def test_words_of_most_chunks_are_common_in_a_large_one() -> None:
    index = _index(None)
    index.executemany("INSERT INTO chunks VALUES (?, 1, 1, 1, NULL)", ((n,) for n in range(2500)))
    index.executemany(
        "INSERT INTO chunks_text (rowid, symbols, body) VALUES (?, '', ?)",
        ((n, "handling sessions" if n % 2 else "handles") for n in range(2500)),
    )

    assert compute(index)[CHUNKS.meta_key] == '["handl"]'

from chatapp.domain.language import ENGLISH
from chatapp.providers.extractive.explanation import Explanation
from chatapp.providers.extractive.phrases import PHRASES
from chatapp.providers.extractive.places import Places
from chatapp.providers.extractive.question import read
from chatapp.providers.extractive.weights import Weights
from tests.unit.providers.extractive.evidence import block, function

ENCODE = function("encode", "return dumps(event)", "web/sse.py", doc="One frame.")
DOCS = block("# Frames\n\nA frame is text.", "docs/a.md", symbol="Frames")


def blocks(question: str, *quoted, related=(), with_lead: bool = True) -> list[str]:
    weights = Weights(read(question), [item.content for item in quoted])
    explanation = Explanation(read(question), Places(quoted, related), weights, PHRASES[ENGLISH])
    return list(explanation.blocks(with_lead=with_lead))


def test_a_place_has_its_name_its_citation_its_sentence_and_its_lines() -> None:
    shown = blocks("What is a frame?", ENCODE)
    assert "**1.** **`encode`** — `web/sse.py:10-12`  \nOne frame." in shown
    assert shown[-1].startswith("```python\ndef encode(request):")


def test_the_lead_names_the_best_places() -> None:
    assert blocks("What is a frame?", ENCODE, DOCS)[0] == (
        "The code that answers this is mainly in `encode` (`web/sse.py:10-12`)."
    )


def test_where_only_documents_were_found_they_lead() -> None:
    assert "`docs/a.md:1-3`" in blocks("What is a frame?", DOCS)[0]


def test_behind_a_report_there_is_no_second_lead() -> None:
    assert blocks("What is a frame?", ENCODE, with_lead=False)[0] == "### What the code says"


def test_related_places_are_named_with_their_sentence() -> None:
    assert blocks("What is a frame?", DOCS, related=(ENCODE,))[-1] == (
        "- `web/sse.py:10-12` **`encode`** — One frame."
    )


def test_a_definition_that_is_sought_is_shown_from_its_first_line() -> None:
    """What said most was a method far below, without the line that was asked for."""
    rows = ["class Basket:", '    """What is bought."""', *(f"    a{n} = {n}" for n in range(20))]
    rows += ["    def basket_defined(self):", "        return basket"]
    basket = block("\n".join(rows), "shop/basket.py", symbol="Basket", kind="class")

    shown = blocks("Where is Basket defined?", basket)

    assert shown[0].startswith("`Basket` is defined at `shop/basket.py:1-24`.")
    assert shown[-1].startswith("```python\nclass Basket:")
    assert "— `shop/basket.py:1-14`" in shown[2]

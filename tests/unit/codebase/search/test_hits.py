from chatapp.codebase.search.contents import find_file
from chatapp.codebase.search.hits import FEW_LINES, file_hit, hits_of, line_hit, symbol_hit
from chatapp.codebase.search.patterns import LineHit
from chatapp.codebase.search.query import read_query
from chatapp.codebase.search.ranking import rank
from chatapp.codebase.search.symbols import find_symbols
from chatapp.domain.sources import LineRange
from tests.unit.codebase.projects import Project


def test_a_ranked_file_is_quoted_where_it_matches_best(sample: Project) -> None:
    query = read_query("Where is the sha256 hexdigest of the data made?")
    with sample.index() as index:
        first = hits_of(index, query, rank(index, query))[0]

    assert (first.path, first.symbol) == ("shop/sessions.py", "SessionStore.save_session")
    assert any("hmac.new" in line for line in first.content)
    assert first.matches


def test_a_definition_is_quoted_from_its_beginning(sample: Project) -> None:
    with sample.index() as index:
        (store,) = find_symbols(index, "SessionStore")
        file = find_file(index, store.path)
        assert file is not None
        hit = symbol_hit(index, store, file, size=3)

    assert hit.lines == LineRange(8, 10)
    assert hit.content[0] == "class SessionStore:"


def test_a_file_is_quoted_from_its_first_lines(sample: Project) -> None:
    with sample.index() as index:
        file = find_file(index, "shop/sessions.py")
        assert file is not None
        hit = file_hit(index, file)

    assert hit.lines == LineRange(1, FEW_LINES)
    assert hit.content[0] == '"""Sessions in signed cookies."""'


def test_a_line_knows_the_definition_around_it(sample: Project) -> None:
    with sample.index() as index:
        inside = line_hit(index, LineHit("shop/cart.py", "python", 10, "    session", 4), "text")
        outside = line_hit(index, LineHit("shop/cart.py", "python", 3, "from shop", 0), "regex")

    assert (inside.symbol, inside.kind, inside.position) == ("add_item", "function", 4)
    assert (outside.symbol, outside.kind) == ("", "text")

"""One source per language, each with the same few things to find in its own spelling."""

import pytest

from chatapp.codebase.parse.extract import extract
from chatapp.codebase.parse.grammars import GRAMMARS
from chatapp.codebase.parse.model import Extracted, Symbol

SOURCES = {
    "python": '''import os.path
from .money import total as t

class Cart(Base):
    """Holds items."""

    @cached
    def add(self, item):
        """Put it in.

        More.
        """
        if item and item.ok:
            return t(item)
        self.check(item)

def _spare(): pass
''',
    "javascript": """import { total as t } from "./money";
/** Holds items. */
export class Cart extends Base {
  /** Put it in. */
  add(item) { if (item && item.ok) { return t(item); } this.check(item); }
}
function _spare() {}
""",
    "typescript": """import { total as t } from "./money";
/** Holds items. */
export class Cart extends Base {
  /** Put it in. */
  add(item: Item): number { if (item && item.ok) { return t(item); } this.check(item); }
}
function _spare() {}
""",
    "tsx": """import { total as t } from "./money";
/** Holds items. */
export class Cart extends Base {
  /** Put it in. */
  add(item: Item) { if (item && item.ok) { return <t item={item} />; } this.check(item); }
}
function _spare() {}
""",
    "go": """package shop

import money "example.org/shop/money"

// Holds items.
type Cart struct {
	Base
}

// Put it in.
func (c *Cart) Add(item Item) int {
	if item != nil && item.ok {
		return money.Total(item)
	}
	c.check(item)
	return 0
}

func spare() {}
""",
    "java": """package shop;
import shop.money.Total;
/** Holds items. */
public class Cart extends Base {
  /** Put it in. */
  @Cached
  public int add(Item item) {
    if (item != null && item.ok) { return total(item); }
    this.check(item);
    return 0;
  }
  private void spare() {}
}
""",
    "rust": """use crate::money::total;
/// Holds items.
pub struct Cart;
impl Base for Cart {
    /// Put it in.
    pub fn add(&self, item: Item) -> i32 {
        if item.ok && item.new { return total(item); }
        self.check(item)
    }
}
fn spare() {}
""",
    "c": """#include "money.h"
/* Put it in. */
int add(struct item *item) {
  if (item && item->ok) { return total(item); }
  return check(item);
}
static void spare(void) {}
""",
    "cpp": """#include "money.h"
// Holds items.
class Cart : public Base {
 public:
  // Put it in.
  int add(Item item) { if (item.ok && item.fresh) { return total(item); } return check(item); }
};
static void spare() {}
""",
    "csharp": """using Shop.Money;
/// Holds items.
public class Cart : Base {
  /// Put it in.
  [Cached]
  public int Add(Item item) {
    if (item != null && item.Ok) { return Total(item); }
    this.Check(item);
    return 0;
  }
  private void Spare() {}
}
""",
    "ruby": """require_relative "money"
# Holds items.
class Cart < Base
  # Put it in.
  def add(item)
    return total(item) if item && item.ok
    check(item)
  end
end
def _spare
end
""",
    "php": """<?php
use Shop\\Money\\Total;
/** Holds items. */
class Cart extends Base {
  /** Put it in. */
  public function add($item) {
    if ($item && $item->ok) { return total($item); }
    $this->check($item);
  }
  private function spare() {}
}
""",
    "kotlin": """import shop.money.total
/** Holds items. */
class Cart : Base() {
    /** Put it in. */
    fun add(item: Item): Int {
        if (item.ok && item.fresh) {
            return total(item)
        }
        return check(item)
    }
    private fun spare() {}
}
""",
    "swift": """import Money
/// Holds items.
class Cart: Base {
  /// Put it in.
  func add(item: Item) -> Int {
    if item.ok && item.fresh { return total(item) }
    return check(item)
  }
  private func spare() {}
}
""",
    "scala": """import shop.money.{total => t}
/** Holds items. */
class Cart extends Base {
  /** Put it in. */
  def add(item: Item): Int = {
    if (item.ok) { return t(item) }
    check(item)
  }
  private def spare() = {}
}
""",
    "bash": """source ./money.sh
# Put it in.
add() {
  if [ "$1" ] && ok; then total "$1"; fi
  check "$1"
}
_spare() { :; }
""",
}


def _symbols(found: Extracted) -> dict[str, Symbol]:
    return {symbol.name.lower().strip("_"): symbol for symbol in found.symbols}


def _used(found: Extracted, kind: str) -> set[str]:
    return {use.name.lower() for use in found.uses if use.kind == kind}


def test_every_grammar_has_a_source() -> None:
    assert SOURCES.keys() == GRAMMARS.keys()


@pytest.mark.parametrize("language", sorted(SOURCES))
def test_function_is_found_with_span_docs_and_complexity(language: str) -> None:
    found = extract(SOURCES[language], language)
    function = _symbols(found)["add"]
    lines = SOURCES[language].split("\n")
    assert function.docstring.startswith("Put it in.")
    assert "add" in lines[function.start_line - 1].lower() or function.decorators
    assert function.complexity is not None
    assert function.complexity >= 2
    assert function.end_line >= function.start_line


@pytest.mark.parametrize("language", sorted(set(SOURCES) - {"c", "bash"}))
def test_method_knows_its_class_and_the_class_its_base(language: str) -> None:
    found = extract(SOURCES[language], language)
    symbols = _symbols(found)
    cart, add = symbols["cart"], symbols["add"]
    assert add.kind == "method"
    assert add.qualified_name.lower() == "cart.add"
    assert found.symbols[add.parent if add.parent is not None else -1] == cart
    assert cart.docstring == "Holds items."
    assert _used(found, "inherit") == {"base"}


@pytest.mark.parametrize("language", sorted(SOURCES))
def test_calls_are_attributed_to_the_function_around_them(language: str) -> None:
    found = extract(SOURCES[language], language)
    add = found.symbols.index(_symbols(found)["add"])
    called = {use.name.lower() for use in found.uses if use.source == add and use.kind == "call"}
    assert "check" in called
    assert called & {"total", "t"}


@pytest.mark.parametrize("language", sorted(SOURCES))
def test_private_definition_is_not_exported_and_the_public_one_is(language: str) -> None:
    symbols = _symbols(extract(SOURCES[language], language))
    assert symbols["add"].is_exported
    assert not symbols["spare"].is_exported


@pytest.mark.parametrize("language", sorted(SOURCES))
def test_import_is_found(language: str) -> None:
    found = extract(SOURCES[language], language)
    assert any("money" in item.module.lower() for item in found.imports)


def test_python_details() -> None:
    found = extract(SOURCES["python"], "python")
    add = _symbols(found)["add"]
    assert add.signature == "def add(self, item)"
    assert add.decorators == "@cached"
    assert add.docstring == "Put it in.\n\nMore."
    assert add.parameters == 2
    assert add.start_line == 7
    assert [tuple(item) for item in found.imports] == [
        (1, "os.path", "", ""),
        (2, ".money", "total", "t"),
    ]


def test_repeated_calls_in_a_function_are_one_use_with_a_count() -> None:
    found = extract("def f():\n    g()\n    g()\n\ng()\n", "python")
    assert [(use.line, use.source, use.times) for use in found.uses] == [(2, 0, 2), (5, None, 1)]


def test_words_of_the_language_are_no_uses() -> None:
    assert extract("print(len(x)); self.assertEqual(a, b)\n", "python").uses == ()


def test_adjoining_comments_are_one_block() -> None:
    found = extract("# a\n# b\n\n# c\nx = 1  # d\n", "python")
    assert [span[:2] for span in found.comments] == [(1, 2), (4, 4), (5, 5)]


def test_broken_source_still_gives_what_is_whole() -> None:
    found = extract("def whole():\n    pass\n\ndef broken(:\n    (((\n", "python")
    assert "whole" in _symbols(found)


def test_language_without_grammar_gives_nothing() -> None:
    assert extract("anything", "text") == Extracted()

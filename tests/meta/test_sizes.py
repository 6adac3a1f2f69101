"""Functions and modules stay small enough to read at one sitting (docs/adr, CONTRIBUTING)."""

import ast
import statistics
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
MODULES = sorted((ROOT / "chatapp").rglob("*.py"))
LONGEST_FUNCTION = 40
LONGEST_MODULE = 250


def _functions() -> Iterator[tuple[int, str]]:
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                yield length, f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"


def test_no_function_is_longer_than_forty_lines() -> None:
    assert [where for length, where in _functions() if length > LONGEST_FUNCTION] == []


def test_no_module_is_longer_than_250_lines() -> None:
    lengths = {str(path.relative_to(ROOT)): path.read_text("utf-8").count("\n") for path in MODULES}
    assert {name: length for name, length in lengths.items() if length > LONGEST_MODULE} == {}


def test_the_median_function_stays_within_nine_lines() -> None:
    assert statistics.median(length for length, _ in _functions()) <= 9


def test_every_module_says_what_it_is() -> None:
    silent = [
        str(path.relative_to(ROOT))
        for path in MODULES
        if not ast.get_docstring(ast.parse(path.read_text("utf-8")))
    ]
    assert silent == []

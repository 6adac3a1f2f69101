import pytest

from chatapp.codebase.parse.extract import extract


@pytest.mark.parametrize(
    ("language", "source", "imports"),
    [
        ("python", "import a.b as c, d\n", [("a.b", "", "c"), ("d", "", "")]),
        ("python", "from ..x import (a, b as c)\n", [("..x", "a", ""), ("..x", "b", "c")]),
        ("python", "from x import *\n", [("x", "*", "")]),
        ("typescript", "import d, * as n from './x';", [("./x", "", "d"), ("./x", "", "n")]),
        ("typescript", "import './side';", [("./side", "", "")]),
        ("javascript", "const x = require('../x');", [("../x", "", "")]),
        ("javascript", "const x = await import('./y');", [("./y", "", "")]),
        ("javascript", "export { a } from './z';", [("./z", "", "")]),
        ("go", 'import (\n\t_ "a/b"\n\tc "d/e"\n)', [("a/b", "", ""), ("d/e", "", "c")]),
        ("rust", "use a::b::{C, d};", [("a::b", "C", ""), ("a::b", "d", "")]),
        (
            "rust",
            "use a::b as c;\nuse x::*;\nmod m;",
            [("a", "b", "c"), ("x", "*", ""), ("m", "", "")],
        ),
        ("java", "import a.b.C;", [("a.b.C", "", "")]),
        ("kotlin", "import a.b.C as D\n", [("a.b.C", "", "D")]),
        ("scala", "import a.b.{C, D => E}\n", [("a.b.C", "", ""), ("a.b.D", "", "E")]),
        ("scala", "import a.b._\n", [("a.b", "*", "")]),
        ("php", "<?php use A\\B as C; require 'x.php';", [("A\\B", "", "C"), ("x.php", "", "")]),
        ("c", '#include <a/b.h>\n#include "c.h"\n', [("a/b.h", "", ""), ("c.h", "", "")]),
        ("ruby", "require 'a/b'\nrequire_relative 'c'\n", [("a/b", "", ""), ("c", "", "")]),
        ("bash", ". ./lib.sh\n", [("./lib.sh", "", "")]),
    ],
)
def test_spelling_is_brought_to_module_name_and_alias(
    language: str, source: str, imports: list[tuple[str, str, str]]
) -> None:
    found = [(item.module, item.name, item.alias) for item in extract(source, language).imports]
    assert sorted(found) == sorted(imports)

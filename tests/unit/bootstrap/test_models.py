import re
from pathlib import Path

from chatapp.bootstrap import models
from chatapp.infra.db import Base

PACKAGE = Path(__file__).parents[3] / "chatapp"
TABLE = re.compile(r"__tablename__ = \"(\w+)\"")


def test_every_table_in_the_source_is_known() -> None:
    assert models.ALL
    written = {name for path in PACKAGE.rglob("*.py") for name in TABLE.findall(path.read_text())}
    assert written == set(Base.metadata.tables)

"""What the build works out once for every reader and keeps in the index's `meta`.

Called by `chatapp.codebase.index.update` when all rows are in place; a pure function of them.
"""

import json
import sqlite3

from chatapp.codebase.facts import overview
from chatapp.codebase.search import commonness


def precomputed(index: sqlite3.Connection) -> dict[str, str]:
    """Values for `meta`, by key."""
    return {
        overview.META_KEY: json.dumps(overview.compute(index), ensure_ascii=False),
        **commonness.compute(index),
    }

r"""The code index: one SQLite file per repository, its tables, and the read-only door to it.

Not the application's database: no migrations, a file of another `SCHEMA_VERSION` is rebuilt.
Written by `chatapp.codebase.index` into a new file that replaces the old one; read by
`chatapp.codebase.search` and `chatapp.codebase.tools`.

Invariant: every row is a pure function of the indexed commit (never of the order of syncs), so an
incremental build gives the same rows as a full one. Ids are therefore made from content: a path's
id from its hash (`paths`), a symbol's and a chunk's from its file and position, a commit's from
its first 12 hex digits.

- Lines are 1-based, inclusive and counted by LF only. Times are Unix seconds (UTC).
- Paths are shown: bytes that are not UTF-8 appear as ``\xNN`` (`chatapp.codebase.git.names`).
- The three text lists (and `decisions_text`) are contentless FTS5 over `words.index_text`:
  ``rowid`` is the id of the row in `files`, `chunks`, `commits`, `decisions`.
"""

import sqlite3
from pathlib import Path
from typing import Final

from chatapp.codebase import ids
from chatapp.domain.errors import RepositoryError
from chatapp.infra.handle import Infra

SCHEMA_VERSION: Final = 1

ORDINALS: Final = ids.ORDINALS
"""A symbol's or chunk's id is ``file_id * ORDINALS + ordinal``; 16384 in the tables below."""

TABLES: Final = """
-- commit, built_at, branch, schema_version, words_version, files, skipped, history_commit, ...
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- every path that HEAD's tree or history names; files.id is the id of its path
CREATE TABLE paths (id INTEGER PRIMARY KEY, path TEXT NOT NULL);

-- kind: code | test | doc | config | data | link; summary: first docstring line or heading
CREATE TABLE files (
  id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, blob TEXT NOT NULL, mode TEXT NOT NULL,
  language TEXT NOT NULL, kind TEXT NOT NULL, is_test INTEGER NOT NULL,
  is_entry_point INTEGER NOT NULL, size_bytes INTEGER NOT NULL, lines INTEGER NOT NULL,
  encoding TEXT NOT NULL, complexity INTEGER NOT NULL, summary TEXT NOT NULL
);
-- zlib-compressed UTF-8 without BOM, line ends as in git; a link's body is its target; of a data
-- file (kind) only the first 600 characters: `chatapp.codebase.files` reads the rest from git
CREATE TABLE contents (file_id INTEGER PRIMARY KEY, body BLOB NOT NULL);

-- reason: size | long line | binary | generated | submodule | unreadable ...
CREATE TABLE skipped (
  path TEXT PRIMARY KEY, blob TEXT NOT NULL, mode TEXT NOT NULL,
  reason TEXT NOT NULL, size_bytes INTEGER NOT NULL
) WITHOUT ROWID;

-- kind: class | function | method | interface | enum | struct | trait | module | constant |
--       variable | type | field | macro; decorators: one a line; complexity: functions only
CREATE TABLE symbols (
  id INTEGER PRIMARY KEY, file_id INTEGER NOT NULL, name TEXT NOT NULL,
  qualified_name TEXT NOT NULL, kind TEXT NOT NULL, parent_id INTEGER,
  start_line INTEGER NOT NULL, end_line INTEGER NOT NULL, signature TEXT NOT NULL,
  docstring TEXT NOT NULL, decorators TEXT NOT NULL, is_exported INTEGER NOT NULL,
  complexity INTEGER, parameters INTEGER
);
CREATE INDEX symbols_by_name ON symbols (name);
CREATE INDEX symbols_by_file ON symbols (file_id);

-- One use of a name (those within a symbol: WHERE file_id = ? AND from_id = ?).
-- kind: call | inherit | decorate; from_id: the enclosing symbol; line: the first of `times` such
-- uses in it. target_id is set where resolution found one definition: confidence 1.0 same class or
-- file, 0.9 imported, inherited or same package, 0.7 the only one in the repository (0.6 on an
-- unknown object); below .5 it is one of several `candidates` (target_id NULL: look them up by
-- name); candidates = 0: nothing in this repository.
CREATE TABLE refs (
  file_id INTEGER NOT NULL, ordinal INTEGER NOT NULL, line INTEGER NOT NULL,
  name TEXT NOT NULL, qualifier TEXT NOT NULL, kind TEXT NOT NULL, from_ordinal INTEGER,
  times INTEGER NOT NULL, target_id INTEGER, percent INTEGER NOT NULL DEFAULT 0,
  candidates INTEGER NOT NULL DEFAULT 0,
  from_id INTEGER AS (file_id * 16384 + from_ordinal),
  confidence REAL AS (percent / 100.0),
  PRIMARY KEY (file_id, ordinal)
) WITHOUT ROWID;
CREATE INDEX refs_by_name ON refs (name);
CREATE INDEX refs_by_target ON refs (target_id) WHERE target_id IS NOT NULL;

-- `from module import name as alias`; name '' is the module itself, '*' everything
CREATE TABLE imports (
  file_id INTEGER NOT NULL, ordinal INTEGER NOT NULL, line INTEGER NOT NULL,
  module TEXT NOT NULL, name TEXT NOT NULL, alias TEXT NOT NULL, target_file_id INTEGER,
  PRIMARY KEY (file_id, ordinal)
) WITHOUT ROWID;
CREATE INDEX imports_by_target ON imports (target_file_id) WHERE target_file_id IS NOT NULL;

-- the import graph: who imports whom; every file with an edge has a node
CREATE TABLE edges (
  from_file_id INTEGER NOT NULL, to_file_id INTEGER NOT NULL, imports INTEGER NOT NULL,
  PRIMARY KEY (from_file_id, to_file_id)
) WITHOUT ROWID;
CREATE INDEX edges_by_target ON edges (to_file_id);
CREATE TABLE nodes (
  file_id INTEGER PRIMARY KEY, community_id INTEGER NOT NULL, centrality REAL NOT NULL,
  imported_by INTEGER NOT NULL, imports INTEGER NOT NULL
);
CREATE INDEX nodes_by_community ON nodes (community_id);
CREATE TABLE communities (id INTEGER PRIMARY KEY, label TEXT NOT NULL, files INTEGER NOT NULL);

-- merges are left out; insertions/deletions are NULL before the last 24 months of history
CREATE TABLE commits (
  id INTEGER PRIMARY KEY, hash TEXT NOT NULL, author TEXT NOT NULL, committed_at INTEGER NOT NULL,
  subject TEXT NOT NULL, body TEXT NOT NULL, files INTEGER NOT NULL,
  insertions INTEGER, deletions INTEGER, is_fix INTEGER NOT NULL
);
CREATE INDEX commits_by_time ON commits (committed_at);
CREATE TABLE touches (
  path_id INTEGER NOT NULL, commit_id INTEGER NOT NULL, PRIMARY KEY (path_id, commit_id)
) WITHOUT ROWID;
CREATE INDEX touches_by_commit ON touches (commit_id);

-- churn: touches, each halved per 180 days before the indexed commit; bus_factor: fewest authors
-- with half of all touches; owner: the author with the most (decayed) touches
CREATE TABLE file_history (
  file_id INTEGER PRIMARY KEY, commits INTEGER NOT NULL, fixes INTEGER NOT NULL,
  churn REAL NOT NULL, churn_percentile REAL NOT NULL, authors INTEGER NOT NULL,
  owner TEXT NOT NULL, owner_share REAL NOT NULL, bus_factor INTEGER NOT NULL,
  first_at INTEGER NOT NULL, last_at INTEGER NOT NULL, last_commit_id INTEGER NOT NULL
);
-- share of each author in a file's touches, largest first five
CREATE TABLE ownership (
  file_id INTEGER NOT NULL, author TEXT NOT NULL, commits INTEGER NOT NULL, share REAL NOT NULL,
  PRIMARY KEY (file_id, author)
) WITHOUT ROWID;
-- ask with WHERE file_id = ?; commits of more than 20 files say nothing about two of them
CREATE VIEW cochanges AS
  SELECT a.path_id AS file_id, b.path_id AS other_id, COUNT(*) AS together
  FROM touches a JOIN commits c ON c.id = a.commit_id AND c.files <= 20
  JOIN touches b ON b.commit_id = a.commit_id AND b.path_id <> a.path_id
  JOIN files f ON f.id = b.path_id
  GROUP BY a.path_id, b.path_id;

-- kind: adr | changelog | comment (file_id and lines) or commit (commit_id, lines of the message);
-- text is verbatim, the span names exactly those lines
CREATE TABLE decisions (
  id INTEGER PRIMARY KEY, kind TEXT NOT NULL, file_id INTEGER, commit_id INTEGER,
  start_line INTEGER NOT NULL, end_line INTEGER NOT NULL, title TEXT NOT NULL,
  text TEXT NOT NULL, decided_at INTEGER
);
CREATE INDEX decisions_by_file ON decisions (file_id) WHERE file_id IS NOT NULL;

-- tier: high | medium | low; reason: a sentence for people
CREATE TABLE dead_code (
  symbol_id INTEGER PRIMARY KEY, file_id INTEGER NOT NULL, tier TEXT NOT NULL,
  confidence REAL NOT NULL, reason TEXT NOT NULL, last_at INTEGER
);

CREATE TABLE chunks (
  id INTEGER PRIMARY KEY, file_id INTEGER NOT NULL, start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL, symbol_id INTEGER
);
CREATE INDEX chunks_by_file ON chunks (file_id);

CREATE VIRTUAL TABLE files_text USING fts5 (
  path, symbols, body,
  content='', tokenize="porter unicode61 categories 'L* N* Co Mn Mc'"
);
CREATE VIRTUAL TABLE chunks_text USING fts5 (
  symbols, body,
  content='', tokenize="porter unicode61 categories 'L* N* Co Mn Mc'"
);
CREATE VIRTUAL TABLE commits_text USING fts5 (
  message,
  content='', tokenize="porter unicode61 categories 'L* N* Co Mn Mc'"
);
CREATE VIRTUAL TABLE decisions_text USING fts5 (
  title, body,
  content='', tokenize="porter unicode61 categories 'L* N* Co Mn Mc'"
);
"""


def index_path(infra: Infra, repository_id: str) -> Path:
    """Where a repository's index lives, whether or not it exists yet."""
    return infra.settings.indexes_dir / f"{repository_id}.db"


def create(connection: sqlite3.Connection) -> None:
    """Lay the tables of this version into an empty database."""
    connection.executescript(TABLES)
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def open_index(infra: Infra, repository_id: str) -> sqlite3.Connection:
    """A read-only connection with `sqlite3.Row` rows; the caller closes it.

    The file is never changed in place, so a reader that holds it keeps one consistent state
    while a newer index takes its name.

    Raises:
        RepositoryError: there is no index yet, or it was made by another version.
    """
    path = index_path(infra, repository_id)
    if not path.exists():
        raise RepositoryError("This repository has no index yet. Wait for its first sync to end.")
    connection = sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA mmap_size = 268435456")
    if version(connection) != SCHEMA_VERSION:
        connection.close()
        raise RepositoryError("This index was made by another version. Sync the repository once.")
    return connection


def version(connection: sqlite3.Connection) -> int:
    """The schema version an index says it has; 0 for a file that is not one."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])

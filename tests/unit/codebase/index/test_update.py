"""The promise of the index: whatever way led to a commit, its rows are the same."""

from collections.abc import Callable
from pathlib import Path

import pytest

from chatapp.codebase.index.build import build_index
from chatapp.infra.handle import Infra
from tests.fakes import make_infra
from tests.unit.codebase.repositories import Repo, Rows, dump, indexed

CART = '''"""Carts."""

from shop.money import total
from shop import rules as r


class Cart:
    def add(self, item):
        self.check(item)
        return total(item)

    def check(self, item):
        # Because prices may change overnight, they are read again here.
        r.allow(item)
'''
BASE = {
    "shop/__init__.py": '"""The shop."""\n',
    "shop/cart.py": CART,
    "shop/money.py": "def total(items):\n    return sum(items)\n\n\ndef _spare():\n    pass\n",
    "shop/rules.py": "def allow(item):\n    return True\n",
    "docs/adr/0001-sqlite.md": "# Use SQLite\n\n## Decision\n\nBecause it is one file.\n",
    "CHANGELOG.md": "# Changes\n\n- Carts read prices again to avoid stale totals at midnight.\n",
    "web/app.ts": 'import { paint } from "./paint";\nexport function run() { paint(); }\n',
    "web/paint.ts": "export function paint() {}\n",
    "data/logo.bin": "\0\1\2",
    "名.py": "def 连接():\n    return 1\n",
}
WHY = "Add rules\n\nThe rules are a module of their own so that the cart can be tested alone.\n"


def _start(repo: Repo) -> None:
    for path, content in BASE.items():
        repo.write(path, content)
    repo.commit("Begin")
    repo.write(
        "shop/rules.py", BASE["shop/rules.py"] + "\n\ndef deny(item):\n    return allow(item)\n"
    )
    repo.commit(WHY, "Bob")


def _add(repo: Repo) -> None:
    repo.write(
        "shop/tax.py", "from shop.money import total\n\n\ndef tax(x):\n    return total(x)\n"
    )
    repo.commit("Add tax")


def _add_namesake(repo: Repo) -> None:
    """A second `allow` makes answers elsewhere less sure, in files that did not change."""
    repo.write("shop/admin.py", "def allow(user):\n    return False\n\n\ndef check(a):\n    pass\n")
    repo.commit("Add admin")


def _modify(repo: Repo) -> None:
    repo.write("shop/money.py", "# sums\n\ndef total(items, tax=0):\n    return sum(items) + tax\n")
    repo.commit("Fix totals", "Cyd")


def _rename(repo: Repo) -> None:
    repo.git("mv", "shop/money.py", "shop/cash.py")
    repo.commit("Rename money")


def _delete(repo: Repo) -> None:
    repo.remove("shop/rules.py").commit("Remove rules")


def _change_mode(repo: Repo) -> None:
    (repo.folder / "shop/cart.py").chmod(0o755)
    repo.commit("Make it executable")


def _change_line_ends(repo: Repo) -> None:
    repo.write("shop/cart.py", BASE["shop/cart.py"].replace("\n", "\r\n"))
    repo.commit("Use CRLF")


def _become_binary(repo: Repo) -> None:
    repo.write("shop/rules.py", "\0\0").write("data/logo.bin", "text now\n").commit("Swap")


def _become_link(repo: Repo) -> None:
    repo.remove("shop/rules.py").link("shop/rules.py", "money.py").commit("Link")


def _force_push(repo: Repo) -> None:
    repo.write("shop/rules.py", "def allow(item):\n    return item > 0\n")
    repo.commit("Rewrite the rules", "Ann", "--amend")


def _switch_branch(repo: Repo) -> None:
    repo.git("checkout", "--quiet", "-b", "other", "HEAD~1")
    repo.write("shop/other.py", "def other():\n    pass\n").commit("Elsewhere")


def _merge(repo: Repo) -> None:
    repo.git("checkout", "--quiet", "-b", "side", "HEAD~1")
    repo.write("shop/side.py", "def side():\n    pass\n").commit("Side", "Dan")
    repo.git("checkout", "--quiet", "main")
    repo.commits += 1
    repo.git("merge", "--quiet", "--no-ff", "--message=Merge side", "side")


def _nothing_but_a_commit(repo: Repo) -> None:
    repo.commit(
        "Say something\n\nOnly said because it had to be written down somewhere, for later."
    )


@pytest.mark.requirement("G10")
@pytest.mark.requirement("G09")
@pytest.mark.parametrize(
    "change",
    [
        _add,
        _add_namesake,
        _modify,
        _rename,
        _delete,
        _change_mode,
        _change_line_ends,
        _become_binary,
        _become_link,
        _force_push,
        _switch_branch,
        _merge,
        _nothing_but_a_commit,
    ],
)
def test_update_gives_the_rows_of_a_full_build(
    infra: Infra, repo: Repo, tmp_path: Path, change: Callable[[Repo], None]
) -> None:
    _start(repo)
    repository_id = indexed(infra, repo)
    before = dump(infra, repository_id)

    change(repo)
    build_index(infra, repository_id)

    fresh = make_infra(tmp_path / "fresh")
    after, full = dump(infra, repository_id), dump(fresh, indexed(fresh, repo))
    assert after.keys() == full.keys()
    for table, rows in full.items():
        assert after[table] == rows, table
    assert after != before


def test_way_back_gives_the_rows_of_before(infra: Infra, repo: Repo) -> None:
    _start(repo)
    repository_id = indexed(infra, repo)
    before = dump(infra, repository_id)
    first = repo.git("rev-parse", "HEAD").strip()

    for change in (_add, _rename, _delete, _modify):
        change(repo)
    build_index(infra, repository_id)
    repo.git("reset", "--quiet", "--hard", first)
    build_index(infra, repository_id)

    assert dump(infra, repository_id) == before


def test_every_layer_has_rows(infra: Infra, repo: Repo) -> None:
    """Otherwise the comparisons above would prove nothing."""
    _start(repo)
    rows = dump(infra, indexed(infra, repo))
    empty = [table for table, found in rows.items() if not found]
    assert empty == []


@pytest.mark.requirement("G10")
def test_deleted_file_is_no_longer_found(infra: Infra, repo: Repo) -> None:
    _start(repo)
    repository_id = indexed(infra, repo)
    _delete(repo)
    build_index(infra, repository_id)
    rows = Rows(infra, repository_id)
    assert rows.all("SELECT 1 FROM files WHERE path = 'shop/rules.py'") == []
    assert rows.all("SELECT rowid FROM files_text WHERE files_text MATCH 'deny'") == []
    assert rows.one("SELECT COUNT(*) FROM files") == len(BASE) - 2


@pytest.mark.requirement("G09")
def test_added_function_is_found_after_the_sync(infra: Infra, repo: Repo) -> None:
    _start(repo)
    repository_id = indexed(infra, repo)
    rows = Rows(infra, repository_id)
    assert rows.all("SELECT 1 FROM symbols WHERE name = 'tax'") == []
    _add(repo)
    build_index(infra, repository_id)
    assert rows.all("SELECT 1 FROM symbols WHERE name = 'tax'") == [(1,)]

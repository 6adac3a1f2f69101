from pathlib import Path

import pytest

from chatapp.cli.settings import as_markdown
from chatapp.infra.handle import Infra
from tests.fakes import SECRET, make_infra
from tests.unit.cli.conftest import Run

DOCUMENT = Path(__file__).parents[3] / "docs" / "settings.md"


def test_document_is_what_the_table_says_now() -> None:
    assert DOCUMENT.read_text("utf-8") == as_markdown(), "run `make docs`"


def test_values_are_shown_without_secrets(run: Run) -> None:
    shown = run("settings").output
    assert "CHATAPP_PORT=8000" in shown
    assert SECRET not in shown


class TestWithPassword:
    @pytest.fixture
    def infra(self, tmp_path: Path) -> Infra:
        return make_infra(tmp_path)

    def test_password_of_a_url_is_not_shown(self, infra: Infra, run: Run) -> None:
        dict.update(infra.environ, {"DATABASE_URL": "postgresql://me:hunter22@db/x"})
        assert "hunter22" not in run("settings").output


def test_wrong_values_end_with_one_list_and_code_2(infra: Infra, run: Run) -> None:
    dict.update(infra.environ, {"CHATAPP_PORT": "http", "CHATAPP_COLOUR": "red"})
    result = run("settings")
    assert result.exit_code == 2
    assert "CHATAPP_PORT must be a whole number" in result.output
    assert "CHATAPP_COLOUR is not a setting" in result.output

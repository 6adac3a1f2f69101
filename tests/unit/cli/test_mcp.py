from datetime import timedelta
from pathlib import Path

import click
import pytest

from chatapp.access.api_keys import DIALOGUE, REPO_CHAT, NewKey, create_key, set_key_disabled
from chatapp.access.grants import Grant, grant
from chatapp.access.operator import add_member, operator
from chatapp.cli.mcp import Address, judged
from chatapp.domain.errors import Forbidden, MissingScope, NotAuthenticated
from chatapp.domain.identity import MemberRole, Principal, PrincipalKind
from chatapp.infra.clock import FakeClock
from chatapp.infra.handle import Infra
from tests.unit.cli.conftest import Run
from tests.unit.codebase.projects import Project, make_project


@pytest.fixture
def demo(tmp_path: Path) -> Project:
    project = make_project(tmp_path, {"a.py": "x = 1\n"}, "demo")
    who = ("Olga", "olga@example.org", "correct horse battery")
    add_member(operator(project.infra), project.infra, who, MemberRole.OWNER)
    return project


def owner(infra: Infra) -> Principal:
    return operator(infra)


def key(infra: Infra, scope: str = REPO_CHAT) -> tuple[str, str]:
    """A new key's id, and the header that presents it."""
    view = create_key(owner(infra), infra, NewKey("agent", (scope,)))
    return view.key_id, f"Bearer {view.secret}"


def shown(project: Project, header: str) -> list[str]:
    """The repositories that the caller of a request is shown."""
    tools = judged(project.infra, project.repository.repository_id, header)()
    (listing,) = [tool for tool in tools if tool.tool.spec.name == "list_repos"]
    result = listing.tool.call({"repo": "demo"})
    return [] if result.is_error else result.content.rpartition("- ")[2].split(":")[:1]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:8765", ("127.0.0.1", 8765)),
        ("8765", ("127.0.0.1", 8765)),
        (":0", ("127.0.0.1", 0)),
        ("[::1]:80", ("::1", 80)),
        ("mcp.example.org:443", ("mcp.example.org", 443)),
    ],
)
def test_address_is_read(text: str, address: tuple[str, int]) -> None:
    assert Address().convert(text, None, None) == address


@pytest.mark.parametrize("text", ["", "host", "host:", "host:http", "host:65536", "host:-1"])
def test_address_that_is_none_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(click.BadParameter, match="is not HOST:PORT, for example"):
        Address().convert(text, None, None)


def test_key_with_the_scope_sees_the_repository(demo: Project) -> None:
    assert shown(demo, key(demo.infra)[1]) == ["demo"]


@pytest.mark.parametrize("header", [None, "", "Bearer", "Bearer wa_unknown", "Basic d2E6d2E="])
def test_request_without_a_good_key_is_refused(demo: Project, header: str | None) -> None:
    with pytest.raises(NotAuthenticated):
        judged(demo.infra, demo.repository.repository_id, header)


def test_key_without_the_scope_is_refused(demo: Project) -> None:
    with pytest.raises(MissingScope, match="repo:chat"):
        judged(demo.infra, demo.repository.repository_id, key(demo.infra, DIALOGUE)[1])


def test_key_is_judged_at_every_request(demo: Project) -> None:
    key_id, header = key(demo.infra)
    assert shown(demo, header) == ["demo"]
    set_key_disabled(owner(demo.infra), demo.infra, key_id, is_disabled=True)
    with pytest.raises(Forbidden, match="disabled"):
        judged(demo.infra, demo.repository.repository_id, header)


def test_expired_key_is_refused(demo: Project) -> None:
    infra = demo.infra
    clock = infra.clock
    assert isinstance(clock, FakeClock)
    soon = NewKey("agent", (REPO_CHAT,), expires_at=clock.now() + timedelta(hours=1))
    header = f"Bearer {create_key(owner(infra), infra, soon).secret}"
    clock.advance(3601)
    with pytest.raises(Forbidden, match="expired"):
        judged(infra, demo.repository.repository_id, header)


def test_repository_granted_to_another_key_is_not_shown(demo: Project) -> None:
    infra = demo.infra
    other, header = key(infra)[0], key(infra)[1]
    wanted = Grant(demo.repository.repository_id, other, PrincipalKind.API_KEY)
    grant(owner(infra), infra, wanted)
    assert shown(demo, header) == []


def test_folder_that_is_no_repository_is_told_on_standard_error(tmp_path: Path, run: Run) -> None:
    (tmp_path / "plain").mkdir()
    result = run("mcp", "--repo", str(tmp_path / "plain"))
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "is not a git repository" in result.stderr


def test_unknown_name_is_told_with_the_known_ones(run: Run) -> None:
    result = run("mcp", "--repo", "nowhere")
    assert result.exit_code == 1
    assert "no repository “nowhere”. Known: none yet." in result.stderr


def test_wrong_address_is_a_usage_error(run: Run) -> None:
    result = run("mcp", "--http", "somewhere")
    assert result.exit_code == 2
    assert "HOST:PORT" in result.stderr

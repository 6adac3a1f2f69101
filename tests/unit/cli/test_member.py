from chatapp.access.members import login
from chatapp.infra.handle import Infra
from tests.unit.cli.conftest import Run

PASSWORD = "correct horse battery"
OTHER = "staple correct horse"


def _add(run: Run, email: str = "ann@example.org", role: str = "owner") -> None:
    words = ("member", "add", email, "--role", role, "--name", "Ann", "--password", PASSWORD)
    result = run(*words)
    assert result.exit_code == 0, result.output


def test_added_member_is_listed_and_may_sign_in(infra: Infra, run: Run) -> None:
    _add(run)
    assert "ann@example.org\tAnn\towner\tactive" in run("member", "list").output
    assert login(infra, "ann@example.org", PASSWORD, address="::1")


def test_name_and_password_are_asked_for(infra: Infra, run: Run) -> None:
    result = run("member", "add", "b@example.org", typed=f"Bo\n{PASSWORD}\n{PASSWORD}\n")
    assert result.exit_code == 0
    assert PASSWORD not in result.output
    assert login(infra, "b@example.org", PASSWORD, address="::1")


def test_empty_list_says_how_to_begin(run: Run) -> None:
    assert "member add" in run("member", "list").output


def test_same_address_twice_is_told(run: Run) -> None:
    _add(run)
    result = run("member", "add", "ann@example.org", "--name", "A", "--password", PASSWORD)
    assert result.exit_code == 1
    assert "already" in result.output
    assert "Traceback" not in result.output


def test_new_password_replaces_the_forgotten_one(infra: Infra, run: Run) -> None:
    _add(run)
    assert run("member", "passwd", "ann@example.org", "--password", OTHER).exit_code == 0
    assert login(infra, "ann@example.org", OTHER, address="::1")


def test_last_owner_cannot_be_shut_out(run: Run) -> None:
    _add(run)
    result = run("member", "disable", "ann@example.org")
    assert result.exit_code == 1
    assert "last owner" in result.output


def test_member_is_disabled_enabled_and_promoted(run: Run) -> None:
    _add(run)
    _add(run, "bo@example.org", "member")
    assert "shut out" in run("member", "disable", "bo@example.org").output
    assert "let in again" in run("member", "enable", "bo@example.org").output
    assert "now admin" in run("member", "role", "bo@example.org", "admin").output
    assert "bo@example.org\tAnn\tadmin\tactive" in run("member", "list").output


def test_invitation_is_a_link_to_join(run: Run) -> None:
    _add(run)
    assert "/join?token=" in run("member", "invite", "new@example.org").output


def test_unknown_member_is_told(run: Run) -> None:
    result = run("member", "disable", "nobody@example.org")
    assert result.exit_code == 1
    assert "no member" in result.output

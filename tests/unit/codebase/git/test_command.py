from pathlib import Path

import pytest

from chatapp.codebase.git.command import GitFailed, GitTimeout, git_environment, run, succeeds
from chatapp.codebase.history.log import read_log
from tests.unit.codebase.repositories import Repo


def test_failure_says_what_git_said(repo: Repo) -> None:
    with pytest.raises(GitFailed, match="Not a valid object name"):
        run(repo.git_dir, ["cat-file", "-p", "nonsense"])


def test_question_by_exit_status(repo: Repo) -> None:
    commit = repo.write("a").commit()
    assert succeeds(repo.git_dir, ["cat-file", "-e", commit])
    assert not succeeds(repo.git_dir, ["cat-file", "-e", "0" * 40])


def test_git_that_takes_too_long_is_killed(repo: Repo) -> None:
    repo.write("a").commit()
    repo.git("config", "alias.hang", "!sleep 60")
    with pytest.raises(GitTimeout, match="longer than 0 s"):
        run(repo.git_dir, ["hang"], timeout_s=0.05)


@pytest.mark.requirement("G08")
def test_configuration_of_a_repository_runs_nothing(repo: Repo, tmp_path: Path) -> None:
    """`log.showSignature` with a program of one's own would run it while the history is read."""
    trap = tmp_path / "trap"
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {trap}\n")
    program.chmod(0o755)
    repo.write("a").commit()
    for key, value in (
        ("log.showSignature", "true"),
        ("gpg.program", str(program)),
        ("core.fsmonitor", str(program)),
        ("core.pager", str(program)),
        ("diff.external", str(program)),
    ):
        repo.git("config", key, value)
    assert len(list(read_log(repo.git_dir, ["HEAD"]))) == 1
    assert not trap.exists()


def test_git_sees_none_of_the_server_s_own_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "canary")
    monkeypatch.setenv("GIT_SSH_COMMAND", "canary")
    assert "canary" not in git_environment().values()


def test_no_transport_is_open_unless_asked_for(repo: Repo, tmp_path: Path) -> None:
    repo.write("a").commit()
    bare = tmp_path / "bare"
    run(bare, ["init", "--bare", "--quiet"])
    with pytest.raises(GitFailed, match="not allowed"):
        run(bare, ["fetch", str(repo.folder)])

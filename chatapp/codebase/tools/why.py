"""`get_why`: recorded reasons, from ADRs, changelogs, comments and commit messages."""

from typing import Final, TypedDict

from chatapp.codebase.facts.decisions import (
    Decision,
    decisions_of,
    newest_decisions,
    search_decisions,
)
from chatapp.codebase.facts.history import Commit, recent_commits
from chatapp.codebase.marks import shortened
from chatapp.codebase.search.targets import FolderTarget, Unknown, resolve
from chatapp.codebase.text import split_lines
from chatapp.codebase.tools.budget import Block
from chatapp.codebase.tools.context import unknown_block
from chatapp.codebase.tools.desk import Desk
from chatapp.codebase.tools.pages import decision_data
from chatapp.codebase.tools.prose import day
from chatapp.codebase.tools.reply import Reply, evidence, text
from chatapp.codebase.tools.shapes import ChangeData, DecisionData
from chatapp.domain.sources import LineRange

MAX_LIMIT: Final = 50
MAX_COMMITS: Final = 8
MAX_TEXT_CHARS: Final = 1200


class Decisions(TypedDict):
    """The artifact ``decisions``; `commits` are the newest of a path that was asked about."""

    question: str
    path: str
    decisions: list[DecisionData]
    commits: list[ChangeData]


def get_why(desk: Desk, question: str = "", path: str = "", limit: int = 10) -> Reply:
    """Why the code is as it is: recorded decisions with their verbatim sources.

    Give a question, a path, both, or neither for the latest decisions.

    Args:
        desk: Set by the server.
        question: What you want the reason for.
        path: Only reasons recorded in or about this file.
        limit: How many, up to 50.
    """
    limit = min(max(1, limit), MAX_LIMIT)
    target = resolve(desk.index, path) if path.strip() else None
    if isinstance(target, Unknown):
        block = unknown_block(target)
        return Reply(f"not found: {shortened(path, 80)}", (block,), _data(question, path, [], []))
    if target is None or isinstance(target, FolderTarget):
        found = _everywhere(desk, question, limit)
        commits: list[Commit] = []
    else:
        found = _about_file(desk, question, target.file.file_id, target.file.path, limit)
        commits = recent_commits(desk.index, target.file.file_id, MAX_COMMITS)
    blocks = (*(_block(desk, decision) for decision in found), *_commit_block(commits))
    return Reply(
        f"{len(found)} recorded reasons",
        blocks
        or (text("No recorded reason found: no ADR, changelog, comment or commit says why."),),
        _data(question, path, found, commits),
    )


def _everywhere(desk: Desk, question: str, limit: int) -> list[Decision]:
    if question.strip():
        return search_decisions(desk.index, question, limit)
    return newest_decisions(desk.index, limit)


def _about_file(desk: Desk, question: str, file_id: int, path: str, limit: int) -> list[Decision]:
    """Those in the file, then those of commits that touched it; a question puts its hits first."""
    found = {item.decision_id: item for item in _asked(desk, question, path, file_id, limit)}
    for item in decisions_of(desk.index, file_id, limit):
        found.setdefault(item.decision_id, item)
    return list(found.values())[:limit]


def _asked(desk: Desk, question: str, path: str, file_id: int, limit: int) -> list[Decision]:
    if not question.strip():
        return []
    hashes = {commit.hash for commit in recent_commits(desk.index, file_id, MAX_LIMIT * 4)}
    found = search_decisions(desk.index, question, limit * 4)
    return [item for item in found if item.path == path or item.commit in hashes][:limit]


def _block(desk: Desk, decision: Decision) -> Block:
    if decision.path:
        span = LineRange(decision.start_line, decision.end_line)
        lines = split_lines(decision.text)
        return evidence(
            desk, (decision.path, span), lines, symbol=decision.title, kind=decision.kind
        )
    heading = f"Commit {decision.commit[:12]}, {day(decision.decided_at)}, {decision.author}"
    return text(f"{heading}: {decision.title}\n{shortened(decision.text, MAX_TEXT_CHARS)}")


def _commit_block(commits: list[Commit]) -> list[Block]:
    if not commits:
        return []
    lines = [
        f"- {day(commit.committed_at)} {commit.hash[:12]} {commit.author}: {commit.subject}"
        for commit in commits
    ]
    return [text("\n".join(["Newest commits of the file:", *lines]))]


def _data(question: str, path: str, found: list[Decision], commits: list[Commit]) -> Decisions:
    return {
        "question": question,
        "path": path,
        "decisions": [decision_data(decision) for decision in found],
        "commits": [
            {
                "commit": commit.hash,
                "author": commit.author,
                "subject": commit.subject,
                "at": commit.committed_at,
            }
            for commit in commits
        ],
    }

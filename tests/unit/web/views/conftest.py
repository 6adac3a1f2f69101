"""Values to make views of, and a request for their addresses."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask

from chatapp.bootstrap.application import bare_app
from chatapp.domain.conversations import ConversationView, MessageView
from chatapp.domain.messages import Part, Role, TextPart
from chatapp.domain.repositories import IndexProgress, IndexState, RepositoryView
from chatapp.domain.turns import MessageState
from chatapp.web import fragments, pages

NOW = datetime(2026, 1, 10, 12, tzinfo=UTC)


@pytest.fixture(scope="session")
def app() -> Flask:
    made = bare_app()
    for blueprint in (*pages.BLUEPRINTS, *fragments.BLUEPRINTS):
        made.register_blueprint(blueprint)
    return made


@pytest.fixture(autouse=True)
def _request(app: Flask) -> Iterator[None]:
    with app.test_request_context():
        yield


def repository(**changed: object) -> RepositoryView:
    values = {
        "repository_id": "r" * 32,
        "name": "garden",
        "source": "/srv/garden",
        "git_dir": Path("/srv/garden/.git"),
        "branch": "main",
        "state": IndexState.READY,
        "progress": IndexProgress("", 0, 0, 0),
        "indexed_commit": "a" * 40,
        "indexed_at": NOW,
        "head_commit": "a" * 40,
        "files": 1234,
        "skipped_files": 2,
        "error": None,
        **changed,
    }
    return RepositoryView(**values)  # type: ignore[arg-type]


def conversation(title: str = "Bees", **changed: object) -> ConversationView:
    values = {
        "conversation_id": "c" * 32,
        "repository_id": "r" * 32,
        "title": title,
        "is_pinned": False,
        "is_archived": False,
        "version": 1,
        "forked_from": None,
        "live_turn_id": None,
        "created_at": NOW,
        "updated_at": NOW,
        "deleted_at": None,
        **changed,
    }
    return ConversationView(**values)  # type: ignore[arg-type]


def message(*parts: Part | str, role: Role = Role.ASSISTANT, **changed: object) -> MessageView:
    values = {
        "message_id": "m" * 32,
        "conversation_id": "c" * 32,
        "seq": 2,
        "role": role,
        "state": MessageState.COMPLETED,
        "request_id": "q",
        "parts": tuple(TextPart(part) if isinstance(part, str) else part for part in parts),
        "artifacts": (),
        "provider": "openai",
        "model": "gpt-x",
        "stop_reason": "end_turn",
        "error_code": None,
        "error_message": None,
        "created_at": NOW,
        "finished_at": NOW,
        **changed,
    }
    return MessageView(**values)  # type: ignore[arg-type]

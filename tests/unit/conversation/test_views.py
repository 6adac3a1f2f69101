"""Rows as values."""

from chatapp.conversation.models import ArtifactRow
from chatapp.conversation.views import message_views
from chatapp.domain.events import Artifact
from chatapp.infra.handle import Infra
from tests.unit.conversation.fakes import answer, rows


def test_artifacts_stand_with_their_own_message(infra: Infra) -> None:
    ref = answer(infra).ref
    kept = [
        ArtifactRow(message_id=ref.turn_id, artifact_id=name, type="t", data="1", is_pinned=False)
        for name in ("a", "b")
    ]
    user, assistant = message_views(rows(infra, ref.conversation_id), kept)
    assert user.artifacts == ()
    assert assistant.artifacts == (Artifact("a", "t", 1), Artifact("b", "t", 1))
    assert (assistant.suggestions, assistant.truncated_loops) == ((), None)

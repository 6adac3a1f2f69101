"""OpenAI's own client against a real server that has no model and no key of anybody's."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import openai
import pytest
from openai import OpenAI

from tests.functional.repositories import small_repository
from tests.integration.conftest import Server, eventually, free_port
from tests.integration.owner import new_secret, sign_in

pytestmark = pytest.mark.enable_socket

QUESTION = "Where is buzz defined?"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("openai")
    small_repository(folder)
    started = Server(
        folder / "var", free_port(), folder / "serve.log", CHATAPP_PROVIDER="extractive"
    )
    assert eventually(started.is_ready), started.said
    yield started
    started.end()


@pytest.fixture(scope="module")
def secret(server: Server) -> str:
    """The key of a service, on a server whose repository is indexed."""
    with httpx.Client(base_url=f"http://127.0.0.1:{server.port}", timeout=60) as owner:
        sign_in(owner, server)
        source = str(Path(server.data_dir).parent / "garden")
        path = f"/api/repos/{owner.post('/api/repos', json={'source': source}).json()['id']}"
        assert eventually(lambda: owner.get(path).json()["state"] == "ready")
        return new_secret(owner)


@pytest.fixture
def client(server: Server, secret: str) -> Iterator[OpenAI]:
    with _client(server, secret) as made:
        yield made


def _client(server: Server, secret: str) -> OpenAI:
    return OpenAI(
        base_url=f"http://127.0.0.1:{server.port}/v1", api_key=secret, timeout=60, max_retries=0
    )


def _ask(client: OpenAI, model: str = "garden") -> str:
    whole = client.chat.completions.create(
        model=model, messages=[{"role": "user", "content": QUESTION}]
    )
    return whole.choices[0].message.content or ""


def test_the_client_lists_and_finds_the_models(client: OpenAI) -> None:
    assert [model.id for model in client.models.list()] == ["garden"]
    assert client.models.retrieve("garden").owned_by == "chatapp"


def test_the_client_gets_a_whole_answer_that_cites_lines(client: OpenAI) -> None:
    raw = client.chat.completions.with_raw_response.create(
        model="garden", messages=[{"role": "user", "content": QUESTION}]
    )
    whole = raw.parse()
    assert "bees.py:1" in (whole.choices[0].message.content or "")
    assert whole.choices[0].finish_reason == "stop"
    assert whole.usage
    assert whole.usage.total_tokens > 0
    assert whole.id == f"chatcmpl-{raw.headers['X-Turn-ID']}"
    extra = whole.choices[0].message.model_extra or {}
    assert "search_codebase" in extra["reasoning_content"]


def test_the_client_streams_the_same_answer(client: OpenAI) -> None:
    whole = _ask(client)
    with client.chat.completions.create(
        model="garden",
        messages=[{"role": "user", "content": QUESTION}],
        stream=True,
        stream_options={"include_usage": True},
    ) as stream:
        told = list(stream)
    assert "".join(c.choices[0].delta.content or "" for c in told if c.choices) == whole
    assert told[-2].choices[0].finish_reason == "stop"
    assert told[-1].usage
    assert told[-1].choices == []


def test_the_clients_stream_helper_reads_it_too(client: OpenAI) -> None:
    with client.chat.completions.stream(
        model="garden", messages=[{"role": "user", "content": QUESTION}]
    ) as stream:
        final = stream.get_final_completion()
    assert "bees.py:1" in (final.choices[0].message.content or "")


def test_the_client_continues_a_stored_conversation(client: OpenAI) -> None:
    first = client.chat.completions.with_raw_response.create(
        model="garden", messages=[{"role": "user", "content": QUESTION}]
    )
    kept = {"X-Conversation-ID": first.headers["X-Conversation-ID"]}
    again = client.chat.completions.with_raw_response.create(
        model="garden", messages=[{"role": "user", "content": "Who calls it?"}], extra_headers=kept
    )
    assert again.headers["X-Conversation-ID"] == kept["X-Conversation-ID"]
    assert again.headers["X-Turn-ID"] != first.headers["X-Turn-ID"]


def test_an_idempotency_key_gives_the_first_answer_again(client: OpenAI) -> None:
    answers = [
        client.chat.completions.create(
            model="garden",
            messages=[{"role": "user", "content": QUESTION}],
            extra_headers={"Idempotency-Key": "sdk-1"},
        )
        for _ in range(2)
    ]
    assert answers[0].id == answers[1].id
    assert answers[0].choices == answers[1].choices


def test_a_wrong_key_is_an_authentication_error(server: Server, secret: str) -> None:
    assert secret
    with _client(server, "wa_wrong") as stranger:
        for call in (stranger.models.list, lambda: _ask(stranger)):
            with pytest.raises(openai.AuthenticationError, match="key"):
                call()


def test_an_unknown_model_is_a_not_found_error(client: OpenAI) -> None:
    with pytest.raises(openai.NotFoundError) as refused:
        _ask(client, "gpt-4o")
    assert (refused.value.code, refused.value.param) == ("model_not_found", "model")
    assert refused.value.request_id

import pytest

from chatapp.infra.redaction import redact


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("key sk-proj-AbCdEfGh1234wxyz refused", "key sk-…wxyz refused"),
        ("Authorization: Bearer wa_0123456789abcdef", "Authorization: Bearer ***"),
        ("created wa_0123456789abcdef", "created wa_…cdef"),
        (
            "git clone https://user:t0ken@host.example/r.git",
            "git clone https://***@host.example/r.git",
        ),
        ("https://ghp_abcdefghijkl@host.example/r.git", "https://***@host.example/r.git"),
        ("postgresql+psycopg://me:pa55word@db/x", "postgresql+psycopg://***@db/x"),
        (
            "GET https://g.example/v1?key=AIzaSyA1234567&alt=sse",
            "GET https://g.example/v1?key=***&alt=sse",
        ),
        ("https://mcp.example/sse?token=abcdef123", "https://mcp.example/sse?token=***"),
        ("{'api_key': 'plainvalue'}", "{'api_key': '***'}"),
        ('{"password": "hunter22"}', '{"password": "***"}'),
        ("OPENAI_API_KEY=whatever123", "OPENAI_API_KEY=***"),
        ("x-goog-api-key: AbCd1234567", "x-goog-api-key: ***"),
    ],
)
@pytest.mark.requirement("U04")
def test_secret_of_a_known_shape_is_hidden(text: str, expected: str) -> None:
    assert redact(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "chatapp/infra/db.py:12 opened",
        "https://example.org/docs?page=2",
        "the tokens used: 512",
        "risk-free and task-based",
        "mail someone@example.org",
        "max_tokens=8192 reached",
    ],
)
def test_ordinary_text_stays(text: str) -> None:
    assert redact(text) == text


def test_redacting_twice_changes_nothing() -> None:
    once = redact("token=abcdef123 sk-abcdefghijkl https://a:b@c/")
    assert redact(once) == once

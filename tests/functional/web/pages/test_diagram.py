import pytest
from flask import Flask


@pytest.mark.requirement("X01")
def test_the_frame_has_no_origin_and_no_network(app: Flask) -> None:
    """Mermaid draws here: whatever it is talked into can reach nothing."""
    response = app.test_client().get("/diagram/frame")
    policy = response.headers["Content-Security-Policy"]
    assert "sandbox allow-scripts" in policy
    assert "allow-same-origin" not in policy
    assert "default-src 'none'" in policy
    assert "connect-src" not in policy
    assert "frame-ancestors 'self'" in policy
    assert "unsafe-eval" not in policy

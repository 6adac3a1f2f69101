"""The frame in which Mermaid draws: no origin, no network, nothing of the page it sits in.

Mermaid needs inline styles, which no page of ours allows. The frame is sandboxed by its embedder
and by its own policy, gets source text and gives back an SVG that is shown as an image (X01).
"""

from typing import Final

from flask import make_response, render_template
from werkzeug.wrappers import Response

from chatapp.web.pages.blueprint import pages

_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'unsafe-inline'",
        "frame-ancestors 'self'",
        "sandbox allow-scripts",
    )
)


@pages.get("/diagram/frame")
def diagram_frame() -> Response:
    """The empty frame with Mermaid in it; holds nothing of anybody's."""
    response = make_response(render_template("artifact/frame.html"))
    response.headers["Content-Security-Policy"] = _POLICY
    response.headers["X-Frame-Options"] = "SAMEORIGIN"
    response.headers["Cross-Origin-Opener-Policy"] = "unsafe-none"
    return response

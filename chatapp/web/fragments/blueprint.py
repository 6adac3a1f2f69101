"""The blueprint that every fragment hangs on. `chatapp.web.errors` knows it by this name."""

from typing import Final

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

fragments: Final = Blueprint("fragments", "chatapp.web.fragments")


@fragments.after_request
def vary(response: Response) -> Response:
    """The same address gives a page or a piece of one."""
    response.headers.add("Vary", "HX-Request")
    return response


def is_htmx() -> bool:
    """Whether a piece of a page was asked for; without scripts it is always the page."""
    headers = request.headers
    return "HX-Request" in headers and "HX-History-Restore-Request" not in headers


def go(url: str) -> Response:
    """Send the whole page to `url`, with and without scripts."""
    if is_htmx():
        return Response(status=200, headers={"HX-Redirect": url})
    return redirect(url, code=303)

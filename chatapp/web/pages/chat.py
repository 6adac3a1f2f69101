"""The chat page of a repository: a new conversation, one that exists, and lists of them."""

from flask import render_template, request
from werkzeug.wrappers import Response

from chatapp.access import reads
from chatapp.domain.errors import NotFound
from chatapp.web.auth import login_required, principal
from chatapp.web.context import infra
from chatapp.web.markdown.citations import NO_CITATIONS
from chatapp.web.pages.blueprint import pages
from chatapp.web.screens import ChatScreen, Wanted, chat_screen, sidebar_at
from chatapp.web.views.listing import listing
from chatapp.web.views.message import turn
from chatapp.web.views.shell import Where


@pages.get("/repos/<repository_id>/chat")
@login_required
def chat(repository_id: str) -> str:
    """A conversation that has not begun; ``?q=`` fills the box, ``?about=`` names a file."""
    args = request.args
    wanted = Wanted(text=args.get("q", ""), about=args.get("about", ""))
    return _page(chat_screen(repository_id, wanted))


@pages.get("/repos/<repository_id>/chat/<conversation_id>")
@login_required
def conversation(repository_id: str, conversation_id: str) -> str:
    """A conversation; ``?all=1`` from its very beginning."""
    is_whole = request.args.get("all") == "1"
    return _page(chat_screen(repository_id, Wanted(conversation_id, is_whole=is_whole)))


def _page(screen: ChatScreen) -> str:
    return render_template(
        "chat/page.html",
        sidebar=screen.sidebar,
        chat=screen.chat,
        composer=screen.composer,
        picker=screen.picker,
        panel=screen.panel,
    )


@pages.get("/conversations")
@login_required
def conversations() -> str:
    """Search results, the archive, or what was deleted and can be restored."""
    query, show = request.args.get("q", ""), request.args.get("show", "")
    found = reads.conversations(
        principal(),
        infra(),
        search=query,
        is_archived=show == "archived",
        is_deleted=show == "deleted",
    )
    return render_template(
        "conversation/list.html",
        sidebar=sidebar_at(Where(query=query)),
        listing=listing(found, query=query, show=show),
    )


@pages.get("/conversations/<conversation_id>/export.<kind>")
@login_required
def conversation_export(conversation_id: str, kind: str) -> Response:
    """A conversation as a file: ``md`` for people, ``json`` for machines."""
    if kind not in ("md", "json"):
        raise NotFound
    body = reads.exported(principal(), infra(), conversation_id, as_json=kind == "json")
    return Response(
        body,
        mimetype="application/json" if kind == "json" else "text/markdown",
        headers={"Content-Disposition": f'attachment; filename="conversation.{kind}"'},
    )


@pages.get("/shared/<token>")
def shared(token: str) -> str:
    """A conversation for whoever has its link; nothing can be done to it."""
    told = reads.shared_conversation(infra(), token)
    turns = tuple(turn(message, NO_CITATIONS, is_shared=True) for message in told.messages)
    return render_template("share/page.html", title=told.conversation.title, turns=turns)

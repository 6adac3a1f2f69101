"""What can be done to a conversation from its page and from the sidebar."""

from flask import render_template, request, url_for
from werkzeug.wrappers import Response

from chatapp.access import commands, reads
from chatapp.domain.conversations import ConversationView
from chatapp.web.auth import login_required, principal
from chatapp.web.context import infra
from chatapp.web.fragments.blueprint import fragments, go, is_htmx
from chatapp.web.i18n import gettext as _
from chatapp.web.screens import panel_of, sidebar_at
from chatapp.web.undo import offer_undo
from chatapp.web.views.chat import chat
from chatapp.web.views.shell import Where, conversation_url


@fragments.get("/fragments/conversation/list")
@login_required
def conversation_list() -> str:
    """The sidebar's list, searched while typing."""
    args = request.args
    where = Where(args.get("repository", ""), args.get("current", ""), args.get("q", "").strip())
    return render_template("conversation/_list.html", sidebar=sidebar_at(where))


@fragments.post("/fragments/conversation/rename/<conversation_id>")
@login_required
def conversation_rename(conversation_id: str) -> Response | str:
    """Another title."""
    view = commands.rename_conversation(
        principal(), infra(), conversation_id, request.form.get("title", "").strip()
    )
    return _changed(view)


@fragments.post("/fragments/conversation/pin/<conversation_id>")
@login_required
def conversation_pin(conversation_id: str) -> Response | str:
    """Keep it at the top, or no longer."""
    is_pinned = request.form.get("pinned") == "1"
    return _changed(
        commands.pin_conversation(principal(), infra(), conversation_id, is_pinned=is_pinned)
    )


@fragments.post("/fragments/conversation/archive/<conversation_id>")
@login_required
def conversation_archive(conversation_id: str) -> Response:
    """Out of the list, with a way back."""
    view = commands.archive_conversation(principal(), infra(), conversation_id, is_archived=True)
    undo = url_for("fragments.conversation_unarchive", conversation_id=conversation_id)
    offer_undo(_("Archived “%(title)s”.", title=view.title), undo)
    return go(_repository_page(view))


@fragments.post("/fragments/conversation/unarchive/<conversation_id>")
@login_required
def conversation_unarchive(conversation_id: str) -> Response:
    """Back into the list."""
    return go(
        conversation_url(
            commands.archive_conversation(principal(), infra(), conversation_id, is_archived=False)
        )
    )


@fragments.post("/fragments/conversation/delete/<conversation_id>")
@login_required
def conversation_delete(conversation_id: str) -> Response:
    """Delete, with a way back."""
    view = reads.conversation(principal(), infra(), conversation_id)
    commands.delete_conversation(principal(), infra(), conversation_id)
    undo = url_for("fragments.conversation_restore", conversation_id=conversation_id)
    offer_undo(_("Deleted “%(title)s”.", title=view.title), undo)
    return go(_repository_page(view))


@fragments.post("/fragments/conversation/restore/<conversation_id>")
@login_required
def conversation_restore(conversation_id: str) -> Response:
    """Undo a deletion."""
    return go(
        conversation_url(commands.restore_conversation(principal(), infra(), conversation_id))
    )


@fragments.post("/fragments/conversation/share/<conversation_id>")
@login_required
def conversation_share(conversation_id: str) -> Response | str:
    """A read-only link for whoever has it; the one before ends."""
    token = commands.share_conversation(principal(), infra(), conversation_id)
    link = url_for("pages.shared", token=token, _external=True)
    return render_template("conversation/_share.html", link=link, conversation_id=conversation_id)


@fragments.post("/fragments/conversation/unshare/<conversation_id>")
@login_required
def conversation_unshare(conversation_id: str) -> Response | str:
    """End the read-only link."""
    commands.unshare_conversation(principal(), infra(), conversation_id)
    return render_template("conversation/_share.html", link="", conversation_id=conversation_id)


def _changed(view: ConversationView) -> Response | str:
    if not is_htmx():
        return go(conversation_url(view))
    repository = reads.repository(principal(), infra(), view.repository_id or "")
    where = Where(repository.repository_id, view.conversation_id)
    return render_template(
        "conversation/_changed.html",
        chat=chat(repository, view),
        panel=panel_of(where.repository_id, where.conversation_id),
        sidebar=sidebar_at(where),
    )


def _repository_page(view: ConversationView) -> str:
    if view.repository_id is None:
        return url_for("pages.home")
    return url_for("pages.chat", repository_id=view.repository_id)

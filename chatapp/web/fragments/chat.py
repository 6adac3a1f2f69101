"""Asking: the form's answer is the question, the answer's place and a fresh form.

Regenerating and editing are branches: the conversation is copied up to the question, which is
asked again there (ADR 0005). A failed answer is asked for again where it is.
"""

from dataclasses import dataclass

from flask import make_response, render_template, request, url_for
from werkzeug.wrappers import Response

from chatapp.access import commands, reads
from chatapp.domain.ask import AskRequest, OnDisconnect, Route
from chatapp.domain.conversations import ConversationView, MessageView, TurnRef
from chatapp.domain.errors import InvalidRequest
from chatapp.domain.ids import new_id
from chatapp.domain.messages import Role
from chatapp.web.auth import login_required, principal
from chatapp.web.context import infra
from chatapp.web.fragments.blueprint import fragments, go, is_htmx
from chatapp.web.i18n import gettext as _
from chatapp.web.screens import (
    Wanted,
    chat_of,
    page_of_file,
    panel_of,
    picker_for,
    question_before,
    sidebar_at,
    spoken,
)
from chatapp.web.views.chat import composer
from chatapp.web.views.shell import Where, conversation_url


@dataclass(frozen=True, slots=True)
class Choice:
    """The model that the picker was set to."""

    provider: str | None = None
    model: str | None = None


@fragments.post("/fragments/chat/ask/<repository_id>")
@login_required
def chat_ask(repository_id: str) -> Response:
    """Send the composer's question; ``edit_of`` asks it in a branch instead."""
    question = _question()
    conversation_id = request.form.get("conversation_id") or None
    edited_id = request.form.get("edit_of")
    if edited_id and conversation_id:
        return _ask_in_branch(_branch_before(conversation_id, edited_id), question)
    ref = _ask(repository_id, conversation_id, question)
    if not is_htmx():
        return go(_page_of(repository_id, ref.conversation_id))
    return _asked(repository_id, ref, is_new=conversation_id is None)


@fragments.post("/fragments/chat/retry/<message_id>")
@login_required
def chat_retry(message_id: str) -> Response:
    """Ask a failed answer's question again, below it."""
    answer = reads.message(principal(), infra(), message_id)
    view = reads.conversation(principal(), infra(), answer.conversation_id)
    repository_id = view.repository_id or ""
    ref = _ask(repository_id, view.conversation_id, _asked_before(answer).text)
    if not is_htmx():
        return go(conversation_url(view))
    return _asked(repository_id, ref, is_new=False)


@fragments.post("/fragments/chat/regenerate/<message_id>")
@login_required
def chat_regenerate(message_id: str) -> Response:
    """Ask again in a branch, of the model the picker is set to."""
    answer = reads.message(principal(), infra(), message_id)
    asked = _asked_before(answer)
    return _ask_in_branch(_branch_before(answer.conversation_id, asked.message_id), asked.text)


@fragments.post("/fragments/chat/fork/<message_id>")
@login_required
def chat_fork(message_id: str) -> Response:
    """A branch that ends with this answer."""
    answer = reads.message(principal(), infra(), message_id)
    forked = commands.fork_conversation(
        principal(), infra(), answer.conversation_id, through_message_id=message_id
    )
    return go(conversation_url(forked))


@fragments.get("/fragments/chat/thread/<conversation_id>")
@login_required
def chat_thread(conversation_id: str) -> str:
    """The whole log, for a tab that was told of news."""
    view = reads.conversation(principal(), infra(), conversation_id)
    repository = reads.repository(principal(), infra(), view.repository_id or "")
    wanted = Wanted(conversation_id, is_whole=request.args.get("all") == "1")
    page = chat_of(repository, wanted)
    form = composer(page, max_chars=infra().settings.max_message_chars)
    return render_template("chat/_news.html", chat=page, composer=form)


def _question() -> str:
    question = request.form.get("message", "").strip()
    if not question:
        raise InvalidRequest(_("The message is empty. Write a question first."))
    longest = infra().settings.max_message_chars
    if len(question) > longest:
        raise InvalidRequest(
            _("The message is longer than %(most)s characters. Shorten it.", most=f"{longest:,}")
        )
    return question


def _ask(repository_id: str, conversation_id: str | None, question: str) -> TurnRef:
    choice = _choice()
    wanted = AskRequest(
        question=question,
        route=Route.REPO_CHAT,
        request_id=request.form.get("request_id") or new_id(),
        conversation_id=conversation_id,
        repository_id=repository_id,
        provider=choice.provider,
        model=choice.model,
        language=spoken(),
        page=page_of_file(request.form.get("about", "")),
        on_disconnect=OnDisconnect.GRACE,
    )
    stream = commands.ask(principal(), infra(), wanted)
    stream.close()
    return stream.ref


def _choice() -> Choice:
    provider, _sep, model = request.form.get("model", "").partition("|")
    return Choice(provider or None, model or None)


def _ask_in_branch(branch: ConversationView, question: str) -> Response:
    _ask(branch.repository_id or "", branch.conversation_id, question)
    return go(conversation_url(branch))


def _branch_before(conversation_id: str, message_id: str) -> ConversationView:
    return commands.fork_conversation(
        principal(), infra(), conversation_id, before_message_id=message_id
    )


def _asked_before(answer: MessageView) -> MessageView:
    if answer.role is Role.USER:
        return answer
    messages = reads.messages(principal(), infra(), answer.conversation_id)
    return question_before(messages, answer)


def _page_of(repository_id: str, conversation_id: str) -> str:
    return url_for(
        "pages.conversation", repository_id=repository_id, conversation_id=conversation_id
    )


def _asked(repository_id: str, ref: TurnRef, *, is_new: bool) -> Response:
    repository = reads.repository(principal(), infra(), repository_id)
    page = chat_of(repository, Wanted(ref.conversation_id))
    pair = (ref.user_message_id, ref.assistant_message_id)
    where = Where(repository_id, ref.conversation_id)
    response = make_response(
        render_template(
            "chat/_asked.html",
            is_new=is_new,
            chat=page,
            turns=[item for item in page.turns if item.message_id in pair],
            composer=composer(page, max_chars=infra().settings.max_message_chars),
            picker=picker_for(repository_id, request.form.get("model", "")),
            panel=panel_of(repository_id, ref.conversation_id),
            sidebar=sidebar_at(where),
        )
    )
    if is_new:
        response.headers["HX-Push-Url"] = _page_of(repository_id, ref.conversation_id)
    return response

"""The agent loop: ask the model, run what it calls, ask again, until it answers.

`run` is called by `chatapp.conversation.turn` (and by the public ask entry) and yields everything
that happens except the terminal event, which belongs to whoever stores the result. The loop knows
no provider by name and runs no tool itself: every call goes through the toolbox. Closing the
iterator at any point closes the provider's stream and kills the tools that run.
"""

import logging
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from typing import Final

from chatapp.domain.errors import ContextTooLong, EmptyResponse
from chatapp.domain.events import Step, Suggestions, ToolCandidates, Truncated, TurnEvent
from chatapp.domain.json import JsonObject
from chatapp.domain.messages import Message, Role, TextPart
from chatapp.domain.stream import Notice, StreamEvent, TextDelta
from chatapp.runtime import budget, prompt, rules
from chatapp.runtime.calls import answer_calls
from chatapp.runtime.deadline import Deadline
from chatapp.runtime.grounding import run_grounding
from chatapp.runtime.inner_calls import InnerCalls
from chatapp.runtime.reply import Listener, Reply
from chatapp.runtime.request import AgentRequest
from chatapp.runtime.suggestions import follow_ups
from chatapp.runtime.transcript import Transcript

log: Final = logging.getLogger(__name__)

FINISHED: Final = "finished"
"""The phase of the last event of every run that ended well; its detail is the stop reason."""

TIGHTER: Final = 0.6
"""Share of the room that is used after the provider said that the request was too long."""


def run(request: AgentRequest) -> Generator[TurnEvent, None, None]:
    """Answer one question.

    Yields:
        Every event but the terminal one; the last is ``Step("finished", <stop reason>)``.

    Raises:
        ProviderError: the model failed; what was yielded stands.
        TurnTimeout: the deadline passed.
    """
    transcript = Transcript()
    with closing(_Turn(request, transcript).events()) as events:
        for event in events:
            transcript.add(event)
            yield event


class _Turn:
    """The state of one run. `transcript` is always up to date with what was yielded."""

    def __init__(self, request: AgentRequest, transcript: Transcript) -> None:
        self._request = request
        self._transcript = transcript
        self._deadline = Deadline(request.clock, request.limits.turn_deadline_s)
        self._rules = rules.TurnRules(request.limits.max_rounds)
        self._inner = InnerCalls(self._rules, request.toolbox)

    def events(self) -> Generator[TurnEvent, None, None]:
        """The whole run."""
        if self._request.toolbox.names:
            yield ToolCandidates(self._request.toolbox.names)
        yield from run_grounding(self._request.reads, self._request.toolbox, self._deadline)
        stop_reason = yield from self._rounds()
        more = follow_ups(self._transcript.parts, self._request.question)
        if more:
            yield Suggestions(more)
        yield Step(FINISHED, stop_reason)

    def _rounds(self) -> Generator[TurnEvent, None, str]:
        while self._rules.verdict is None:
            reply = yield from self._ask(
                self._request.system_prompt, self._request.toolbox.functions
            )
            if not reply.calls and self._rules.verdict is None:
                return self._ended(reply)
            yield from self._run_calls(reply)
            self._rules.end_round()
        if self._rules.verdict == rules.MAX_ROUNDS:
            yield Truncated(self._rules.max_rounds)
        return (yield from self._final_answer(self._rules.verdict))

    def _ended(self, reply: Reply) -> str:
        if not self._transcript.text.strip():
            raise self._empty(reply)
        return str(reply.stop_reason)

    def _run_calls(self, reply: Reply) -> Iterator[TurnEvent]:
        answers = answer_calls(
            reply.calls,
            is_cut=reply.is_cut,
            rules=self._rules,
            toolbox=self._request.toolbox,
            deadline=self._deadline,
        )
        with closing(answers):
            for call, outcome in answers:
                yield outcome.finished(call.call_id, call.name)

    def _final_answer(self, verdict: str) -> Generator[TurnEvent, None, str]:
        """The answer from what is known: asked for without tools, never an exception if empty."""
        reply = yield from self._ask(self._request.system_prompt + prompt.ANSWER_NOW, ())
        if not reply.text.strip():
            yield TextDelta(prompt.NO_FINAL_ANSWER)
        return verdict

    def _ask(
        self, system_prompt: str, functions: Sequence[JsonObject]
    ) -> Generator[TurnEvent, None, Reply]:
        listener = Listener(self._rules, self._inner, self._deadline, takes_calls=bool(functions))
        try:
            yield from self._listen(listener, system_prompt, functions, share=1.0)
        except ContextTooLong:
            if listener.reply.is_visible:
                raise
            yield from self._listen(listener, system_prompt, functions, share=TIGHTER)
        except EmptyResponse:
            log.info("an empty reply after %d rounds", self._rules.round)
        return listener.reply

    def _listen(
        self,
        listener: Listener,
        system_prompt: str,
        functions: Sequence[JsonObject],
        *,
        share: float,
    ) -> Iterator[TurnEvent]:
        limits = self._request.limits
        max_tokens = budget.answer_tokens(limits.max_tokens, limits.context_tokens)
        room = budget.room(limits.context_tokens, max_tokens, system_prompt, functions)
        fitted = budget.fit(self._messages(), int(room * share))
        if fitted.is_trimmed:
            yield Notice("context_trimmed", fitted.detail)

        def open_stream() -> Iterator[StreamEvent]:
            return self._request.provider.stream_chat(
                fitted.messages,
                functions,
                system_prompt,
                max_tokens=max_tokens,
                request_id=self._request.request_id,
                tool_executor=self._inner.execute if functions else None,
            )

        with closing(listener.follow(open_stream)) as events:
            yield from events

    def _messages(self) -> list[prompt.WireDict]:
        request = self._request
        messages = (
            *request.history,
            Message(Role.USER, (TextPart(request.question),)),
            Message(Role.ASSISTANT, self._transcript.parts),
        )
        return prompt.to_wire(messages, request.provider.provider_id, request.provider.model)

    def _empty(self, reply: Reply) -> EmptyResponse:
        provider = self._request.provider
        advice = (
            "It used up its output limit before writing anything; raise CHATAPP_MAX_TOKENS."
            if reply.is_cut
            else "Ask again, or choose another model."
        )
        return EmptyResponse(
            f"{provider.model} returned an empty answer. {advice}",
            provider=provider.provider_id,
            model=provider.model,
        )

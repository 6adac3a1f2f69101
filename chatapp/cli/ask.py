"""``chatapp ask``: the answer in the terminal, as it comes. The process is patched by gevent."""

import sys
from typing import Final

import click

from chatapp.access import commands
from chatapp.cli.answer import Printer
from chatapp.cli.desk import Desk, open_desk
from chatapp.cli.repo import chosen
from chatapp.cli.wiring import Wiring
from chatapp.conversation.worker import worker as turns
from chatapp.domain.ask import AskRequest, Route
from chatapp.domain.ids import new_id

INTERRUPTED: Final = 130


@click.command()
@click.argument("question")
@click.option("--repo", "where", default=".", help="A folder, or the name of a repository.")
@click.option("--provider", help="The provider to ask, instead of the configured one.")
@click.option("--model", help="The model to ask, instead of the configured one.")
@click.option("--conversation", help="Go on with the conversation of this id.")
@click.pass_obj
def ask(
    wiring: Wiring,
    question: str,
    where: str,
    provider: str | None,
    model: str | None,
    conversation: str | None,
) -> None:
    """Ask QUESTION about a repository; it is indexed first if it is not yet."""
    with open_desk(wiring) as desk:
        repository = chosen(desk, where)
        wanted = AskRequest(
            question=question,
            route=Route.REPO_CHAT,
            request_id=new_id(),
            conversation_id=conversation,
            repository_id=repository.repository_id,
            provider=provider,
            model=model,
        )
        sys.exit(_print_answer(desk, wanted))


def _print_answer(desk: Desk, wanted: AskRequest) -> int:
    stream = commands.ask(desk.principal, desk.infra, wanted)
    printer = Printer()
    try:
        for entry in stream.entries:
            printer.show(entry)
    except KeyboardInterrupt:
        commands.stop_turn(desk.principal, desk.infra, stream.ref.turn_id)
        return INTERRUPTED
    finally:
        stream.close()
        turns(desk.infra).stop()
    return printer.exit_code

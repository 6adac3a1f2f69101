"""`get_answer`: the evidence for a question in one call, for agents that ask once.

No language model: the best places, widened by the files that call or are called by them, and the
recorded reasons. The words of the answer are the caller's.
"""

from typing import Final, TypedDict

from chatapp.codebase.facts.decisions import search_decisions
from chatapp.codebase.facts.graph import callees
from chatapp.codebase.marks import shortened
from chatapp.codebase.search.find import find
from chatapp.codebase.search.symbols import find_symbols
from chatapp.codebase.tools.desk import Desk
from chatapp.codebase.tools.pages import decision_data, link_data
from chatapp.codebase.tools.prose import decision_line
from chatapp.codebase.tools.reply import Reply, evidence, text
from chatapp.codebase.tools.search import HELP, HitData, hit_data, shown_lines
from chatapp.codebase.tools.shapes import DecisionData, LinkData

PASSAGES: Final = 8
REASONS: Final = 4
RELATED: Final = 12


class Answer(TypedDict):
    """The artifact ``answer``: passages best first, what they lead to, and recorded reasons."""

    question: str
    passages: list[HitData]
    related: list[LinkData]
    decisions: list[DecisionData]


def get_answer(desk: Desk, question: str) -> Reply:
    """The best evidence for a question: code passages, related definitions, recorded reasons.

    Args:
        desk: Set by the server.
        question: A plain question about the repository.
    """
    if not question.strip():
        return Reply("empty question", (text(HELP),), _empty(question))
    hits = find(desk.index, question, lambda _path: True, PASSAGES).hits
    reasons = [decision_data(item) for item in search_decisions(desk.index, question, REASONS)]
    related = _related(desk, [hit.symbol for hit in hits if hit.symbol])
    data: Answer = {
        "question": shortened(question, 300),
        "passages": [hit_data(hit) for hit in hits],
        "related": related,
        "decisions": reasons,
    }
    blocks = [
        evidence(desk, (hit.path, hit.lines), shown_lines(hit), symbol=hit.symbol, kind=hit.kind)
        for hit in hits
    ]
    notes = [decision_line(item) for item in reasons]
    leads = [f"{link['path']}:{link['line']} {link['symbol']}" for link in related]
    if leads:
        notes.append(f"They use: {'; '.join(leads)}")
    tail = [text("\n".join(notes))] if notes else []
    return Reply(f"{len(hits)} passages", (*blocks, *tail), data)


def _related(desk: Desk, names: list[str]) -> list[LinkData]:
    """What the found definitions use, each place once."""
    found: dict[tuple[str, int], LinkData] = {}
    for name in names:
        for symbol in find_symbols(desk.index, name, 1):
            for link in link_data(callees(desk.index, symbol.symbol_id, RELATED)):
                found.setdefault((link["path"], link["line"]), link)
    return list(found.values())[:RELATED]


def _empty(question: str) -> Answer:
    return {"question": question, "passages": [], "related": [], "decisions": []}

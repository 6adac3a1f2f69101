"""The places to explain one after the other, for a question about a way through the code.

In the order of the document that explains it, where there is one; else along the calls.
"""

from collections.abc import Sequence
from typing import Final

from chatapp.domain.evidence import Evidence
from chatapp.providers.extractive.conversation import Situation
from chatapp.providers.extractive.forms import Form
from chatapp.providers.extractive.order import in_call_order
from chatapp.providers.extractive.places import Places, along, is_named
from chatapp.providers.extractive.question import Question
from chatapp.providers.extractive.quoting import is_prose
from chatapp.providers.extractive.trail import documented
from chatapp.providers.extractive.way import way

FEW_STEPS: Final = 2


def in_steps(situation: Situation, places: Places) -> Places:
    """The places in the order to explain them; unchanged when no way is asked for."""
    if situation.question.form is not Form.FLOW:
        return places
    found = steps(situation)
    if found and _keeps_what_is_named(situation.question, places, found):
        return along(places, found)
    code = [block for block in places.quoted if not is_prose(block.path)]
    prose = [block for block in places.quoted if is_prose(block.path)]
    ordered = [code[place] for place in in_call_order(code)]
    return Places((*ordered, *prose), places.related)


def _keeps_what_is_named(question: Question, places: Places, found: Sequence[Evidence]) -> bool:
    """A way that leaves out what the question names is not the answer to it."""
    named = [block for block in places.quoted if is_named(question, block)]
    return not named or any(is_named(question, block) for block in found)


def steps(situation: Situation) -> tuple[Evidence, ...]:
    """The steps, or nothing when neither a document nor the calls show a way."""
    told = tuple(documented(situation))
    found = told if len(told) > FEW_STEPS else way(situation)
    return found if len(found) > FEW_STEPS else ()

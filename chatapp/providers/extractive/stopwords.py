"""English words that say nothing about which code is meant; data only."""

from typing import Final

_WORDS: Final = """
a about above after all also am an and any are as at be because been before being between both but
by can could did do does doing done each else explain for from get gets give go goes had has have
having here how i if in into is it its itself just like made make makes many may me might more most
much must my no not now of off on one only or other our out over own please same shall she should
show so some such tell than that the their them then there these they thing things this those
through to too under until up upon us use used uses using very via was way we were what when where
whether which while who whom whose why will with within without work works would you your happen
happens happened happening code file files function functions method methods class classes describe
purpose mechanism
mechanisms handle handles ensure ensures maintain maintaining relationship design architectural
architecture pattern rationale role specific specifically across during rather instead implement
implements implementation
"""

STOPWORDS: Final = frozenset(_WORDS.split())

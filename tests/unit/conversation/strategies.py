"""Generated values of the domain, for the codecs."""

from hypothesis import strategies as st

from chatapp.domain.events import (
    Artifact,
    ArtifactProgress,
    Cancelled,
    Completed,
    Failed,
    GenerateStarted,
    Step,
    Suggestions,
    ToolCandidates,
    ToolFinished,
    ToolStarted,
    Truncated,
    TurnStarted,
)
from chatapp.domain.messages import (
    Origin,
    ProviderState,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from chatapp.domain.stream import Notice, ReasoningDelta, StateKept, TextDelta, Usage

words = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\x00"), max_size=12)
numbers = st.integers(0, 2**31)
scalars = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | words
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=6,
)
objects = st.dictionaries(words, values, max_size=3)
states = st.none() | st.builds(ProviderState, words, words, objects)
artifacts = st.builds(Artifact, words, words, values, st.booleans())

parts = st.one_of(
    st.builds(TextPart, words, states),
    st.builds(ReasoningPart, words, states),
    st.builds(ToolCallPart, words, words, objects, numbers, st.sampled_from(Origin), states),
    st.builds(
        ToolResultPart, words, words, words, words, st.none() | words, st.none() | words, numbers
    ),
)

events = st.one_of(
    st.builds(TurnStarted, words, words, words, words),
    st.builds(ToolCandidates, st.lists(words, max_size=3).map(tuple)),
    st.builds(ToolStarted, words, words, objects, words, numbers, states),
    st.builds(
        ToolFinished,
        words,
        words,
        words,
        words,
        st.none() | artifacts,
        st.none() | words,
        numbers,
    ),
    st.builds(GenerateStarted),
    st.builds(TextDelta, words),
    st.builds(ReasoningDelta, words),
    st.builds(Usage, numbers, numbers, numbers, st.booleans()),
    st.builds(StateKept, st.builds(ProviderState, words, words, objects)),
    st.builds(Notice, words, words),
    st.builds(ArtifactProgress, words, words, numbers, words),
    st.builds(Suggestions, st.lists(words, max_size=3).map(tuple)),
    st.builds(Truncated, numbers),
    st.builds(Step, words, words),
    st.builds(Completed, words, words),
    st.builds(Failed, words, words, st.booleans()),
    st.builds(Cancelled, words),
)

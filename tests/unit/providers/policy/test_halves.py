import pytest

from chatapp.providers.policy.halves import HalfJoiner


@pytest.mark.requirement("P20")
@pytest.mark.parametrize(
    ("pieces", "joined"),
    [
        (["a", "b"], ["a", "b"]),
        (["渐", "🌍"], ["渐", "🌍"]),
        (["x\ud83c", "\udf0d y"], ["x", "🌍 y"]),
        (["\ud83c", "", "\udf0d"], ["", "", "🌍"]),
        (["\ud83c", "\udf0d\ud83c", "\udf0d"], ["", "🌍", "🌍"]),
        (["\ud83c", "x"], ["", "\ufffdx"]),
        (["\udf0dx"], ["\ufffdx"]),
        ([""], [""]),
    ],
)
def test_halves_are_joined_and_a_half_alone_is_marked(pieces: list[str], joined: list[str]) -> None:
    joiner = HalfJoiner()
    assert [joiner.join(piece) for piece in pieces] == joined

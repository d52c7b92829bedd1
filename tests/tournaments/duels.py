"""Results of duels, as tests of scores and standings write them."""

from tournaments.core.places import PlayerId
from tournaments.core.scores import PLACES_OF_DUEL, DuelOutcomeCode
from tournaments.core.scoring import Result


def duel(
    round_: int,
    a: PlayerId,
    b: PlayerId | None,
    outcome: DuelOutcomeCode = "a",
    glory_a: int = 0,
    glory_b: int = 0,
    ending: str = "glory",
) -> Result:
    """A bye or a missed round has no second player."""
    places, glory = PLACES_OF_DUEL[outcome], (glory_a, glory_b)
    if b is None:
        return Result(round_, (a,), places[:1], glory[:1], ending)
    return Result(round_, (a, b), places, glory, ending)

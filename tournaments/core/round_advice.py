"""The recommended number of rounds and size of the top cut for a number of players."""

from tournaments.core.bracket_plan import double_elimination

# (most players, Swiss rounds, size of the top cut)
ADVICE = ((8, 3, 0), (16, 4, 4), (32, 5, 8), (64, 6, 8), (128, 7, 8), (226, 8, 8), (409, 9, 8))
LARGEST = (10, 8)


def advised_rounds(players: int) -> int:
    return next((rounds for most, rounds, _cut in ADVICE if players <= most), LARGEST[0])


def advised_cut(players: int) -> int:
    return next((cut for most, _rounds, cut in ADVICE if players <= most), LARGEST[1])


def cut_rounds(size: int, *, double: bool = False) -> int:
    """Return the rounds of a single elimination of this size, or of a double one whose final is played once."""
    rounds = max(size - 1, 0).bit_length()
    return max(plan.wave for plan in double_elimination(2**rounds)) - 1 if double and rounds else rounds

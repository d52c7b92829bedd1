"""The recommended number of rounds at tables of four, and of a cut."""

CUT_SIZES = (4, 16, 64)
# (most players, rounds)
ADVICE = ((16, 3), (64, 4), (128, 5), (208, 6))
LARGEST = 7


def advised_rounds(players: int) -> int:
    return next((rounds for most, rounds in ADVICE if players <= most), LARGEST)


def rounds_without_rematch(players: int) -> int:
    """Return how many rounds can be played without a rematch: everyone meets three others per round."""
    return max(players - 1, 0) // 3


def cut_rounds(size: int) -> int:
    """Return the number of rounds of a cut of this size."""
    return CUT_SIZES.index(size) + 1

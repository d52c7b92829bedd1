"""The first round by rating: the upper half meets the lower half, best against best."""

from itertools import chain

from tournaments.core.pairing.players import Player
from tournaments.core.pairing.problem import Hall
from tournaments.core.pairing.tables import Couple


def fold_by_rating(hall: Hall) -> tuple[list[Couple], Player | None]:
    """Unrated players stand below the rated ones, equals as drawn; the bye goes to the last who may have it.

    Forbidden pairs, and clubs where asked, are parted by exchanging opponents with the nearest table that helps.
    """
    ranked = sorted(hall.players, key=lambda player: float("-inf") if player.rating is None else player.rating)
    bye = min(ranked, key=lambda player: player.bye_order) if hall.odd else None
    ranked = [player for player in reversed(ranked) if player is not bye]
    half = len(ranked) // 2
    uppers, lowers = ranked[:half], ranked[half:]
    for seat in range(half):
        if hall.trouble(uppers[seat], lowers[seat]):
            _exchange(hall, uppers, lowers, seat)
    return list(zip(uppers, lowers, strict=True)), bye


def _exchange(hall: Hall, uppers: list[Player], lowers: list[Player], seat: int) -> None:
    nearest = chain.from_iterable((seat + step, seat - step) for step in range(1, len(uppers)))
    for there in (place for place in nearest if 0 <= place < len(uppers)):
        before = hall.trouble(uppers[seat], lowers[seat]) + hall.trouble(uppers[there], lowers[there])
        after = hall.trouble(uppers[seat], lowers[there]) + hall.trouble(uppers[there], lowers[seat])
        if after < before:
            lowers[seat], lowers[there] = lowers[there], lowers[seat]
            return

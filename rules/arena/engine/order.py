"""Who goes first (1.3.1), and in which order a team acts (1.3.8)."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rules.arena.cards import Card
from rules.arena.laws import LAWS
from rules.arena.laws.record import Laws, Strength

if TYPE_CHECKING:
    from rules.arena.log import Log, Player


def cards_of(log: "Log", player: "Player") -> list[Card]:
    found = (log.catalogue.find(name) for name in player.team.values())
    return [card for card in found if card is not None]


def initiatives(log: "Log", side: str) -> list[int]:
    return [card.initiative for card in cards_of(log, log.players[side])]


def falls(log: "Log", player: "Player") -> bool:
    """1.3.8, 2.4.3: each figure once, by falling initiative."""
    if sorted(player.timeline) != sorted(player.team):
        return False
    cards = (log.catalogue.find(player.team[name]) for name in player.timeline)
    order = [card.initiative for card in cards if card is not None]
    return order == sorted(order, reverse=True)


def who_goes_first(laws: Laws, a: Iterable[int], b: Iterable[int]) -> tuple[str, str] | None:
    """1.3.1 by the initiatives of both teams: the side, and the article that decides; None when only chance does."""
    decided = who_is_before(laws, a, b)
    return decided and ("A" if decided[0] else "B", decided[1])


def who_is_before(laws: Laws, a: Iterable[int], b: Iterable[int]) -> tuple[bool, str] | None:
    """1.3.1, 1.3.1.a, 1.3.1.b: whether the first team is, and what decides; None when only chance does."""
    ours, theirs = laws.strength(a), laws.strength(b)
    return None if ours == theirs else (ours > theirs, _what_decides(ours, theirs))


def _what_decides(ours: Strength, theirs: Strength) -> str:
    if ours[0] != theirs[0]:
        return "1.3.1"
    figure_by_figure = zip(ours[1], theirs[1], strict=False)
    return "1.3.1.a" if any(mine != yours for mine, yours in figure_by_figure) else "1.3.1.b"


def strength(log: "Log", player: str) -> Strength:
    return LAWS[log.ruleset].strength(initiatives(log, player))


def order_of_all(log: "Log") -> tuple[str, ...]:
    """9.2.1: by falling initiative; those whom only chance could tell apart stay as they are logged."""
    return tuple(sorted(log.seats.order, key=lambda player: strength(log, player), reverse=True))


def turn_order(log: "Log") -> tuple[tuple[str, ...], bool]:
    """9.2.1, 9.3.3: in which order they play, and whether chance has a part in it (1.3.1.c)."""
    strengths = {player: strength(log, player) for player in log.seats.order}
    values = list(strengths.values())
    if len(log.seats.sides) == len(strengths):
        return order_of_all(log), any(values.count(each) > 1 for each in values)
    wanted = order_of_pairs(log)
    best, second, _third, last = (strengths[player] for player in wanted)
    return wanted, values.count(best) > 1 or second == last


def order_of_pairs(log: "Log") -> tuple[str, ...]:
    """9.3.3: the best of all, the best of the other side, and their partners in the same order."""
    falling = order_of_all(log)
    best = falling[0]
    second = next(player for player in falling if not log.seats.allied(player, best))
    others = tuple(player for player in falling if player not in (best, second))
    third = others if log.seats.allied(others[0], best) else others[::-1]
    return best, second, *third

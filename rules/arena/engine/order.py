"""Who goes first (1.3.1), and in which order a team acts (1.3.8)."""

from collections.abc import Iterable

from rules.arena.cards import Card
from rules.arena.log import Log, Player


def cards_of(log: Log, player: Player) -> list[Card]:
    found = (log.catalogue.find(name) for name in player.team.values())
    return [card for card in found if card is not None]


def initiatives(log: Log, side: str) -> list[int]:
    return [card.initiative for card in cards_of(log, log.players[side])]


def falls(log: Log, player: Player) -> bool:
    """1.3.8, 2.4.3: each figure once, by falling initiative."""
    if sorted(player.timeline) != sorted(player.team):
        return False
    cards = (log.catalogue.find(player.team[name]) for name in player.timeline)
    order = [card.initiative for card in cards if card is not None]
    return order == sorted(order, reverse=True)


def who_goes_first(a: Iterable[int], b: Iterable[int]) -> tuple[str, str] | None:
    """1.3.1 by the initiatives of both teams: the side, and the article that decides; None when only chance does."""
    ours, theirs = sorted(a, reverse=True), sorted(b, reverse=True)
    for article, mine, yours in (
        ("1.3.1", [sum(ours)], [sum(theirs)]),
        ("1.3.1.a", ours[: len(theirs)], theirs[: len(ours)]),
        ("1.3.1.b", [len(ours)], [len(theirs)]),
    ):
        if mine != yours:
            return ("A" if mine > yours else "B"), article
    return None

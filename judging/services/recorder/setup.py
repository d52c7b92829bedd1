"""Laying the table: from two teams to the header of a game log."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.games import DEFAULT, Card

OPPOSITE = {"south": "north", "north": "south", "west": "east", "east": "west"}


@dataclass(frozen=True, slots=True)
class Seat:
    """One player with the figures in the box."""

    name: str
    figures: Sequence[str]

    def cards(self) -> list[Card]:
        """1.3.8: by falling initiative; among equals the order of the list stands."""
        cards = [card for figure in self.figures if (card := DEFAULT.catalogue().find(figure))]
        return sorted(cards, key=lambda card: -card.initiative)


def build_header(
    seats: Mapping[str, Seat],
    *,
    arena: str,
    side_of_a: str = "south",
    team_format: str = "constructed",
    rewards: str = "second",
) -> dict[str, Any]:
    """The header. Where the first player is left to chance (1.3.1.c), it names player A and says `toss`."""
    first = first_player(seats["A"].cards(), seats["B"].cards())
    return {
        "format": DEFAULT.formats[0],
        "ruleset": DEFAULT.slug,
        "team_format": team_format,
        "rewards": rewards,
        "arena": arena,
        "sides": {"A": side_of_a, "B": OPPOSITE[side_of_a]},
        "players": {side: _player(side, seat) for side, seat in seats.items()},
        "first_player": first or "A",
        **({} if first else {"toss": True}),
    }


def _player(side: str, seat: Seat) -> dict[str, Any]:
    team = {f"{side.lower()}{number}": card.slug for number, card in enumerate(seat.cards(), start=1)}
    return {"name": seat.name, "team": team, "timeline": list(team)}


def first_player(a: list[Card], b: list[Card]) -> str | None:
    """1.3.1 and its tie-breaks: the totals, then figure against figure, then the number of figures."""
    mine, theirs = [card.initiative for card in a], [card.initiative for card in b]
    pairs = [(sum(mine), sum(theirs)), *zip(mine, theirs, strict=False), (len(mine), len(theirs))]
    return next(("A" if left > right else "B" for left, right in pairs if left != right), None)

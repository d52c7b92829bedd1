"""Setting up a game: the header of a log from two or more teams."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.games import DEFAULT, Card, Catalogue, Ruleset, read, ruleset_of

# of box of rewards and scenery: what the rules have
NOTHING: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Seat:
    """One player with the figures of their team."""

    name: str
    figures: Sequence[str]

    def cards(self, known: Catalogue) -> list[Card]:
        """Return the cards by descending initiative; equal ones in list order (1.3.8)."""
        cards = [card for figure in self.figures if (card := known.find(figure))]
        return sorted(cards, key=lambda card: -card.initiative)


def build_header(
    seats: Mapping[str, Seat],
    *,
    arena: str,
    rules: Ruleset = DEFAULT,
    side_of_a: str = "south",
    team_format: str = "constructed",
    agreed: Mapping[str, str] = NOTHING,
    facts: bytes = b"",
) -> dict[str, Any]:
    """Return the header of a game with these card texts. If chance decides who goes first (1.3.1.c), it names player A
    and has `toss`."""
    header: dict[str, Any] = {
        "format": rules.formats[0],
        "ruleset": rules.slug,
        "team_format": team_format,
        **agreed,
        "arena": arena,
        "sides": {"A": side_of_a, "B": rules.boards.opposite[side_of_a]},
        "players": {side: _player(side, seat, facts) for side, seat in seats.items()},
        "first_player": "A",
    }
    order, by_chance = _turn_order(header, facts)
    return header | {"first_player": order[0], **({"toss": True} if by_chance else {})}


def build_table_header(  # noqa: PLR0913 each is a field of the header
    seats: Mapping[str, Seat],
    *,
    arena: str,
    rules: Ruleset = DEFAULT,
    side_of_a: str = "south",
    crews: Sequence[Sequence[str]] = (),
    team_level: int | None = None,
    agreed: Mapping[str, str] = NOTHING,
    facts: bytes = b"",
) -> dict[str, Any]:
    """Return the header of a game of three or four.

    Turn order and seats follow from the teams (9.2.1, 9.3.3); players who could only be separated by chance are in the
    order of their letters.
    """
    header: dict[str, Any] = {
        "format": rules.formats[-1],
        "ruleset": rules.slug,
        "mode": "two-v-two" if crews else "free-for-all",
        **({"crews": [[*crew] for crew in crews]} if crews else {}),
        "team_format": "four-player",
        **({"team_level": team_level} if team_level else {}),
        **agreed,
        "arena": arena,
        "order": sorted(seats),
        "sides": dict(zip(sorted(seats), rules.boards.sides, strict=False)),
        "players": {side: _player(side, seat, facts) for side, seat in sorted(seats.items())},
    }
    order, by_chance = _turn_order(header, facts)
    return header | {
        "order": [*order],
        "sides": _clockwise(order, side_of_a, rules.boards.sides),
        **({"toss": True} if by_chance else {}),
    }


def _clockwise(order: Sequence[str], side_of_a: str, sides: Sequence[str]) -> dict[str, str]:
    """Return each player's side: clockwise in turn order, with player A on the given side (9.2.1)."""
    first = sides.index(side_of_a) - order.index("A")
    return {player: sides[(first + place) % len(sides)] for place, player in enumerate(order)}


def _turn_order(header: dict[str, Any], facts: bytes) -> tuple[Sequence[str], bool]:
    log = read({**header, "actions": []})
    ruleset = ruleset_of(log)
    return ruleset.positions.turn_order(ruleset.with_facts(log, {DEFAULT.game: facts}))


def cards_with(facts: bytes) -> Catalogue:
    return DEFAULT.facts.known_from(facts).cards if facts else DEFAULT.catalogue()


def _player(side: str, seat: Seat, facts: bytes) -> dict[str, Any]:
    cards = seat.cards(cards_with(facts))
    team = {f"{side.lower()}{number}": card.slug for number, card in enumerate(cards, start=1)}
    return {"name": seat.name, "team": team, "timeline": list(team)}

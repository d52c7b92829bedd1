"""Random legal pairs of figures, and the header of a random game of three or four players."""

from collections.abc import Sequence

from rules.arena.boards import BOARDS
from rules.arena.cards import catalogue
from rules.arena.cells import SIDES
from rules.arena.engine.header import of_order
from rules.arena.engine.order import order_of_all, order_of_pairs
from rules.arena.laws.seats import FREE_FOR_ALL
from rules.arena.log import TABLE_FORMAT, read
from rules.arena.team import check
from tools.selfplay.mutator import Document
from tools.selfplay.rng import Rng
from tools.selfplay.teams import STARTERS, player_with

LETTERS = "ABCD"


def random_pairs(rng: Rng, players: int) -> list[list[str]]:
    """Mostly figures of the first box, whose rules are known, so that much of the game can be checked (9.1.2)."""
    pool = STARTERS if rng.happens(0.6) else [card.slug for card in catalogue().cards]
    return [_pair(rng, pool) for _player in range(players)]


def _pair(rng: Rng, pool: Sequence[str]) -> list[str]:
    while True:
        pair = [rng.one_of(pool), rng.one_of(pool)]
        if check(pair, "four-player").is_legal:
            return pair


def header_of_table(rng: Rng, teams: Sequence[Sequence[str]], arena: str | None, ruleset: str, mode: str) -> Document:
    letters = LETTERS[: len(teams)]
    document: Document = {
        "format": TABLE_FORMAT,
        "ruleset": ruleset,
        "mode": mode,
        "team_format": "four-player",
        "arena": arena or rng.one_of(BOARDS),
        "players": {letter: player_with(rng, letter, team) for letter, team in zip(letters, teams, strict=True)},
        "actions": [],
    }
    if mode != FREE_FOR_ALL.slug:
        mixed = rng.shuffled(letters)
        document["crews"] = [sorted(mixed[:2]), sorted(mixed[2:])]
    return _in_order(rng, document, rng.shuffled(letters))


def _in_order(rng: Rng, document: Document, drawn: Sequence[str]) -> Document:
    """9.2.1, 9.3.3: by initiative; ties stay in the order drawn."""
    first = rng.pick(len(SIDES))
    homes = [SIDES[(first + place) % len(SIDES)] for place in range(len(drawn))]
    seated = seat(document, drawn, homes)
    in_order = order_of_all if document["mode"] == FREE_FOR_ALL.slug else order_of_pairs
    seated = seat(document, in_order(read(seated)), homes)
    by_chance = any(finding.code == "toss-missing" for finding in of_order(read(seated)))
    return {**seated, "toss": True} if by_chance else seated


def seat(document: Document, order: Sequence[str], homes: Sequence[str]) -> Document:
    """The players in this order, each on that side of the board."""
    return {**document, "order": [*order], "sides": dict(zip(order, homes, strict=True))}

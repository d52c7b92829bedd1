"""Positions and logs of three and four players, for tests."""

from collections.abc import Sequence
from typing import Any

from rules.arena.engine.state import Game
from rules.arena.laws.seats import FREE_FOR_ALL, TWO_V_TWO, Seats
from tests.rules.table import Table

OWNERS = {"a": "A", "k": "A", "b": "B", "m": "B", "c": "C", "n": "C", "d": "D", "o": "D"}
HOMES = ("south", "west", "north", "east")  # clockwise
PAIRS = (("A", "C"), ("B", "D"))
MISS = ["lock"]
ROUND = """
    . n . . . o
    . c . . d .
    . . a b . .
    . k . . m .
"""
FIGURES = {"a": "oscar-kass", "k": "bill-tell", "b": "oscar-kass", "m": "anna-tommy"}
OTHERS = {"c": "oscar-kass", "n": "lil-healey", "d": "oscar-kass", "o": "bad-aboum"}

TEAMS = {
    "A": {"a1": "queen-of-the-tofus", "a2": "bill-tell"},
    "B": {"b1": "anna-tommy", "b2": "king-of-the-gobballs"},
    "C": {"c1": "oscar-kass", "c2": "kassius-kaos"},
    "D": {"d1": "bad-aboum", "d2": "lil-healey"},
}  # initiatives: A 15, B 11, C 10, D 4


class Four(Table):
    """A position of four players (or three): `a` and `k` are figures of A, `b` and `m` of B, `c` and `n` of C, `d` and
    `o` of D. It is the turn of whoever is activated."""

    players = "ABCD"
    crews: Sequence[Sequence[str]] = ()
    mode = FREE_FOR_ALL

    def laid(self, marks: dict[int, str]) -> Game:
        game = super().laid(marks)
        game.seats, game.mode = Seats.of(self.players, self.crews), self.mode
        game.sides = dict(zip(self.players, HOMES, strict=False))
        game.timelines = {player: [] for player in self.players}
        game.glory, game.wild = dict.fromkeys(self.players, 3), 3
        for stock in (game.kamas, game.given_kamas, game.claims.owed, game.uncertain.owed):
            stock.update(dict.fromkeys(self.players, 0))
        return game

    def owner(self, letter: str) -> str:
        return OWNERS[letter]

    def activate(self, name: str) -> "Four":
        super().activate(name)
        return self

    def give(self, name: str, reward: str, *, face_up: bool = False) -> "Four":
        super().give(name, reward, face_up=face_up)
        return self

    def weak(self, *names: str) -> "Four":
        """One injury more knocks them out."""
        for name in names:
            self[name].injuries = (self[name].hp or 1) - 1
        return self

    def strikes(self, by: str, cell: str, victim: str, **fields: Any) -> list[str]:
        """Oscar Kass casts Con at somebody beside him, and all dice miss."""
        self.activate(by)
        self[by].ap = 6
        armour = {victim: MISS * (1 + ("armour" in self[victim].powers))}
        return self.does("cast", spell="con", target=cell, critical=MISS, armour=armour, **fields)

    @property
    def glory(self) -> tuple[int, ...]:
        """Of each player, and the wild ones."""
        return (*self.game.glory.values(), self.game.wild)

    def set_glory(self, *stocks: int) -> "Four":
        *each, self.game.wild = stocks
        self.game.glory = dict(zip(self.players, each, strict=True))
        return self


class Pairs(Four):
    """Two against two: A and C, B and D."""

    crews, mode = PAIRS, TWO_V_TWO


def four(**changes: str) -> Four:
    return Four(ROUND, **{**FIGURES, **OTHERS, **changes})


def codes(table: Table) -> list[str]:
    return [finding.code for finding in table.game.findings]


def out_of_it(table: Four, *names: str) -> None:
    """These figures are gone, as if knocked out long ago."""
    for name in names:
        table.game.lift(table[name])
        table[name].fallen = True
    gone = [player for player in table.players if not table.game.has_krosmasters(player)]
    table.game.out = dict.fromkeys(gone, 0)


def rolls(table: Four, *named: str, player: str = "A") -> list[str]:
    table.game.player, table.game.begun, table.game.tension = player, False, None
    fields = {"doubles": list(named)} if named else {}
    return table.does("tension", dice=["lock", "lock"], **fields)


def four_players(*actions: dict[str, Any], letters: str = "ABCD", **changes: Any) -> dict[str, Any]:
    """The header of a free-for-all, and these actions."""
    header = {
        "format": "krosmaster-log/2",
        "mode": "free-for-all",
        "team_format": "four-player",
        "order": list(letters),
        "sides": dict(zip(letters, HOMES, strict=False)),
        "players": {
            player: {"name": f"Player {player}", "team": TEAMS[player], "timeline": list(TEAMS[player])}
            for player in letters
        },
        "result": {"winners": [], "glory": dict.fromkeys(letters, 3)},
    }
    document = {"ruleset": "arena-2.7", "arena": "the-pit", **header, "actions": list(actions), **changes}
    return {name: value for name, value in document.items() if value is not None}

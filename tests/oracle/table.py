"""The header, units, glory and knock-outs (1.1 to 1.4, 4.6, 4.10, 4.11)."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.oracle.data import Library, Record, board
from tests.oracle.geometry import beside

ELEMENTS, GAUGES = ("water", "air", "earth", "fire"), ("ap", "mp", "range")
OTHER = {"A": "B", "B": "A"}
OPPOSITE = {"south": "north", "north": "south", "west": "east", "east": "west"}
COPIES = {"gold": 1, "white": 2, "black": 3}


class Illegal(Exception):
    """With the article that was broken."""


class Over(Exception):
    """Somebody has won: nothing more resolves."""


def must(condition: object, article: str) -> None:
    if not condition:
        raise Illegal(article)


@dataclass(eq=False)
class Unit:
    name: str
    side: str
    card: Record
    level: int | None = None  # None: a summon
    summoner: Any = None
    cell: Any = None  # None: not in the arena
    last: Any = None
    injuries: int = 0
    hurt_by: Any = None
    left: Counter[str] = field(default_factory=Counter)  # of its gauges, this turn
    markers: Counter[str] = field(default_factory=Counter)
    down: list[str] = field(default_factory=list)  # Demonic Rewards, face down
    up: list[Record] = field(default_factory=list)
    inspired: list[str] = field(default_factory=list)
    given: set[str] = field(default_factory=set)  # powers, this turn; "powerless" takes all away

    def most(self, what: str) -> int:
        added = sum(reward.get("bonus", {}).get(what, 0) for reward in self.up)
        return max(0, self.card[what] + added) if what in self.card else 0

    def powers(self) -> set[str]:
        worn = [power for reward in self.up for power in reward.get("powers", [])]
        every = {*self.card.get("powers", []), *worn, *self.inspired, *self.given}
        return set() if "powerless" in every else every

    def has(self, power: str) -> bool:
        return power in self.powers()

    def of(self, *kinds: str | None) -> bool:
        return bool({*kinds} & {*self.card.get("types", []), self.card["name"], self.card.get("kind")})

    @property
    def health(self) -> int:
        return self.most("hp") - self.injuries


class Table:
    turn, over = 0, False  # how many turns are past; whether the game is
    winner: str | None = None
    active: Any = None  # the unit whose turn it is

    def __init__(self, log: Record, library: Library, scripts: list[list[int]]) -> None:
        """What the header says, from the arena to the first player."""
        self.library, self.scripts, self.script = library, scripts, iter(scripts.pop())
        self.picked: list[int] = []
        self.ground, self.sides, self.player = board(log["arena"]), log["sides"], log["first_player"]
        must(self.ground and OPPOSITE[self.sides["A"]] == self.sides["B"], "1.2.1")
        self.timelines, limited = {}, log.get("team_format") == "limited"
        for side, player in log["players"].items():
            cards = {name: library.figure(card) for name, card in player["team"].items()}
            check_team([*cards.values()], limited)
            order = [cards[name]["initiative"] for name in player["timeline"] if name in cards]
            must(sorted(player["timeline"]) == sorted(cards) and order == sorted(order, reverse=True), "1.3.8")
            self.timelines[side] = [Unit(name, side, cards[name]) for name in player["timeline"]]
        self.units = {unit.name: unit for line in self.timelines.values() for unit in line}
        for unit in self.units.values():
            unit.level = 0 if unit.has("descendre-prank") else unit.card["level"]
        scores = {side: [unit.card["initiative"] for unit in line] for side, line in self.timelines.items()}
        ours, theirs = scores[self.player], scores[OTHER[self.player]]
        must((sum(ours), ours) >= (sum(theirs), theirs) and (log.get("toss") or ours != theirs), "1.3.1")
        self.glory = self.starting_glory() if limited else {"A": 6, "B": 6}
        self.kamas, self.wild = Counter({"A": 0, "B": 0}), 1
        self.coins = {c: 1 if mark == "D" else int(mark) for c, mark in self.ground.items() if mark in "D123456789"}
        self.ranks = ("granite", "jade", "gold" if log.get("rewards") == "original" else "silver")
        stacks = [(rank, pile) for rank in self.ranks for pile in (1, 2)]
        self.stock, self.face_up = dict.fromkeys(stacks, 10), dict.fromkeys(stacks)  # how many tokens, and which
        self.drawn: dict[str, str] = {}  # every token that has left its stack, and at which rank
        self.acted: set[str] = set()  # the units whose turn has come in this turn
        self.done: set[tuple[Any, ...]] = set()  # what is allowed once a turn or once a game
        self.listed: list[Record] = []  # what the action says was resolved from standby, and is not yet
        self.standby: list[tuple[str, Unit, Callable[[], object] | None]] = []  # None: its own spell, with dice

    def pick(self, many: int) -> int:
        """Which of so many ways it went, where no log tells; the ways not taken are for other readings."""
        answer = next(self.script, None)
        if answer is None:
            self.scripts += [[*self.picked, other] for other in range(1, many)]
        self.picked.append(answer or 0)
        return answer or 0

    def starting_glory(self) -> dict[str, int]:
        """1.3.5.b: by the sum of the levels, and the lower team takes some from the other."""
        levels = {side: sum(unit.card["level"] for unit in line) for side, line in self.timelines.items()}
        each = 3 + sum(sum(levels.values()) >= bound for bound in (12, 16, 20))
        stolen = sum(abs(levels["A"] - levels["B"]) >= bound for bound in (2, 4))
        low = min("AB", key=lambda side: levels[side])
        return {low: each + stolen, OTHER[low]: each - stolen}

    def once(self, *what: Any) -> bool:
        """Whether this is done for the first time."""
        first = what not in self.done
        self.done.add(what)
        return first

    def in_play(self, side: str = "AB") -> list[Unit]:
        return [unit for unit in self.units.values() if unit.cell and unit.side in side]

    def on(self, cell: complex) -> list[Unit]:
        return [unit for unit in self.in_play() if unit.cell == cell]

    def near(self, unit: Unit) -> list[Unit]:
        return [other for cell in beside(unit.cell) for other in self.on(cell)]

    def free(self, cell: complex) -> bool:
        return self.ground.get(cell, "T") not in "TB" and all(unit.of("trap", "tombstone") for unit in self.on(cell))

    def blocks_sight(self, cell: complex) -> bool:
        tall = [unit for unit in self.on(cell) if unit.level is not None or unit.has("obstructive")]
        return self.ground[cell] == "T" or not all(unit.has("itty-bitty") for unit in tall)

    def win(self, side: str | None) -> None:
        self.over, self.winner = True, side
        raise Over

    def check(self) -> None:
        """1.4.1 and 1.4.3."""
        rich = [side for side in "AB" if self.glory[side]]
        alive = {unit.side for unit in self.in_play() if unit.level is not None}
        if len(rich) == 1 and not self.wild:
            self.win(rich[0])
        if len(alive) < 2:
            self.win(alive.pop() if alive else None)

    def gain(self, side: str, many: int) -> None:
        """The wild GG first, the rest from the opponent (4.6.2)."""
        wild = min(many, self.wild)
        stolen = min(many - wild, self.glory[OTHER[side]])
        self.wild -= wild
        self.glory[side] += wild + stolen
        self.glory[OTHER[side]] -= stolen
        self.check()

    def injure(self, unit: Unit, many: int, by: Unit) -> int:
        """So many injuries as still fit (4.10.8); answers how many."""
        placed = max(0, min(many, unit.health)) if unit.cell and not unit.has("profanation") else 0
        unit.injuries += placed
        unit.hurt_by = by if placed else unit.hurt_by
        return placed

    def mend(self, unit: Unit, many: int) -> None:
        unit.injuries = unit.injuries if unit.has("profanation") else max(0, unit.injuries - many)

    def fill(self, unit: Unit, amounts: Record) -> None:
        """Into or out of the gauges of the active unit, at once (4.11.4)."""
        for what in GAUGES:
            if unit is self.active and unit.cell and what in unit.card:
                unit.left[what] = max(unit.left[what] + amounts.get(what, 0), min(unit.left[what], 0))

    def mark(self, unit: Unit, amounts: Record, times: int = 1) -> Record:
        """So many tokens, never more -1 than the characteristic; answers the changes (4.11.6 to 4.11.8)."""
        before = unit.markers.copy()
        for what in GAUGES:
            least = -99 if what == "range" else min(before[what], -unit.most(what))
            if unit.cell and what in unit.card:
                unit.markers[what] = max(before[what] + times * amounts.get(what, 0), least)
        return {what: unit.markers[what] - before[what] for what in GAUGES}

    def fall(self) -> None:
        """Everybody who has no HP left is KO, the opponents of the active player first (1.7.1)."""
        fallen = [unit for unit in self.in_play() if "hp" in unit.card and unit.health <= 0]
        own_first = len({unit.side for unit in fallen}) == 2 and self.pick(2) == 1
        bombs_last = any(unit.summoner in fallen for unit in fallen) and self.pick(2) == 1
        fallen.sort(key=lambda unit: ((unit.side == self.player) != own_first, (unit.level is None) == bombs_last))
        for unit in fallen:
            if unit.cell:
                self.knock_out(unit)

    def knock_out(self, unit: Unit) -> None:
        killer, winner, bounty = unit.hurt_by, OTHER[unit.side], unit.level or 0
        if killer and killer.side == winner:
            self.kamas[winner] += sum(int(power[5:]) for power in unit.powers() if power.startswith("loot-"))
            if unit.level is not None:
                bounty += killer.has("wisdom") and unit.card.get("boss") == "yes"
                bounty += unit.has("wisdom") and killer.card.get("boss") == "yes"
            if unit.level is not None and killer.level is not None:
                self.kamas[winner] += sum(ally.has("prospecting") for ally in self.in_play(winner))
        if bounty:
            self.gain(winner, bounty)
        self.remove(unit)
        if unit.of("bomb"):
            self.standby.append(("explosion", unit, None))
        self.check()

    def remove(self, unit: Unit) -> None:
        unit.last, unit.cell = unit.cell, None
        unit.injuries, unit.markers, unit.up, unit.down, unit.inspired = 0, Counter(), [], [], []
        for summon in self.summons_of(unit):
            self.remove(summon)

    def summons_of(self, unit: Unit) -> list[Unit]:
        return [summon for summon in self.in_play() if summon.summoner is unit]


def check_team(cards: list[Record], limited: bool) -> None:
    levels, bosses = sum(card["level"] for card in cards), sum(card.get("boss") == "yes" for card in cards)
    names = Counter((card["name"], card["colour"]) for card in cards)
    few = all(many <= COPIES.get(colour, 3) for (_, colour), many in names.items())
    must(3 <= len(cards) <= 8 and levels <= 12, "1.1.1.a")
    must(limited or (levels == 12 and few and bosses < 2), "1.1.1")

"""Units, glory, knock-outs and what waits on standby, for the second opinion (4.6, 4.10, 4.11, 7.2.9)."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.oracle.data import Card, Cell, Library
from tests.oracle.geometry import beside

ELEMENTS = ("water", "air", "earth", "fire")
OTHER = {"A": "B", "B": "A"}


class Illegal(Exception):
    def __init__(self, article: str) -> None:
        super().__init__(article)
        self.article = article


class Over(Exception):
    """Somebody has won: nothing more resolves."""


def must(condition: object, article: str) -> None:
    if not condition:
        raise Illegal(article)


@dataclass(eq=False)
class Unit:
    name: str
    side: str
    card: Card
    level: int | None = None  # None: a summon
    summoner: "Unit | None" = None
    cell: Cell | None = None  # None: not in the arena
    last: Cell | None = None
    injuries: int = 0
    hurt_by: "Unit | None" = None
    ap: int = 0
    mp: int = 0
    reach: int = 0  # added to its alterable ranges this turn
    markers: Counter[str] = field(default_factory=Counter)  # ap, mp, range
    down: list[str] = field(default_factory=list)  # Demonic Rewards, face down
    up: list[Card] = field(default_factory=list)
    boosts: list[Card] = field(default_factory=list)
    inspired: list[str] = field(default_factory=list)
    given: set[str] = field(default_factory=set)  # powers, this turn
    powerless: bool = False
    cast: list[tuple[str, Any]] = field(default_factory=list)  # this turn: the spell and what it was aimed at
    once: set[str] = field(default_factory=set)  # spells with a red name that were cast
    flags: set[str] = field(default_factory=set)  # this turn: revealed, crafted, collected

    def most(self, what: str) -> int | None:
        printed = self.card.get(what)
        return None if printed is None else max(0, printed + self.bonus(what))

    def bonus(self, what: str) -> int:
        return sum(reward.get("bonus", {}).get(what, 0) for reward in self.up)

    def powers(self) -> set[str]:
        worn = [power for reward in self.up for power in reward.get("powers", [])]
        own = {*self.card.get("powers", []), *worn, *self.inspired, *self.given}
        every = {f"resistance-{element}" for element in ELEMENTS if "resistance-water-air-earth-fire" in own}
        return set() if self.powerless else own | every

    def has(self, power: str) -> bool:
        return power in self.powers()

    def of(self, kind: str) -> bool:
        return kind in [*self.card.get("types", []), self.card["name"]]

    def is_a(self, *kinds: str) -> bool:
        return self.card.get("kind") in kinds

    @property
    def character(self) -> bool:
        return self.card.get("mp") is not None

    @property
    def health(self) -> int | None:
        """HP that are left; None without any HP."""
        most = self.most("hp")
        return None if most is None else most - self.injuries


@dataclass(eq=False)
class Waiting:
    """An effect on standby: its name and owner in the log, what it does, and whether that needs dice."""

    effect: str
    by: Unit
    resolve: Callable[[Card], object]
    dice: bool = False


class Table:
    def __init__(self, library: Library, ground: dict[Cell, str], pick: Callable[[int], int]) -> None:
        self.library, self.ground, self.pick = library, ground, pick
        self.units: dict[str, Unit] = {}
        self.timelines: dict[str, list[Unit]] = {}
        self.sides: dict[str, str] = {}
        self.glory, self.kamas, self.wild = {"A": 0, "B": 0}, {"A": 0, "B": 0}, 1
        self.coins = {cell: 1 if mark == "D" else int(mark) for cell, mark in ground.items() if mark in "D123456789"}
        self.standby: list[Waiting] = []
        self.settled = 0  # of what this action lists
        self.player = "A"
        self.active: Unit | None = None
        self.winner: str | None = None
        self.over = False

    def in_play(self, side: str = "AB") -> list[Unit]:
        return [unit for unit in self.units.values() if unit.cell and unit.side in side]

    def on(self, cell: Cell) -> list[Unit]:
        return [unit for unit in self.in_play() if unit.cell == cell]

    def near(self, unit: Unit) -> list[Unit]:
        return [other for cell in beside(unit.cell) for other in self.on(cell)]

    def free(self, cell: Cell) -> bool:
        flat = all(unit.is_a("trap", "tombstone") for unit in self.on(cell))
        return self.ground.get(cell, "T") not in "TB" and flat

    def blocks_sight(self, cell: Cell) -> bool:
        tall = [unit for unit in self.on(cell) if unit.level is not None or unit.has("obstructive")]
        return self.ground[cell] == "T" or not all(unit.has("itty-bitty") for unit in tall)

    def win(self, side: str | None) -> None:
        self.over, self.winner = True, side
        raise Over

    def check(self) -> None:
        """1.4.1 and 1.4.3."""
        rich = [side for side in "AB" if self.glory[side]]
        if not self.wild and len(rich) == 1:
            self.win(rich[0])
        alive = {unit.side for unit in self.in_play() if unit.level is not None}
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

    def injure(self, unit: Unit, many: int, by: Unit | None) -> int:
        """So many injuries as still fit (4.10.8); answers how many."""
        if unit.health is None or unit.cell is None or unit.has("profanation"):
            return 0
        placed = max(0, min(many, unit.health))
        unit.injuries += placed
        unit.hurt_by = by if placed else unit.hurt_by
        return placed

    def mend(self, unit: Unit, many: int) -> None:
        if not unit.has("profanation"):
            unit.injuries = max(0, unit.injuries - many)

    def fall(self) -> None:
        """Everybody who has no HP left is KO, the opponents of the active player first (1.7.1)."""
        fallen = [unit for unit in self.in_play() if unit.health is not None and unit.health <= 0]
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
        if unit.is_a("bomb"):
            self.wait("explosion", unit, dice=True)
        self.check()

    def remove(self, unit: Unit) -> None:
        unit.last, unit.cell = unit.cell, None
        unit.injuries, unit.markers = 0, Counter()
        unit.up, unit.down, unit.inspired = [], [], []
        for summon in self.in_play():
            if summon.summoner is unit:
                self.remove(summon)

    def wait(self, effect: str, by: Unit, does: Callable[[], object] | None = None, *, dice: bool = False) -> None:
        self.standby.append(Waiting(effect, by, lambda entry: does() if does else self.own_spell(by, entry), dice))

    def own_spell(self, unit: Unit, entry: Card) -> None:
        raise NotImplementedError

    def settle(self, entries: list[Card]) -> None:
        """7.2.9: one by one in the order of the log; what needs no dice may go without saying."""
        for entry in entries:
            self.settle_one(entry)
        while self.standby:
            must(not self.standby[0].dice, "7.2.9.a")
            self.resolve(self.standby[0], {})

    def settle_one(self, entry: Card) -> None:
        found = [w for w in self.standby if w.effect == entry["effect"] and entry.get("by", w.by.name) == w.by.name]
        must(found, "7.2.9.a")
        self.settled += 1
        self.resolve(found[0], entry)

    def resolve(self, waiting: Waiting, entry: Card) -> None:
        self.standby.remove(waiting)
        waiting.resolve(entry)
        self.fall()

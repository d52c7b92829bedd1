"""The figures and what happens to them: GG, injuries, gauges, KO, where they stand (4.6, 4.10, 4.11, 4.17, 4.19)."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from tests.oracle.books import Book
from tests.oracle.data import FACING, CannotTell, Library, Record, along, distance, known, slug

GAUGES, OTHER = ("ap", "mp", "range"), {"A": "B", "B": "A"}
TURNS = {"critical/dodge": ("critical", "dodge"), "dofus": ("critical", "armour", "lock", "dodge")}


class Illegal(Exception):
    """With the article that was broken."""


class Over(Exception):
    """Somebody has won: nothing more resolves."""


CHARACTERS = ("krosmaster", "mob")


def must(condition: object, article: str) -> None:
    if not condition:
        raise Illegal(article)


def face(die: object) -> str:
    """What a die shows after it was turned (1.6.2)."""
    rolled, _, turned = str(die).partition(">")
    must(turned in TURNS[rolled] if rolled in TURNS else rolled in TURNS["dofus"] and not turned, "1.6.2")
    return turned or rolled


def successes(dice: list[str], many: int, side: str, article: str) -> int:
    must(len(dice) == many, article)
    return sum(face(die) == side for die in dice)


@dataclass(eq=False)
class Unit:
    name: str
    side: str
    card: Record
    table: Any = field(default=None, repr=False)
    summoner: Any = field(default=None, repr=False)  # None: a Krosmaster
    cell: Any = None  # None: not in the arena
    injuries: int = 0
    left: Counter[str] = field(default_factory=Counter)  # of its gauges, this turn
    markers: Counter[str] = field(default_factory=Counter)
    marks: dict[str, "Unit"] = field(default_factory=dict, repr=False)  # special markers, and who placed them (4.13)
    down: list[str] = field(default_factory=list)  # Demonic Rewards, face down
    up: list[Record] = field(default_factory=list)
    lent: list[str] = field(default_factory=list)  # powers of Inspiration dice
    given: list[str] = field(default_factory=list)  # powers of spells, this turn
    stays: list[str] = field(default_factory=list)  # until the end of the player's turn
    kept: list[str] = field(default_factory=list)  # and until the end of the game
    stronger: list[Record] = field(default_factory=list)  # more damage of its later spells, this turn
    following: list[Record] = field(default_factory=list)  # more damage of its next spell, this turn
    extra: dict[str, list[Record]] = field(default_factory=dict)  # more effects of its spells, this turn
    paid: dict[str, int] = field(default_factory=dict)  # for the control value of its spells, this turn
    bare: bool = False  # it has lost its powers for this turn
    stays_bare: bool = False  # or until the end of the player's turn
    collected: bool = False
    struck_by: Any = field(default=None, repr=False)  # who injured it last

    @property
    def level(self) -> int:
        return int(self.card.get("level", 0))

    @property
    def body(self) -> str:
        return str(self.card["kind"]) if self.summoner else "krosmaster"

    def is_a(self, kind: str | None) -> bool:
        """4.18.9: of a type, or of that name."""
        others = self.table.in_play() if "all-types" in self.card.get("powers", []) else []
        lent = [each for other in others if not other.summoner for each in other.card["types"]]
        return kind in (None, *self.card["types"], self.card["name"], *lent)

    @property
    def is_boss(self) -> bool:
        """A type too, which somebody of all types in play shares."""
        others = self.table.in_play() if "all-types" in self.card.get("powers", []) else []
        return any(unit.card.get("boss") == "yes" for unit in (self, *others))

    def most(self, what: str) -> int:
        if what in ("ap", "mp") and what not in self.card:  # nothing alters what it has not (4.11.1)
            return 0
        worn = sum(reward.get("bonus", {}).get(what, 0) for reward in self.up)
        lasting = sum(times * power.get("bonus", {}).get(what, 0) for power, times in self.table.lasting(self))
        return int(max(-99 if what == "range" else 0, self.card.get(what, 0) + worn + lasting))

    @property
    def powers(self) -> set[str]:
        if self.bare or any("lose-powers" in power for power, _ in self.table.lasting(self)):
            return set()
        worn = [power for reward in self.up for power in reward.get("powers", [])]
        lasting = [each for power, _ in self.table.lasting(self) for each in self.table.always(power)]
        taken = {each for power, _ in self.table.lasting(self) for each in power.get("loses", [])}
        shared = [
            each for power, _ in self.table.lasting(self) for each in self.table.shared(self, power.get("shares"))
        ]
        return {
            *self.card.get("powers", []),
            *worn,
            *self.lent,
            *self.given,
            *self.stays,
            *self.kept,
            *lasting,
            *shared,
        } - taken

    @property
    def at_once(self) -> int:
        """How many injuries may be placed or taken off at a time."""
        return 2 if "two-at-a-time" in self.powers else 99

    @property
    def of_a_spell(self) -> int:
        """And by one spell (7.2.8.d)."""
        return 3 if "krowsome" in self.powers else 99

    @property
    def techniques(self) -> list[Record]:
        return [reward for reward in self.up if reward.get("equipment") == "technique"]

    def heal(self, many: int) -> None:
        if not any("no-healing" in power for power, _ in self.table.lasting(self)):
            self.injuries = max(0, self.injuries - min(many, self.at_once))


@dataclass
class Table:
    texts: Library
    sides: dict[str, str]
    ground: dict[complex, str]
    timelines: dict[str, list[Unit]]
    units: dict[str, Unit]
    player: str
    coins: dict[complex, int]
    book: Book
    turn: int = 0  # how many are past
    active: Any = None  # the unit whose turn it is
    over: bool = False
    winner: str | None = None
    wild: int = 1
    glory: dict[str, int] = field(default_factory=lambda: {"A": 6, "B": 6})
    kamas: Counter[str] = field(default_factory=Counter)
    done: set[tuple[Any, ...]] = field(default_factory=set)  # what is allowed once a turn or once a game
    casts: list[tuple[Unit, str, int]] = field(default_factory=list)
    injured: set[tuple[Unit, Unit]] = field(default_factory=set)  # who injured whom in this turn of a player
    listed: list[Record] = field(default_factory=list)  # what the log says was resolved from standby, and is not yet
    standby: list[tuple[str, Unit, Any, Callable[[Record], None]]] = field(default_factory=list)
    chosen: Record = field(default_factory=dict)  # what the log says was chosen, and which sides coins showed
    begun: bool = False
    breakable: bool = False  # the scenery (p. 27)
    bombs: list[tuple[Unit, complex]] = field(default_factory=list)  # that explode now, and where
    broken: Counter[complex] = field(default_factory=Counter)  # injuries of scenery, this turn
    began_beside: list[Unit] = field(default_factory=list)  # the active unit, as its turn began

    def lasting(self, unit: Unit) -> list[tuple[Record, int]]:
        raise NotImplementedError

    def always(self, power: Record) -> list[str]:
        """What it gives in whatever roll."""
        return [] if "against" in power else power.get("powers", [])

    def shared(self, unit: Unit, kind: str | None) -> list[str]:
        """The powers of the others of this type that it has too."""
        others = [ally for ally in self.in_play(unit.side) if kind and ally is not unit and kind in ally.card["types"]]
        if any("own-powers" in ally.card for ally in others):
            raise CannotTell
        return [power for ally in others for power in ally.card.get("powers", [])]

    def happens(self, what: str, unit: Unit, other: Any = None, many: int = 1) -> None:
        raise NotImplementedError

    def once(self, article: str, *what: Any) -> None:
        must(what not in self.done, article)
        self.done.add(what)

    def in_play(self, side: str = "AB") -> list[Unit]:
        return [unit for unit in self.units.values() if unit.cell and unit.side in side]

    def on(self, *cells: complex) -> list[Unit]:
        return [unit for cell in cells for unit in self.in_play() if unit.cell == cell]

    def beside(self, cell: complex) -> list[Unit]:
        return self.on(*(cell + step for step in FACING.values()))

    def foes(self, unit: Unit) -> list[Unit]:
        """Those beside it, characters only (4.4.3)."""
        return [foe for foe in self.beside(unit.cell) if foe.side != unit.side and foe.body in CHARACTERS]

    def free(self, cell: complex) -> bool:
        return self.ground.get(cell, "T") not in "TB" and not self.on(cell)

    def win(self, side: str | None) -> None:
        self.over, self.winner = True, side
        raise Over

    def check(self) -> None:
        """1.4.1: who has all GG, or the last figures, wins; 1.4.3: nobody, if there are none."""
        rich = [side for side in "AB" if self.glory[side]]
        alive = [side for side in "AB" if any(not unit.summoner for unit in self.in_play(side))]
        left = alive if self.wild or len(rich) == 2 else rich
        if len(left) < 2:
            self.win(left[0] if left else None)

    def gain(self, side: str, many: int) -> None:
        """The wild GG first, the rest from the opponent (4.6.2)."""
        wild = min(many, self.wild)
        stolen = min(many - wild, self.glory[OTHER[side]])
        self.wild -= wild
        self.glory[side] += wild + stolen
        self.glory[OTHER[side]] -= stolen
        self.check()

    def injure(self, unit: Unit, many: int, source: Unit) -> int:
        """So many injuries as still fit (4.10.8), and who answers to them; answers how many."""
        placed = (
            max(0, min(many, unit.most("hp") - unit.injuries)) if unit.cell and not self.spared(unit, source) else 0
        )
        placed = min(placed, unit.at_once)
        counters = "counter" in unit.powers
        counters &= source.body in CHARACTERS if self.book.of_2013 else self.player != unit.side  # p. 27
        unit.injuries += placed
        if placed:
            unit.struck_by = source
            self.injured.add((source, unit))
            self.happens("hurt", unit, source, placed)
            if source.side != unit.side:
                self.happens("injured", unit, source)
                self.happens("injures", source, unit)
                if counters:
                    self.wait("counter", unit, source, lambda said: self.counter(unit, source))
        return placed

    def spared(self, unit: Unit, source: Unit) -> bool:
        """Whom nobody injures from afar, and who is alone."""
        far = source.body in CHARACTERS and bool(source.cell) and distance(source.cell, unit.cell) != 1
        hazy = "haziness" in unit.powers and not any(near.body in CHARACTERS for near in self.beside(unit.cell))
        return hazy or ("invisibility" in unit.powers and source is not unit and far)

    def counter(self, unit: Unit, source: Unit) -> None:
        """4.9.15; not if it has lost the power (4.18.3.c)."""
        if not unit.cell or "counter" in unit.powers:
            self.injure(source, 1, unit)

    def wait(self, name: str, owner: Unit, about: Any, resolve: Callable[[Record], None]) -> None:
        """On standby, counter once a spell."""
        if (name, owner, about) not in [each[:3] for each in self.standby] or name != "counter":
            self.standby.append((name, owner, about, resolve))

    def resolve_standby(self) -> None:
        """7.2.9.a: in the order of the log, what it does not list as it came."""
        while self.standby:
            said = self.listed[0] if self.listed else {}
            meant = [
                each
                for each in self.standby
                if said.get("effect", each[0]) == each[0] and said.get("by", each[1].name) == each[1].name
            ]
            entry = (meant or self.standby)[0]
            said = self.listed.pop(0) if meant and said else {}  # left out, it may bring about what is listed
            self.standby.remove(entry)
            self.chosen = {**said.get("choices", {}), "coins": [*said.get("coins", [])]}
            entry[3](said)
            self.fall()

    def fall(self) -> None:
        """Who has no HP left is KO; if that are figures of both sides, no log tells their order (1.7.1)."""
        fallen = [unit for unit in self.in_play() if "hp" in unit.card and unit.injuries >= unit.most("hp")]
        if len({unit.side for unit in fallen if not unit.summoner}) == 2:
            raise CannotTell
        listed = [said.get("by") for said in self.listed]
        for unit in sorted(fallen, key=lambda unit: unit.body != "bomb" or unit.name not in listed):
            if unit.cell and not self.hatches(unit):
                at = unit.cell
                self.knock_out(unit)
                self.bombs += [(unit, at)] if unit.body == "bomb" else []
        while self.bombs:  # p. 16: at once, in the order of the log
            rolls = [said for said in self.listed if said["effect"] == "explosion"]
            named = [(said, each) for said in rolls for each in self.bombs if said.get("by") in (None, each[0].name)]
            said, (bomb, at) = named[0] if named else ({}, self.bombs[0])
            self.bombs.remove((bomb, at))
            self.listed = [each for each in self.listed if each is not said]
            if named or bomb.summoner.cell:  # without its summoner it just goes
                self.explode(bomb, at, said)

    def hatches(self, unit: Unit) -> bool:
        """In place of its KO, if the log says so, an egg of its side leaves, and it stands there whole."""
        for power in unit.card.get("own-powers", []) if not unit.bare else []:
            for effect in power.get("effects", []) if power.get("when") == "would-fall" else []:
                said = [each for each in self.listed if each["effect"] == slug(power["name"])]
                said = [each for each in said if each.get("by", unit.name) == unit.name]
                eggs = [egg for egg in self.in_play(unit.side) if slug(egg.card["name"]) == effect["summon"]]
                if said and eggs and effect["do"] == "hatch":
                    self.listed = [each for each in self.listed if each is not said[0]]
                    cell = eggs[0].cell
                    self.remove(eggs[0])
                    unit.cell, unit.injuries, unit.markers, unit.marks = cell, 0, Counter(), {}
                    return True
        return False

    def goes_off(self, bomb: Unit) -> None:
        """The injury that it suffers of itself (p. 26)."""
        bomb.injuries += bool(bomb.cell)
        self.fall()

    def explode(self, bomb: Unit, at: complex, said: Record) -> None:
        raise NotImplementedError

    def knock_out(self, unit: Unit) -> None:
        by = unit.struck_by if unit.struck_by and unit.struck_by.side != unit.side else None
        if not unit.summoner:
            pair = [unit, self.active] if self.active else [unit]
            bosses = {each.side for each in pair if each.is_boss}
            wise = {OTHER[each.side] for each in pair if "wisdom" in each.powers}
            met = bool(self.active) and unit.side != self.active.side and not bosses.isdisjoint(wise)  # 4.9.25
            self.gain(OTHER[unit.side], self.worth(unit) + met)
            if by and not by.summoner:
                self.kamas[by.side] += sum("prospecting" in ally.powers for ally in self.in_play(by.side))  # 4.9.26
        if by:
            self.kamas[by.side] += sum(int(each[5:]) for each in unit.powers if each.startswith("loot-"))
            if not unit.summoner:
                self.happens("knocks-out", by, unit)
        if unit.struck_by and not unit.summoner:
            self.happens("fells", unit.struck_by, unit)
        self.remove(unit)
        self.check()

    def worth(self, unit: Unit) -> int:
        """Its level; lesser-fall counts the first Wild ally that falls as two levels lower."""
        lesser = [ally for ally in self.in_play(unit.side) if "lesser-fall" in ally.powers]
        if lesser and unit.is_a("Wild") and unit.level > 1 and ("lesser", unit.side) not in self.done:
            self.done.add(("lesser", unit.side))
            return max(1, unit.level - 2)
        return unit.level

    def remove(self, unit: Unit) -> None:
        """4.10.2.a: with its tokens, its markers and its summons."""
        unit.cell, unit.injuries, unit.markers, unit.marks = None, 0, Counter(), {}
        unit.up, unit.down, unit.lent = [], [], []
        for other in self.units.values():
            other.marks = {name: by for name, by in other.marks.items() if by is not unit}
            if other.summoner is unit and other.cell:
                self.remove(other)

    def fill(self, unit: Unit, amounts: Record) -> None:
        """Into or out of the gauges of the active unit, at once (4.11.4)."""
        for what in GAUGES:
            if unit is self.active and unit.cell and (what in unit.card or what == "range"):
                unit.left[what] = max(unit.left[what] + amounts.get(what, 0), min(unit.left[what], 0))

    def mark(self, unit: Unit, amounts: Record, times: int = 1) -> Record:
        """So many tokens, never more -1 than the characteristic; answers the changes (4.11.6 to 4.11.8)."""
        before = unit.markers.copy()
        for what in GAUGES:
            if what in unit.card or what == "range":
                least = -99 if what == "range" or self.book.of_2013 else min(before[what], -unit.most(what))
                unit.markers[what] = max(before[what] + times * amounts.get(what, 0), least)
        if times * amounts.get("ap", 0) > 0 and "ap" in unit.card:
            self.happens("ap-marked", unit)
        return {what: unit.markers[what] - before[what] for what in GAUGES}

    def direction(self, a: complex, b: complex) -> complex:
        """From a to b: along the longer axis; on a diagonal, the log says where the caster looks."""
        way = b - a
        if abs(way.real) == abs(way.imag):
            if "facing" not in self.chosen:
                raise CannotTell
            return FACING[self.chosen["facing"]]
        if abs(way.real) > abs(way.imag):
            return complex(way.real / abs(way.real), 0)
        return complex(0, way.imag / abs(way.imag))

    def shift(self, unit: Unit, step: complex, cells: int, by: Unit, towards: Any = None) -> None:
        """Cell by cell as far as nothing is in the way (7.5.9.b), and not past where it goes towards."""
        for _ in range(cells):
            ahead = towards is None or along(step, unit.cell, towards) > 0
            if ahead and self.free(unit.cell + step):
                self.put(unit, unit.cell + step, by)

    def put(self, unit: Unit, cell: complex, by: Unit | None = None) -> None:
        """By an effect: 4.9.17."""
        if by is not None and by is not unit and "unfazed" in unit.powers:
            return
        watching = self.foes(unit) if unit.cell else []  # a jump to another cell beside them leaves this one too
        unit.cell = cell
        for foe in watching:
            self.happens("left", foe, unit)

    def summon(self, slug: str, by: Unit, cell: complex) -> None:
        """4.19: its numbers have to be known; traps, tombstones and the bombs of 2.7 are not modelled."""
        text = self.texts.of["summons"][slug]
        modelled = ("mob", "turret", "mechanism", *(["bomb"] if self.book.of_2013 else []))
        if text.get("kind") not in modelled or "figures" in text:
            raise CannotTell
        known(text)
        place = 1 + sum(other.name.startswith(f"{by.name}/{slug}-") for other in self.units.values())
        card = {"types": text.get("families", []), **text}
        unit = Unit(f"{by.name}/{slug}-{place}", by.side, card, self, by)
        self.units[unit.name] = unit
        unit.cell = cell

    def starting_cells(self, side: str) -> list[complex]:
        """1.3.9: in the two rows next to the side of this player."""
        ahead = FACING[self.sides[side]]
        return [cell for cell, letter in self.ground.items() if letter == "s" and along(ahead, 6.5 + 6.5j, cell) > 3.5]

    def territory(self, side: str) -> Callable[[complex], bool]:
        """4.20.1: whether a cell lies in the five lines where this player has deployed."""
        return partial(lambda facing, cell: along(facing, 6.5 + 6.5j, cell) > 1, FACING[self.sides[side]])

"""The figures and what happens to them: GG, injuries, gauges, KO (4.6, 4.10, 4.11), and spells (4.15 to 4.17 and 7)."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.oracle.data import AREAS, CELLS, FACING, TURNED, CannotTell, Library, Record, between, distance, known, slug

GAUGES, OTHER = ("ap", "mp", "range"), {"A": "B", "B": "A"}
OF_ELEMENT = {"water": "chance", "air": "agility", "earth": "strength", "fire": "intelligence"}
TURNS = {"critical/dodge": ("critical", "dodge"), "dofus": ("critical", "armour", "lock", "dodge")}
NEUTRAL: Record = {"element": "neutral", "damage": 1}
PUNCH: Record = {"name": "Punch", "limit": "turn", "cost": {"ap": 5}, "range": {"kind": "close"}, "attack": NEUTRAL}

ASKS_TARGETS = {"against", "side", "body", "level-from", "level-to"}  # 7.2.4.c: an effect for some of them only


class Illegal(Exception):
    """With the article that was broken."""


class Over(Exception):
    """Somebody has won: nothing more resolves."""


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
    cell: Any = None  # None: not in the arena
    injuries: int = 0
    left: Counter[str] = field(default_factory=Counter)  # of its gauges, this turn
    markers: Counter[str] = field(default_factory=Counter)
    down: list[str] = field(default_factory=list)  # Demonic Rewards, face down
    up: list[Record] = field(default_factory=list)
    lent: list[str] = field(default_factory=list)  # powers of Inspiration dice
    given: list[str] = field(default_factory=list)  # powers of spells, this turn

    def most(self, what: str) -> int:
        return max(0, self.card[what] + sum(reward.get("bonus", {}).get(what, 0) for reward in self.up))

    @property
    def powers(self) -> set[str]:
        worn = [power for reward in self.up for power in reward.get("powers", [])]
        return {*self.card.get("powers", []), *worn, *self.lent, *self.given}

    def heal(self, many: int) -> None:
        self.injuries = max(0, self.injuries - many)


@dataclass
class Table:
    texts: Library
    sides: dict[str, str]
    ground: dict[complex, str]
    timelines: dict[str, list[Unit]]
    units: dict[str, Unit]
    player: str
    coins: dict[complex, int]
    turn: int = 0  # how many are past
    active: Any = None  # the unit whose turn it is
    over: bool = False
    winner: str | None = None
    wild: int = 1
    glory: dict[str, int] = field(default_factory=lambda: {"A": 6, "B": 6})
    kamas: Counter[str] = field(default_factory=Counter)
    done: set[tuple[Any, ...]] = field(default_factory=set)  # what is allowed once a turn or once a game
    listed: list[Record] = field(default_factory=list)  # what the log says was resolved from standby, and is not yet

    def once(self, article: str, *what: Any) -> None:
        must(what not in self.done, article)
        self.done.add(what)

    def in_play(self, side: str = "AB") -> list[Unit]:
        return [unit for unit in self.units.values() if unit.cell and unit.side in side]

    def on(self, *cells: complex) -> list[Unit]:
        return [unit for cell in cells for unit in self.in_play() if unit.cell == cell]

    def foes(self, unit: Unit) -> list[Unit]:
        """Those beside it."""
        return [foe for foe in self.on(*(unit.cell + step for step in FACING.values())) if foe.side != unit.side]

    def free(self, cell: complex) -> bool:
        return self.ground.get(cell, "T") not in "TB" and not self.on(cell)

    def win(self, side: str | None) -> None:
        self.over, self.winner = True, side
        raise Over

    def check(self) -> None:
        """1.4.1: who has all GG, or the last figures, wins; 1.4.3: nobody, if there are none."""
        rich, alive = [side for side in "AB" if self.glory[side]], [side for side in "AB" if self.in_play(side)]
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

    def injure(self, unit: Unit, many: int) -> int:
        """So many injuries as still fit (4.10.8); answers how many."""
        placed = max(0, min(many, unit.most("hp") - unit.injuries)) if unit.cell else 0
        unit.injuries += placed
        return placed

    def fall(self) -> None:
        """Who has no HP left is KO; if that are figures of both sides, no log tells their order (1.7.1)."""
        fallen = [unit for unit in self.in_play() if unit.injuries >= unit.most("hp")]
        if len({unit.side for unit in fallen}) == 2:
            raise CannotTell
        for unit in fallen:
            bosses = {each.side for each in (unit, self.active) if each.card.get("boss") == "yes"}
            wise = {OTHER[each.side] for each in (unit, self.active) if "wisdom" in each.powers}
            met = unit.side != self.active.side and not bosses.isdisjoint(wise)  # 4.9.25
            self.gain(OTHER[unit.side], unit.card["level"] + met)
            unit.cell, unit.injuries, unit.markers, unit.up, unit.down, unit.lent = None, 0, Counter(), [], [], []
            self.check()

    def fill(self, unit: Unit, amounts: Record) -> None:
        """Into or out of the gauges of the active unit, at once (4.11.4)."""
        for what in GAUGES:
            if unit is self.active and unit.cell:
                unit.left[what] = max(unit.left[what] + amounts.get(what, 0), min(unit.left[what], 0))

    def mark(self, unit: Unit, amounts: Record, times: int = 1) -> Record:
        """So many tokens, never more -1 than the characteristic; answers the changes (4.11.6 to 4.11.8)."""
        before = unit.markers.copy()
        for what in GAUGES:
            least = -99 if what == "range" else min(before[what], -unit.most(what))
            unit.markers[what] = max(before[what] + times * amounts.get(what, 0), least)
        return {what: unit.markers[what] - before[what] for what in GAUGES}

    def in_reach(self, unit: Unit, spell: Record, aimed: complex) -> bool:
        """7.1.5 and 7.1.6: within range, in line where it has to be, and seen."""
        printed, way, far = spell["range"], aimed - unit.cell, distance(unit.cell, aimed)
        if printed["kind"] in ("close", "personal"):
            return far == (printed["kind"] == "close")
        altered = unit.left["range"] + (self.ground[unit.cell] == "C") if printed.get("alterable") else 0
        in_range = printed["min"] <= far <= printed["max"] + altered
        in_line = printed["kind"] != "line" or 0 in (way.real, way.imag)
        cells = between(unit.cell, aimed) if printed["kind"] != "unseen" else []
        seen = all(self.ground[c] != "T" for c in cells) and all("itty-bitty" in u.powers for u in self.on(*cells))
        return in_range and in_line and seen

    def cost(self, unit: Unit, spell: Record) -> Counter[str]:
        """Powers change what is paid in AP; a dash is never changed (4.8.1, 4.8.2)."""
        cost: Counter[str] = Counter(spell.get("cost", {}))
        if "ap" in cost:
            types = [kind for ally in self.timelines[unit.side] if ally is not unit for kind in ally.card["types"]]
            cost["ap"] -= "heroic-inspiration" in unit.powers and "Brotherhood of the Tofu" in types
            cost["ap"] += sum("slowing-presence" in foe.powers for foe in self.foes(unit))
        return +cost

    def cast(self, unit: Unit, action: Record) -> None:
        """7.1 and 7.2.2: the prerequisites, and what is paid."""
        every = [spell for source in [unit.card, *unit.up] for spell in source.get("spells", [])]
        spells = {name: spell for spell in [*every, PUNCH] for name in [slug(spell["name"]), *spell.get("also", [])]}
        aimed = CELLS.get(action["target"], 0j)
        must(action["spell"] in spells and aimed, "7.1.1")
        spell = known(spells[action["spell"]])
        name, target, cost = (
            slug(spell["name"]),
            str([each.name for each in self.on(aimed)] or aimed),
            self.cost(unit, spell),
        )
        uses = {"turn": (unit, name, self.turn), "target": (unit, name, self.turn, target), "game": (unit, name)}
        must(uses.get(spell["limit"]) not in self.done, "7.1.3")
        left = {**unit.left, "injuries": unit.most("hp") - unit.injuries}
        must(all(left[what] >= many for what, many in cost.items()), "7.1.4")
        must(self.in_reach(unit, spell, aimed), "7.1.5")
        cells, ahead = AREAS.get(spell.get("area"), []), aimed - unit.cell
        if spell.get("area") in TURNED and abs(ahead) != 1:
            raise CannotTell
        cells = [aimed + (ahead * cell if spell.get("area") in TURNED else cell) for cell in cells]
        unit.up = [reward for reward in unit.up if reward["kind"] != "boost"]
        self.done |= {*uses.values()}
        unit.left.subtract(cost)
        unit.injuries += cost["injuries"]
        self.fall()
        self.resolve(spell, self.on(aimed, *cells), action)

    def resolve(self, spell: Record, targets: list[Unit], entry: Record) -> None:
        """Steps 3 to 8; with dice for an attack or for healing (7.2.5, 7.2.6)."""
        for effect in spell.get("effects", []):
            self.apply(effect, targets)
        self.fall()
        attack, heals, kinds = "attack" in spell, "heal" in spell, [each["do"] for each in spell.get("effects", [])]
        element, caster = spell.get("attack", {}).get("element", ""), self.active
        elemental, reached = OF_ELEMENT.get(element, ""), [u for u in targets if u.cell and (attack or heals)]
        many = 1 + (element != "neutral" and "critical-hit" in caster.powers) + (elemental in caster.powers)
        struck = successes(entry.get("critical", []), many * (attack or heals), "critical", "7.2.5.b")
        struck *= 2 if "double-criticals" in kinds else 1
        armour = {name: dice for name, dice in entry.get("armour", {}).items() if dice}
        must(armour.keys() <= {unit.name for unit in reached if attack}, "7.2.6.a")
        wounds = {}
        for unit in reached:
            dice = max(0, 1 + len({"armour", elemental} & unit.powers) - ("pierce" in kinds)) * attack
            held = successes(armour.get(unit.name, []), dice, "armour", "7.2.6.b")
            wounds[unit] = max(0, self.amount(spell, unit, struck, held))
        for unit in reached if heals else []:
            unit.heal(wounds[unit])
        drained = 0 if heals else sum(self.injure(unit, many) for unit, many in wounds.items())
        self.fall()
        close = spell["range"]["kind"] == "close"
        if "steal-health" in kinds or ("sram-style" in caster.powers and elemental and close):  # on standby until now
            said = self.listed.pop(0) if self.listed else {}
            must(said.get("effect") in (None, "steals-health") and said.get("by") in (None, caster.name), "7.2.9.a")
            caster.heal(drained)

    def apply(self, effect: Record, targets: list[Unit]) -> None:
        """For each piece that it concerns; what a later step looks up does nothing here."""
        lost = [(kind, effect[kind]) for kind in ("ap", "mp") if kind in effect]
        affects: dict[str, Any] = {
            "markers": lambda unit: self.mark(unit, effect),
            "steal": lambda unit: self.mark(self.active, self.mark(unit, effect, -1), -1),
            "gain": lambda unit: self.fill(unit, effect),
            "lose": lambda unit: self.fill(unit, {kind: -unit.left[kind] if n == "all" else -n for kind, n in lost}),
            "reach": lambda unit: self.fill(unit, {"range": effect["cells"]}),
            "power": lambda unit: unit.given.extend(effect["powers"]),
            "injure": lambda unit: self.injure(unit, effect["amount"]),
            "mend": lambda unit: unit.heal(effect["amount"]),
            "kamas": lambda unit: self.kamas.update({unit.side: effect["amount"]}),
            "glory": lambda unit: self.gain(unit.side, effect["amount"]),
        }
        own = effect["do"] in ("gain", "lose", "reach") or effect.get("to") == "self"
        meant = [unit for unit in targets if self.means(effect, unit)]
        nobody = not meant and ASKS_TARGETS & effect.keys()
        for unit in [] if nobody else [self.active] if own else meant:
            affects.get(effect["do"], bool)(unit)

    def means(self, effect: Record, unit: Unit) -> bool:
        """4.18.9, 4.4.3, 4.3.3: of its type, its side, its kind, its level; every unit here is a Krosmaster."""
        side = "ally" if unit.side == self.active.side else "enemy"
        return (
            effect.get("against") in (None, *unit.card["types"], unit.card["name"])
            and effect.get("side") in (None, side)
            and effect.get("body") in (None, "krosmaster", "character")
            and effect.get("level-from", 0) <= unit.card["level"] <= effect.get("level-to", 99)
        )

    def amount(self, spell: Record, unit: Unit, struck: int, held: int) -> int:
        """The damage, or the injuries healed (7.2.7, 7.3.2.b)."""
        bonuses = [each for each in spell.get("effects", []) if each["do"] == "bonus" and self.means(each, unit)]
        added: int = sum(bonus["damage"] for bonus in bonuses)
        if "heal" in spell:
            return int(spell["heal"] + added + ("heal" in self.active.powers) + (struck > 0))
        element, close = spell["attack"]["element"], spell["range"]["kind"] == "close"
        if element != "neutral" and {"immune", "feca-style"} & unit.powers:
            return 0
        more = [each for reward in self.active.up for each in reward.get("damage", []) if element in each["elements"]]
        added += sum(each["amount"] for each in more if close or not each.get("close"))
        resists = any(power.startswith("resistance-") and element in power for power in unit.powers)
        return int(spell["attack"]["damage"] + added + (struck > held) - (struck < held) - resists)

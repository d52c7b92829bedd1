"""What spells and tokens do besides damage (7.5), and how pieces are moved and summoned (4.17 to 4.19)."""

from collections import Counter
from collections.abc import Iterable
from functools import partial
from itertools import islice, permutations

from tests.oracle.data import CELLS, Record
from tests.oracle.geometry import FACING, along, beside, rows
from tests.oracle.shop import Shop
from tests.oracle.table import Unit, must

ON_THE_CASTER = ("gain", "lose", "reach", "retreat", "approach", "summon", "coins")
ON_THE_CELL = ("lose-powers", "exchange-injuries", "replace", "switch")  # not on the additional targets
MOVING = ("push", "attract", "switch", "teleport")


class Cast:
    """One spell, or one token that is revealed, while it resolves."""

    def __init__(
        self, spell: Record, caster: Unit, aimed: complex, entry: Record, boosts: Iterable[Record] = ()
    ) -> None:
        self.spell, self.caster, self.aimed, self.entry, self.boosts = spell, caster, aimed, entry, boosts
        self.origin = caster.cell or caster.last
        self.element = spell.get("attack", {}).get("element", "")
        self.close = spell.get("range", {}).get("kind") == "close"
        self.choices = entry.get("choices", {})
        self.chosen_cell = CELLS.get(self.choices.get("cell"), 0j)
        self.main = self.targets = [caster]  # who stands on the cell aimed at, and who else is a target
        self.effects: list[Record] = []
        self.placed: Counter[Unit] = Counter()

    def of_kind(self, do: str) -> list[Record]:
        return [effect for effect in self.effects if effect["do"] == do]


class Effects(Shop):
    def holds(self, effect: Record, caster: Unit) -> bool:
        avengers, villains = (sum(unit.of(kind) for unit in self.in_play()) for kind in ("Avenger", "Villain"))
        mates = [mate for mate in self.in_play(caster.side) if mate is not caster and mate.of(effect.get("team-has"))]
        enough = avengers >= effect.get("retribution", 0) and villains >= effect.get("revenge", 0)
        return enough and ("team-has" not in effect or bool(mates))

    def apply(self, effect: Record, cast: Cast) -> None:
        """Step 3, for each piece that it concerns; what a later step looks up does nothing here."""
        doing, caster = effect["do"], cast.caster
        units = cast.main if doing in ON_THE_CELL else cast.targets
        if doing in ON_THE_CASTER or effect.get("to") == "self":
            units = [caster]
        if doing == "teleport":
            units = self.teleported(effect["who"], cast)
        if doing in MOVING:
            units = [unit for unit in units if unit is caster or not unit.has("unfazed")]
        if doing in ("push", "attract"):
            orders = [*islice(permutations(unit for unit in units if unit.cell not in (None, cast.origin)), 24)]
            units = [*orders[self.pick(len(orders))]]
        for unit in units:
            if unit.cell:  # it may be gone by now
                self.affect(unit, effect, cast)

    def affect(self, unit: Unit, effect: Record, cast: Cast) -> None:
        affects = {
            "markers": lambda: self.mark(unit, effect),
            "steal": lambda: self.mark(cast.caster, self.mark(unit, effect, -1), -1),
            "gain": lambda: self.fill(unit, effect),
            "lose": lambda: self.fill(unit, {"mp": -(unit.left["mp"] if effect["mp"] == "all" else effect["mp"])}),
            "reach": lambda: self.fill(unit, {"range": effect["cells"]}),
            "power": lambda: unit.given.update(effect["powers"]),
            "lose-powers": lambda: unit.given.add("powerless"),
            "injure": lambda: self.strike(unit, effect["amount"], cast),
            "exchange-injuries": lambda: self.exchange_injuries(cast.caster, unit),
            "coins": lambda: cast.effects.extend(
                effect[side] for side in self.toss(cast, effect["count"]) if side in effect
            ),
            "replace": lambda: self.replace(unit, effect["by"]),
            "summon": lambda: self.summon(unit, effect["summon"], cast.aimed, cast.spell.get("control", 99)),
            **dict.fromkeys(("push", "attract"), lambda: self.drift(unit, unit.cell, effect, cast)),
            **dict.fromkeys(("retreat", "approach"), lambda: self.drift(unit, cast.aimed, effect, cast)),
            "switch": lambda: self.switch(cast.caster, unit, effect["with"]),
            "teleport": lambda: self.put(unit, cast.aimed) if self.free(cast.aimed) else None,
            "mend": lambda: self.mend(unit, effect["amount"]),
            "choose": lambda: self.choose(unit, effect, cast.choices.get("option", "")),
            "kamas": lambda: self.kamas.update({unit.side: effect["amount"]}),
            "glory": lambda: self.gain(unit.side, effect["amount"]),
            "buy-glory": lambda: self.buy_glory_for(unit.side, effect["kamas"], cast.choices),
            "recall": lambda: self.recall(unit, cast.chosen_cell),
            "summon-beside": lambda: self.summon_beside(unit, effect["summon"], cast.chosen_cell),
            "coin-for-reward": lambda: self.toss_for_reward(unit, self.toss(cast, 1), cast.choices),
        }
        affects.get(effect["do"], lambda: None)()

    def strike(self, unit: Unit, many: int, cast: Cast) -> int:
        """Injuries by a spell; of one spell a Krowsome figure takes three (7.2.8.d); Counter waits once (4.9.15)."""
        before, striker = cast.placed[unit], cast.caster
        limited = unit.has("krowsome") and "limit" in cast.spell  # which a token has not
        placed = self.injure(unit, min(many, 3 - before) if limited else many, striker)
        cast.placed[unit] += placed
        if placed and not before and unit.has("counter") and unit.side not in (striker.side, self.player):
            self.standby.append(("counter", unit, partial(self.counter, unit, striker)))
        return placed

    def counter(self, unit: Unit, striker: Unit) -> None:
        self.injure(striker, int(unit.cell is None or unit.has("counter")), unit)

    def exchange_injuries(self, one: Unit, other: Unit) -> None:
        """They are moved, and what does not fit goes back (4.10.7, 4.10.8)."""
        if one.cell and "hp" in one.card and "hp" in other.card:
            one.injuries, other.injuries = min(one.most("hp"), other.injuries), min(other.most("hp"), one.injuries)
            one.hurt_by = other.hurt_by = one

    def toss(self, cast: Cast, count: int) -> list[str]:
        coins: list[str] = cast.entry.get("coins", [])
        must(len(coins) == count and {*coins} <= {"heads", "tails"}, "7.2.4.a")
        return coins

    def teleported(self, who: str, cast: Cast) -> list[Unit]:
        near = [unit for unit in self.near(cast.caster) if unit.side == cast.caster.side]
        may = {"self": [cast.caster], "adjacent-ally": near}.get(who, [cast.caster, *near])
        chosen = cast.choices.get("unit") if who != "self" else None
        must(chosen is None or chosen in [unit.name for unit in may], "4.18.2.c")
        return [unit for unit in may if chosen in (None, unit.name)][:1]

    def switch(self, caster: Unit, unit: Unit, kind: str) -> None:
        if caster.cell and unit is not caster and (unit.side == caster.side if kind == "ally" else "mp" in unit.card):
            caster.cell, unit.cell = unit.cell, caster.cell
            self.put(caster, caster.cell)
            self.put(unit, unit.cell)

    def ahead(self, to: complex, cast: Cast) -> complex:
        """Along the longer axis; on a diagonal, or on its own cell, as the caster says, if that fits this target."""
        longest = max(along(step, cast.origin, to) for step in FACING.values())
        open_to = [step for step in FACING.values() if along(step, cast.origin, to) == longest]
        said = FACING.get(cast.choices.get("facing"))
        return said if said in open_to else open_to[self.pick(len(open_to))]

    def drift(self, unit: Unit, to: complex, effect: Record, cast: Cast) -> None:
        """In a straight line, until something stands in the way; drawn together, nobody goes past the other."""
        if to == cast.origin:
            return
        at, step, cells = unit.cell, self.ahead(to, cast), effect["cells"]
        if effect["do"] in ("attract", "approach"):
            cells = min(cells, abs(along(step, cast.origin, to)))
        step = step if effect["do"] in ("push", "approach") else -step
        while cells > 0 and self.free(at + step):
            at, cells = at + step, cells - 1
        if at != unit.cell:
            self.put(unit, at)

    def put(self, unit: Unit, cell: complex) -> None:
        """A character that ends on a trap sets it off (4.19.7.c); a Krosmaster offends a tombstone (4.9.31.a)."""
        unit.cell = cell
        for under in self.on(cell) if "mp" in unit.card else []:
            under.injuries += unit.level is not None and under.has("profanation")
            if under.of("trap"):
                self.remove(under)
                self.standby.append(("click", under, None))

    def may_summon(self, side: str, kind: str, at: complex, most: int = 99) -> bool:
        """On a free cell without a unit; also on a trap, what is not flat (4.19.1.b, 4.19.7.c, 4.19.7.d, 4.19.9.c)."""
        flat = self.library.summon(kind)["kind"] in ("trap", "tombstone")
        room = sum(ally.level is None for ally in self.in_play(side)) < most
        return room and self.free(at) and all(unit.of("trap") and not flat for unit in self.on(at))

    def summon(self, summoner: Unit, kind: str, at: complex, most: int = 99) -> None:
        if self.may_summon(summoner.side, kind, at, most):
            many = sum(name.startswith(f"{summoner.name}/{kind}-") for name in self.units)
            name = f"{summoner.name}/{kind}-{many + 1}"
            self.units[name] = Unit(name, summoner.side, self.library.summon(kind), summoner=summoner)
            self.put(self.units[name], at)

    def replace(self, unit: Unit, by: str) -> None:
        if unit.level is None:
            unit.card = self.library.summon(by)

    def buy_glory_for(self, side: str, kamas: int, chosen: Record) -> None:
        if chosen.get("option") != "no" and self.kamas[side] >= kamas:
            self.kamas[side] -= kamas
            self.gain(side, 1)

    def choose(self, unit: Unit, effect: Record, option: str) -> None:
        must(option in ("ap", "mp", "heal"), "7.2.4.b")
        self.mend(unit, effect["heal"]) if option == "heal" else self.fill(unit, {option: effect[option]})

    def recall(self, unit: Unit, to: complex) -> None:
        free = [c for c in rows(self.sides[unit.side], 2) if self.ground[c] == "s" and self.free(c)]
        must(to in free or not free, "4.18.5")
        if free:
            self.put(unit, to)

    def summon_beside(self, unit: Unit, kind: str, to: complex) -> None:
        free = [c for c in beside(unit.cell) if self.may_summon(unit.side, kind, c)]
        must(to in free or not free, "4.19.1.a")
        if free:
            self.summon(unit, kind, to)

    def toss_for_reward(self, unit: Unit, coins: list[str], chosen: Record) -> None:
        if coins == ["heads"] and self.has_space(unit):
            key = self.ranks[-1], chosen.get("pile", 0)
            self.take(key, chosen["reward"])
            unit.down.append(chosen["reward"])

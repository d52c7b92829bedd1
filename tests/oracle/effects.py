"""What spells do besides damage, for the second opinion (7.5)."""

from itertools import islice, permutations

from tests.oracle.data import Card, Cell
from tests.oracle.geometry import CELLS, FACING, directions, gap, plus
from tests.oracle.table import Table, Unit, must


class Cast:
    """One spell while it resolves."""

    def __init__(self, spell: Card, caster: Unit, aimed: Cell, entry: Card) -> None:
        self.spell, self.caster, self.aimed, self.entry = spell, caster, aimed, entry
        self.origin: Cell = caster.cell or caster.last or aimed
        self.element = spell.get("attack", {}).get("element")
        self.main: list[Unit] = []
        self.targets: list[Unit] = []
        self.effects: list[Card] = []
        self.boosts: list[Card] = []
        self.placed: dict[Unit, int] = {}
        self.extra = 0  # damage that coins have added
        self.drained = 0

    def of_kind(self, do: str) -> list[Card]:
        return [effect for effect in self.effects if effect["do"] == do]


class Effects(Table):
    def holds(self, effect: Card, caster: Unit) -> bool:
        avengers, villains = (sum(unit.of(kind) for unit in self.in_play()) for kind in ("Avenger", "Villain"))
        mate = effect.get("team-has")
        mates = [ally for ally in self.in_play(caster.side) if ally is not caster and mate and ally.of(mate)]
        enough = avengers >= effect.get("retribution", 0) and villains >= effect.get("revenge", 0)
        return enough and bool(mates or not mate)

    def apply(self, effect: Card, cast: Cast) -> None:
        """In step 3; an effect of a later step has no function here, and is looked up when its step comes."""
        doing = getattr(self, "do_" + effect["do"].replace("-", "_"), None)
        if doing and self.holds(effect, cast.caster):
            doing(effect, cast)

    def hit(self, effect: Card, cast: Cast) -> list[Unit]:
        return [unit for unit in ([cast.caster] if effect.get("to") == "self" else cast.targets) if unit.cell]

    def do_markers(self, effect: Card, cast: Cast) -> None:
        for unit in self.hit(effect, cast):
            for what in ("ap", "mp", "range"):
                self.mark(unit, what, effect.get(what, 0))

    def do_steal(self, effect: Card, cast: Cast) -> None:
        for unit in self.hit(effect, cast):
            for what in ("ap", "mp"):
                self.mark(cast.caster, what, -self.mark(unit, what, -effect.get(what, 0)))

    def do_gain(self, effect: Card, cast: Cast) -> None:
        self.fill(cast.caster, effect)

    def do_lose(self, effect: Card, cast: Cast) -> None:
        self.fill(cast.caster, {"mp": -cast.caster.mp if effect["mp"] == "all" else -effect["mp"]})

    def do_reach(self, effect: Card, cast: Cast) -> None:
        cast.caster.reach += effect["cells"]

    def do_power(self, effect: Card, cast: Cast) -> None:
        for unit in self.hit(effect, cast):
            unit.given |= {*effect["powers"]}

    def do_lose_powers(self, effect: Card, cast: Cast) -> None:
        for unit in cast.main:
            unit.powerless = True

    def do_injure(self, effect: Card, cast: Cast) -> None:
        for unit in self.hit(effect, cast):
            self.strike(unit, effect["amount"], cast)

    def do_exchange_injuries(self, effect: Card, cast: Cast) -> None:
        """They are moved, and what does not fit goes back (4.10.7, 4.10.8)."""
        one = cast.caster
        for other in cast.main:
            most = one.most("hp"), other.most("hp")
            if one.cell and other.cell and most[0] is not None and most[1] is not None:
                one.injuries, other.injuries = min(most[0], other.injuries), min(most[1], one.injuries)
                one.hurt_by = other.hurt_by = one

    def do_coins(self, effect: Card, cast: Cast) -> None:
        coins = cast.entry.get("coins", [])
        must(len(coins) == effect["count"] and {*coins} <= {"heads", "tails"}, "7.2.4.a")
        for side in coins:
            if side in effect:
                self.apply(effect[side], cast)
                cast.extra += effect[side].get("damage", 0)

    def do_summon(self, effect: Card, cast: Cast) -> None:
        caster, kind = cast.caster, effect["summon"]
        if caster.cell and self.room(caster.side, cast.spell) and self.may_stand(kind, cast.aimed):
            self.summon(caster, kind, cast.aimed)

    def do_replace(self, effect: Card, cast: Cast) -> None:
        for unit in [unit for unit in cast.main if unit.level is None and unit.cell]:
            unit.card = self.library.summon(effect["by"])

    def do_push(self, effect: Card, cast: Cast) -> None:
        targets = [unit for unit in cast.targets if unit.cell and unit.cell != cast.origin]
        orders = [*islice(permutations(targets), 24)]
        for unit in orders[self.pick(len(orders))]:
            if unit.cell and (unit is cast.caster or not unit.has("unfazed")):  # it may be gone by now
                self.drift(unit, unit.cell, effect, cast)

    do_attract = do_push

    def do_retreat(self, effect: Card, cast: Cast) -> None:
        if cast.caster.cell and cast.origin != cast.aimed:
            self.drift(cast.caster, cast.aimed, effect, cast)

    do_approach = do_retreat

    def do_switch(self, effect: Card, cast: Cast) -> None:
        caster = cast.caster
        for unit in [unit for unit in cast.main if unit.cell and unit is not caster and not unit.has("unfazed")]:
            if caster.cell and (unit.side == caster.side if effect["with"] == "ally" else unit.character):
                caster.cell, unit.cell = unit.cell, caster.cell
                self.arrive(caster)
                self.arrive(unit)

    def do_teleport(self, effect: Card, cast: Cast) -> None:
        near = [unit for unit in self.near(cast.caster) if unit.side == cast.caster.side]
        may = {"self": [cast.caster], "adjacent-ally": near}.get(effect["who"], [cast.caster, *near])
        chosen = may[0].name if may else None
        if effect["who"] != "self":
            chosen = cast.entry.get("choices", {}).get("unit", chosen)
        must(chosen is None or chosen in [unit.name for unit in may], "4.18.2.c")
        for unit in [unit for unit in may if unit.name == chosen]:
            if self.free(cast.aimed) and (unit is cast.caster or not unit.has("unfazed")):
                unit.cell = cast.aimed
                self.arrive(unit)

    def mark(self, unit: Unit, what: str, many: int) -> int:
        """So many tokens, never more -1 than the characteristic; answers the change (4.11.6 to 4.11.8)."""
        most = 99 if what == "range" else unit.most(what)
        if most is None or not unit.cell:
            return 0
        before = unit.markers[what]
        unit.markers[what] = max(before + many, min(before, -most))
        return unit.markers[what] - before

    def fill(self, unit: Unit, amounts: Card) -> None:
        """Into or out of the gauges of the active unit, at once (4.11.4)."""
        if unit is self.active and unit.cell:
            unit.ap = max(0, unit.ap + amounts.get("ap", 0)) if unit.most("ap") is not None else 0
            unit.mp = max(0, unit.mp + amounts.get("mp", 0)) if unit.most("mp") is not None else 0

    def strike(self, unit: Unit, many: int, cast: Cast) -> int:
        """Injuries by a spell; of one spell a Krowsome figure takes three (7.2.8.d); Counter waits once (4.9.15)."""
        before = cast.placed.get(unit, 0)
        placed = self.injure(unit, min(many, 3 - before) if unit.has("krowsome") else many, cast.caster)
        cast.placed[unit] = before + placed
        first = placed > 0 and before == 0
        if first and unit.has("counter") and unit.side not in (cast.caster.side, self.player):
            self.wait("counter", unit, lambda: self.counter(unit, cast.caster))
        return placed

    def counter(self, unit: Unit, striker: Unit) -> None:
        if unit.cell is None or unit.has("counter"):
            self.injure(striker, 1, unit)

    def ahead(self, origin: Cell, to: Cell, entry: Card) -> Cell:
        """Along the longer axis; on a diagonal, or on its own cell, as the caster says, if that fits this target."""
        open_to = directions(origin, to)
        said = FACING.get(entry.get("choices", {}).get("facing"))
        return said if said in open_to else open_to[self.pick(len(open_to))]

    def drift(self, unit: Unit, to: Cell, effect: Card, cast: Cast) -> None:
        """In a straight line, until something stands in the way; drawn together, nobody goes past the other."""
        ahead, cells = self.ahead(cast.origin, to, cast.entry), effect["cells"]
        if effect["do"] in ("attract", "approach"):
            cells = min(cells, gap(ahead, cast.origin, to))
        step = ahead if effect["do"] in ("push", "approach") else (-ahead[0], -ahead[1])
        start = unit.cell
        for _ in range(cells):
            onward = plus(unit.cell or to, step)
            if onward not in CELLS or not self.free(onward):
                break
            unit.cell = onward
        if unit.cell != start:
            self.arrive(unit)

    def arrive(self, unit: Unit) -> None:
        """A character that ends on a trap sets it off (4.19.7.c); a Krosmaster offends a tombstone (4.9.31.a)."""
        for under in self.on(unit.cell or (0, 0)) if unit.character else []:
            under.injuries += unit.level is not None and under.has("profanation")
            if under.is_a("trap"):
                self.remove(under)
                self.wait("click", under, dice=True)

    def room(self, side: str, spell: Card) -> bool:
        return sum(ally.level is None for ally in self.in_play(side)) < spell.get("control", 99)

    def may_stand(self, kind: str, at: Cell) -> bool:
        """A free cell without a unit, but that a piece may be put on a trap (4.19.1.b, 4.19.7.c, 4.19.7.d)."""
        flat = self.library.summon(kind)["kind"] in ("trap", "tombstone")
        return self.free(at) and all(unit.is_a("trap") and not flat for unit in self.on(at))

    def summon(self, summoner: Unit, kind: str, at: Cell) -> None:
        many = sum(name.startswith(f"{summoner.name}/{kind}-") for name in self.units)
        name = f"{summoner.name}/{kind}-{many + 1}"
        self.units[name] = Unit(name, summoner.side, self.library.summon(kind), summoner=summoner, cell=at)
        self.arrive(self.units[name])

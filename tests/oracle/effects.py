"""What spells do besides damage, for the second opinion (7.5): each `do_` is an effect that card texts name."""

from itertools import islice, pairwise, permutations

from tests.oracle.data import Card, Cell
from tests.oracle.geometry import FACING, directions, gap, on_board, plus
from tests.oracle.table import Table, Unit, must


class Cast:
    """One spell while it resolves."""

    def __init__(self, spell: Card, caster: Unit, aimed: Cell, entry: Card) -> None:
        self.spell, self.caster, self.aimed, self.entry = spell, caster, aimed, entry
        self.origin: Cell = caster.cell or caster.last or aimed
        self.targets: list[Unit] = []
        self.main: list[Unit] = []
        self.effects: list[Card] = []
        self.boosts: list[Card] = []
        self.extra = 0
        self.placed: dict[Unit, int] = {}
        self.drained = 0
        self.answering: list[Unit] = []  # who has Counter as it is injured
        self.element = spell.get("attack", {}).get("element")


class Effects(Table):
    def holds(self, effect: Card, caster: Unit) -> bool:
        allies = [ally for ally in self.in_play(caster.side) if ally is not caster]
        avengers, villains = (sum(unit.of(kind) for unit in self.in_play()) for kind in ("Avenger", "Villain"))
        mate = "team-has" not in effect or any(ally.of(effect["team-has"]) for ally in allies)
        return mate and avengers >= effect.get("retribution", 0) and villains >= effect.get("revenge", 0)

    def apply(self, effect: Card, cast: Cast) -> None:
        doing = getattr(self, "do_" + effect["do"].replace("-", "_"), None)
        if doing and self.holds(effect, cast.caster):
            doing(effect, cast)

    def hit(self, effect: Card, cast: Cast) -> list[Unit]:
        units = [cast.caster] if effect.get("to") == "self" else cast.targets
        return [unit for unit in units if unit.cell]

    def mark(self, unit: Unit, what: str, many: int) -> int:
        """Answers how many -1 tokens were placed (4.11.6 to 4.11.8)."""
        most = unit.most(what) if what != "range" else 99
        if most is None:
            return 0
        before = unit.markers[what]
        unit.markers[what] = max(before + many, min(before, -most))
        return before - unit.markers[what]

    def fill(self, unit: Unit, amounts: Card) -> None:
        if unit is self.active and unit.cell:
            unit.ap = max(0, unit.ap + amounts.get("ap", 0)) if unit.most("ap") is not None else 0
            unit.mp = max(0, unit.mp + amounts.get("mp", 0)) if unit.most("mp") is not None else 0

    def strike(self, unit: Unit, many: int, cast: Cast) -> int:
        """Injuries by a spell; of one spell a Krowsome figure takes three (7.2.8.d)."""
        most = 3 - cast.placed.get(unit, 0) if unit.has("krowsome") else many
        placed = self.injure(unit, min(many, most), cast.caster)
        cast.placed[unit] = cast.placed.get(unit, 0) + placed
        if placed and unit.has("counter") and unit not in cast.answering:
            cast.answering.append(unit)
        return placed

    def room(self, side: str, spell: Card) -> bool:
        summons = [ally for ally in self.in_play(side) if ally.level is None]
        return len(summons) < spell.get("control", 99)

    def may_lie(self, kind: str, at: Cell) -> bool:
        """No other unit on the cell, but that a piece may be put on a trap (4.19.1.b, 4.19.7.c, 4.19.7.d)."""
        flat = self.library.summon(kind)["kind"] in ("trap", "tombstone")
        return all(unit.card.get("kind") == "trap" and not flat for unit in self.on(at))

    def summon(self, summoner: Unit, kind: str, at: Cell) -> None:
        many = sum(name.startswith(f"{summoner.name}/{kind}-") for name in self.units)
        name = f"{summoner.name}/{kind}-{many + 1}"
        self.units[name] = Unit(name, summoner.side, self.library.summon(kind), summoner=summoner, cell=at)
        self.arrive(self.units[name])

    def ahead(self, origin: Cell, to: Cell, entry: Card) -> Cell:
        """Along the longer axis; on a diagonal, or on its own cell, as the caster says, if that fits this target."""
        open_to = directions(origin, to)
        said = FACING.get(entry.get("choices", {}).get("facing"))
        if said in open_to:
            return said
        return open_to[self.pick(len(open_to))]

    def slide(self, unit: Unit, ahead: Cell, cells: int) -> None:
        assert unit.cell
        path = [plus(unit.cell, ahead, step) for step in range(cells + 1)]
        for _, to in pairwise(path):
            if not on_board(to) or not self.free(to):
                break
            unit.cell = to
        if unit.cell != path[0]:
            self.arrive(unit)

    def arrive(self, unit: Unit) -> None:
        """A character that ends on a trap sets it off (4.19.7.c); a Krosmaster offends a tombstone (4.9.31.a)."""
        for under in self.on(unit.cell or (0, 0)) if unit.character else []:
            under.injuries += unit.level is not None and under.has("profanation")
            if under.card.get("kind") == "trap":
                self.remove(under)
                self.wait("click", under, dice=True)

    def shove(self, cast: Cast, cells: int, *, away: bool) -> None:
        targets = [unit for unit in cast.targets if unit.cell and unit.cell != cast.origin]
        orders = [*islice(permutations(targets), 24)]
        for unit in orders[self.pick(len(orders))]:
            if unit.cell and not unit.has("unfazed"):  # a trap may have gone off under another target
                ahead = self.ahead(cast.origin, unit.cell, cast.entry)
                most = cells if away else min(cells, gap(ahead, cast.origin, unit.cell))
                self.slide(unit, ahead if away else (-ahead[0], -ahead[1]), most)

    def do_markers(self, effect: Card, cast: Cast) -> None:
        for unit in self.hit(effect, cast):
            for what in ("ap", "mp", "range"):
                self.mark(unit, what, effect.get(what, 0))

    def do_steal(self, effect: Card, cast: Cast) -> None:
        for unit in self.hit(effect, cast):
            for what in ("ap", "mp"):
                stolen = self.mark(unit, what, -effect.get(what, 0))
                if cast.caster.cell:
                    self.mark(cast.caster, what, stolen)

    def do_gain(self, effect: Card, cast: Cast) -> None:
        self.fill(cast.caster, effect)

    def do_lose(self, effect: Card, cast: Cast) -> None:
        self.fill(cast.caster, {"mp": -99 if effect["mp"] == "all" else -effect["mp"]})

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
        for unit in cast.main:
            hps = unit.most("hp"), cast.caster.most("hp")
            if None not in hps and unit.cell and cast.caster.cell and not unit.has("profanation"):
                given, taken = cast.caster.injuries, unit.injuries
                unit.injuries, cast.caster.injuries = min(hps[0] or 0, given), min(hps[1] or 0, taken)
                unit.hurt_by = cast.caster.hurt_by = cast.caster

    def do_coins(self, effect: Card, cast: Cast) -> None:
        coins = cast.entry.get("coins", [])
        must(len(coins) == effect["count"] and {*coins} <= {"heads", "tails"}, "7.2.4.a")
        for side in coins:
            if side in effect:
                self.apply(effect[side], cast)
                if effect[side]["do"] == "bonus":
                    cast.extra += effect[side]["damage"]

    def do_push(self, effect: Card, cast: Cast) -> None:
        self.shove(cast, effect["cells"], away=True)

    def do_attract(self, effect: Card, cast: Cast) -> None:
        self.shove(cast, effect["cells"], away=False)

    def do_retreat(self, effect: Card, cast: Cast) -> None:
        if cast.caster.cell and cast.origin != cast.aimed:
            ahead = self.ahead(cast.origin, cast.aimed, cast.entry)
            self.slide(cast.caster, (-ahead[0], -ahead[1]), effect["cells"])

    def do_approach(self, effect: Card, cast: Cast) -> None:
        if cast.caster.cell and cast.origin != cast.aimed:
            ahead = self.ahead(cast.origin, cast.aimed, cast.entry)
            self.slide(cast.caster, ahead, min(effect["cells"], gap(ahead, cast.origin, cast.aimed)))

    def do_switch(self, effect: Card, cast: Cast) -> None:
        caster = cast.caster
        for unit in [unit for unit in cast.main if unit.cell and unit is not caster]:
            fits = unit.side == caster.side if effect["with"] == "ally" else unit.character
            if fits and caster.cell and not unit.has("unfazed"):
                caster.cell, unit.cell = unit.cell, caster.cell
                self.arrive(caster)
                self.arrive(unit)

    def do_teleport(self, effect: Card, cast: Cast) -> None:
        near = [unit for unit in self.near(cast.caster) if unit.side == cast.caster.side]
        may = [cast.caster] if effect["who"] == "self" else near
        may = [cast.caster, *near] if effect["who"] == "self-or-adjacent-ally" else may
        chosen = may[0].name if may else None
        if effect["who"] != "self":
            chosen = cast.entry.get("choices", {}).get("unit", chosen)
        must(chosen is None or chosen in [unit.name for unit in may], "4.18.2.c")
        for unit in may:
            if unit.name == chosen and self.free(cast.aimed) and (unit is cast.caster or not unit.has("unfazed")):
                unit.cell = cast.aimed
                self.arrive(unit)

    def do_summon(self, effect: Card, cast: Cast) -> None:
        if (
            self.free(cast.aimed)
            and self.may_lie(effect["summon"], cast.aimed)
            and self.room(cast.caster.side, cast.spell)
            and cast.caster.cell
        ):
            self.summon(cast.caster, effect["summon"], cast.aimed)

    def do_replace(self, effect: Card, cast: Cast) -> None:
        for unit in [unit for unit in cast.main if unit.level is None and unit.cell]:
            new = self.library.summon(effect["by"])
            unit.card = new

"""Casting spells, for the second opinion (chapter 7)."""

from itertools import islice, pairwise, permutations
from typing import Any

from tests.oracle.data import Card, Cell, cell, known, slug
from tests.oracle.geometry import FACING, area, beside, directions, distance, gap, in_line, on_board, plus, rows, sees
from tests.oracle.table import ELEMENTS, OTHER, Table, Unit, must

OF_ELEMENT = {"water": "chance", "air": "agility", "earth": "strength", "fire": "intelligence"}
TURNS = {"critical/dodge": ("critical", "dodge"), "dofus": ("critical", "armour", "lock", "dodge")}
PUNCH = {
    "name": "Punch", "limit": "turn", "cost": {"ap": 5}, "range": {"kind": "close"},
    "attack": {"element": "neutral", "damage": 1},
}  # fmt: skip


def face(die: Any) -> str:
    """What a die shows after it was turned (1.6.2)."""
    rolled, _, turned = str(die).partition(">")
    must(turned in TURNS[rolled] if rolled in TURNS else rolled in TURNS["dofus"] and not turned, "1.6.2")
    return turned or rolled


def successes(dice: Any, many: int, side: str, article: str) -> int:
    must(len(dice or []) == many, article)
    return sum(face(die) == side for die in dice or [])


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


class Casting(Table):
    def spells(self, unit: Unit) -> dict[str, Card]:
        worn = [spell for reward in unit.up for spell in reward.get("spells", [])]
        boosts = [spell for boost in unit.boosts for spell in boost.get("spells", [])]
        found = {name: s for s in [*unit.card.get("spells", []), *worn, *boosts] for name in names(s)}
        if unit.level is not None:
            techniques = [reward for reward in unit.up if reward.get("equipment") == "technique"]
            ap = max(0, 5 - len(techniques))
            added = [effect for reward in techniques for effect in reward.get("punch", [])]
            found["punch"] = {**PUNCH, "cost": {"ap": ap}, "effects": added}
        return found

    def cost(self, unit: Unit, spell: Card) -> Card:
        cost = {"ap": 0, "mp": 0, "injuries": 0, **spell.get("cost", {})}
        if "ap" in spell.get("cost", {}):
            team = [ally for ally in self.timelines[unit.side] if ally is not unit]
            tofus = [ally for ally in team if ally.of("Brotherhood of the Tofu")]
            cost["ap"] -= bool(unit.has("heroic-inspiration") and tofus)
            cost["ap"] += sum(foe.has("slowing-presence") for foe in self.near(unit) if foe.side != unit.side)
        return {**cost, "ap": max(0, cost["ap"])}

    def in_reach(self, unit: Unit, spell: Card, aimed: Cell) -> bool:
        assert unit.cell
        kind, far = spell["range"]["kind"], distance(unit.cell, aimed)
        if kind in ("close", "personal"):
            return far == (kind == "close")
        most = spell["range"]["max"]
        if spell["range"].get("alterable"):
            worn = sum(reward.get("bonus", {}).get("range", 0) for reward in unit.up)
            most += unit.reach + worn + (self.ground[unit.cell] == "C")
        return spell["range"]["min"] <= far <= most and (kind != "line" or far == 0 or in_line(unit.cell, aimed))

    def seen(self, unit: Unit, spell: Card, aimed: Cell) -> bool:
        assert unit.cell
        return spell["range"]["kind"] == "unseen" or sees(unit.cell, aimed, self.blocks_sight)

    def cast(self, action: Card) -> None:
        unit, aimed = self.active, cell(action["target"])
        assert unit
        spell = known(self.spells(unit).get(action["spell"]) or _none("7.1.1"))
        name = slug(spell["name"])
        aim: Any = aimed and ([other.name for other in self.on(aimed)] or aimed)
        must(spell["limit"] != "turn" or name not in [cast[0] for cast in unit.cast], "7.1.3.a")
        must(spell["limit"] != "target" or (name, aim) not in unit.cast, "7.1.3.b")
        must(spell["limit"] != "game" or name not in unit.once, "7.1.3.c")
        cost = self.cost(unit, spell)
        must(cost["ap"] <= unit.ap, "7.1.4.a")
        must(cost["mp"] <= unit.mp, "7.1.4.b")
        must(cost["injuries"] <= (unit.most("hp") or 0) - unit.injuries, "7.1.4.c")
        must(aimed and self.in_reach(unit, spell, aimed), "7.1.5")
        assert aimed
        must(self.seen(unit, spell, aimed), "7.1.6")
        if only_summons(spell):
            must(self.free(aimed), "4.19.1.a")
            must(all(self.may_lie(effect["summon"], aimed) for effect in spell["effects"]), "4.19.1.b")
            must(self.room(unit.side, spell), "4.19.9.c")
        unit.cast.append((name, aim))
        if spell["limit"] == "game":
            unit.once.add(name)
        cast = Cast(spell, unit, aimed, action)
        elemental = cast.element in ELEMENTS
        cast.boosts = [boost for boost in unit.boosts if elemental or not boost.get("next", {}).get("wait")]
        unit.boosts = [boost for boost in unit.boosts if boost not in cast.boosts]
        unit.ap, unit.mp = unit.ap - cost["ap"], unit.mp - cost["mp"]
        unit.injuries += cost["injuries"]
        if cost["injuries"]:
            unit.hurt_by = None
        self.fall()
        self.resolve_spell(cast)
        self.settle(action.get("standby", []))

    def own_spell(self, unit: Unit, entry: Card) -> None:
        """The Explosion of a bomb and the Click of a trap (4.19.5, 4.19.7)."""
        assert unit.last
        self.resolve_spell(Cast(known(unit.card["spells"][0]), unit, unit.last, entry))

    def room(self, side: str, spell: Card) -> bool:
        summons = [ally for ally in self.in_play(side) if ally.level is None]
        return len(summons) < spell.get("control", 99)

    def ahead(self, origin: Cell, to: Cell, entry: Card) -> Cell:
        """Along the longer axis; on a diagonal, or on its own cell, as the caster says, if that fits this target."""
        open_to = directions(origin, to)
        said = FACING.get(entry.get("choices", {}).get("facing"))
        if said in open_to:
            return said
        return open_to[self.pick(len(open_to))]

    def resolve_spell(self, cast: Cast) -> None:
        self.find_targets(cast)
        for effect in cast.effects:
            self.apply(effect, cast)
        self.fall()
        if "attack" in cast.spell or "heal" in cast.spell:
            self.roll_and_place(cast)
        else:
            must(not cast.entry.get("critical") and not any(cast.entry.get("armour", {}).values()), "7.4.2")
        for unit in cast.answering:
            if unit.side not in (cast.caster.side, self.player):
                self.wait("counter", unit, resolve=lambda _, unit=unit: self.counter(unit, cast.caster))

    def counter(self, unit: Unit, striker: Unit) -> None:
        if unit.cell is None or unit.has("counter"):
            self.injure(striker, 1, unit)

    def find_targets(self, cast: Cast) -> None:
        kind = cast.spell.get("area")
        cells = [cast.aimed]
        if kind == "multiple":
            every = [c for c in self.ground if self.in_reach(cast.caster, cast.spell, c)]
            cells += [c for c in every if self.seen(cast.caster, cast.spell, c) and c != cast.aimed]
        elif kind:
            turned = kind not in ("cross", "square")
            ahead = self.ahead(cast.origin, cast.aimed, cast.entry) if turned else (0, 0)
            cells += [c for c in area(kind, cast.aimed, ahead) if c != cast.aimed]
        cast.main = self.on(cast.aimed)
        cast.targets = [unit for c in cells for unit in self.on(c)]
        tracked = not cast.spell.get("track") or in_line(cast.origin, cast.aimed)
        land = rows(self.sides[OTHER[cast.caster.side]], 5) if cast.spell.get("invasion") else []
        if tracked and (not cast.spell.get("invasion") or cast.origin in land):
            cast.effects = [*cast.spell.get("effects", [])]
        if cast.caster.has("sram-style") and cast.element in ELEMENTS and cast.spell["range"]["kind"] == "close":
            cast.effects.append({"do": "steal-health"})

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

    def do_markers(self, effect: Card, cast: Cast) -> None:
        for unit in self.hit(effect, cast):
            for what in ("ap", "mp", "range"):
                self.mark(unit, what, effect.get(what, 0))

    def mark(self, unit: Unit, what: str, many: int) -> int:
        """Answers how many -1 tokens were placed (4.11.6 to 4.11.8)."""
        most = unit.most(what) if what != "range" else 99
        if most is None:
            return 0
        before = unit.markers[what]
        unit.markers[what] = max(before + many, min(before, -most))
        return before - unit.markers[what]

    def do_steal(self, effect: Card, cast: Cast) -> None:
        for unit in self.hit(effect, cast):
            for what in ("ap", "mp"):
                stolen = self.mark(unit, what, -effect.get(what, 0))
                if cast.caster.cell:
                    self.mark(cast.caster, what, stolen)

    def do_gain(self, effect: Card, cast: Cast) -> None:
        self.fill(cast.caster, effect)

    def fill(self, unit: Unit, amounts: Card) -> None:
        if unit is self.active and unit.cell:
            unit.ap = max(0, unit.ap + amounts.get("ap", 0)) if unit.most("ap") is not None else 0
            unit.mp = max(0, unit.mp + amounts.get("mp", 0)) if unit.most("mp") is not None else 0

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

    def strike(self, unit: Unit, many: int, cast: Cast) -> int:
        """Injuries by a spell; of one spell a Krowsome figure takes three (7.2.8.d)."""
        most = 3 - cast.placed.get(unit, 0) if unit.has("krowsome") else many
        placed = self.injure(unit, min(many, most), cast.caster)
        cast.placed[unit] = cast.placed.get(unit, 0) + placed
        if placed and unit.has("counter") and unit not in cast.answering:
            cast.answering.append(unit)
        return placed

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

    def shove(self, cast: Cast, cells: int, *, away: bool) -> None:
        targets = [unit for unit in cast.targets if unit.cell and unit.cell != cast.origin]
        orders = [*islice(permutations(targets), 24)]
        for unit in orders[self.pick(len(orders))]:
            assert unit.cell
            if unit.cell != cast.origin and not unit.has("unfazed"):
                ahead = self.ahead(cast.origin, unit.cell, cast.entry)
                most = cells if away else min(cells, gap(ahead, cast.origin, unit.cell))
                self.slide(unit, ahead if away else (-ahead[0], -ahead[1]), most)

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

    def may_lie(self, kind: str, at: Cell) -> bool:
        """No other unit on the cell, but that a piece may be put on a trap (4.19.1.b, 4.19.7.c, 4.19.7.d)."""
        flat = self.library.summon(kind)["kind"] in ("trap", "tombstone")
        return all(unit.card.get("kind") == "trap" and not flat for unit in self.on(at))

    def summon(self, summoner: Unit, kind: str, at: Cell) -> None:
        many = sum(name.startswith(f"{summoner.name}/{kind}-") for name in self.units)
        name = f"{summoner.name}/{kind}-{many + 1}"
        self.units[name] = Unit(name, summoner.side, self.library.summon(kind), summoner=summoner, cell=at)
        self.arrive(self.units[name])

    def do_replace(self, effect: Card, cast: Cast) -> None:
        for unit in [unit for unit in cast.main if unit.level is None and unit.cell]:
            new = self.library.summon(effect["by"])
            unit.card = new

    def roll_and_place(self, cast: Cast) -> None:
        """Steps 4 to 7."""
        caster, entry, attack = cast.caster, cast.entry, "attack" in cast.spell
        elemental = OF_ELEMENT.get(cast.element or "", "none")
        many = 1 + (caster.has("critical-hit") and cast.element != "neutral") + caster.has(elemental)
        struck = successes(entry.get("critical"), many, "critical", "7.2.5.b")
        struck *= 1 + any(effect["do"] == "double-criticals" for effect in cast.effects)
        pierced = any(effect["do"] == "pierce" and self.holds(effect, caster) for effect in cast.effects)
        reached = [unit for unit in cast.targets if unit.cell and unit.most("hp") is not None]
        rolls = entry.get("armour", {})
        others = [name for name, dice in rolls.items() if dice and name not in [unit.name for unit in reached]]
        must(attack or not any(rolls.values()), "7.3.2.a")
        must(not others, "7.2.6.a")
        wounds = {}
        for unit in reached:
            held = 0
            if attack:
                dice = max(0, 1 + unit.has("armour") + unit.has(elemental) - pierced)
                held = successes(rolls.get(unit.name), dice, "armour", "7.2.6.b")
            wounds[unit] = max(0, self.amount(cast, unit, struck, held))
        for unit, amount in wounds.items():
            if attack:
                cast.drained += self.strike(unit, amount, cast)
            else:
                self.mend(unit, amount)
        if any(effect["do"] == "steal-health" for effect in cast.effects):
            self.wait("steals-health", caster, resolve=lambda _: self.mend(caster, cast.drained))
        self.fall()

    def amount(self, cast: Cast, unit: Unit, struck: int, held: int) -> int:
        caster, element = cast.caster, cast.element
        added = cast.extra + sum(self.bonus(effect, cast, unit) for effect in cast.effects if effect["do"] == "bonus")
        if "heal" in cast.spell:
            return cast.spell["heal"] + added + caster.has("heal") + (struck > 0)
        close = cast.spell["range"]["kind"] == "close"
        for more in [more for reward in caster.up for more in reward.get("damage", [])]:
            added += more["amount"] * (element in more["elements"] and (close or not more.get("close")))
        for boost in [boost["next"] for boost in cast.boosts if "next" in boost]:
            added += boost["damage"] * (element in boost["elements"])
        if element in ELEMENTS and (unit.has("immune") or unit.has("feca-style")):
            return 0
        rolled = (struck > held) - (struck < held)
        return int(cast.spell["attack"]["damage"] + added + rolled - unit.has(f"resistance-{element}"))

    def bonus(self, effect: Card, cast: Cast, unit: Unit) -> int:
        if not self.holds(effect, cast.caster):
            return 0
        wanted = effect.get("per") or effect.get("beside")
        near = sum(other.of(wanted) for other in self.near(unit)) if wanted else 0
        times = near if "per" in effect else bool(near) if "beside" in effect else 1
        return int(effect["damage"] * times * ("against" not in effect or unit.of(effect["against"])))


def names(spell: Card) -> list[str]:
    return [slug(spell["name"]), *spell.get("also", [])]


def only_summons(spell: Card) -> bool:
    effects = spell.get("effects", [])
    return "attack" not in spell and "heal" not in spell and bool(effects) and all(e["do"] == "summon" for e in effects)


def _none(article: str) -> Card:
    must(False, article)
    return {}


__all__ = ["Casting", "beside", "face", "names", "successes"]

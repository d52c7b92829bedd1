"""Casting spells, for the second opinion (chapter 7)."""

from functools import partial
from typing import Any

from tests.oracle.data import Card, Cell, cell, known, slug
from tests.oracle.effects import Cast, Effects
from tests.oracle.geometry import area, distance, in_line, rows, sees
from tests.oracle.table import ELEMENTS, OTHER, Unit, must

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


class Casting(Effects):
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
                self.wait("counter", unit, resolve=partial(self.answers, unit, cast.caster))

    def answers(self, unit: Unit, striker: Unit, _entry: Card) -> None:
        self.counter(unit, striker)

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

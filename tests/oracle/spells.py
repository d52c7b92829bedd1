"""Casting spells, for the second opinion (chapter 7)."""

from typing import Any

from tests.oracle.data import Card, Cell, cell, known, slug
from tests.oracle.effects import Cast, Effects
from tests.oracle.geometry import area, distance, in_line, rows, sees
from tests.oracle.table import ELEMENTS, OTHER, Unit, must

OF_ELEMENT = {"water": "chance", "air": "agility", "earth": "strength", "fire": "intelligence"}
TURNS = {"critical/dodge": ("critical", "dodge"), "dofus": ("critical", "armour", "lock", "dodge")}
NEUTRAL = {"element": "neutral", "damage": 1}
PUNCH = {"name": "Punch", "limit": "turn", "cost": {"ap": 5}, "range": {"kind": "close"}, "attack": NEUTRAL}


def face(die: Any) -> str:
    """What a die shows after it was turned (1.6.2)."""
    rolled, _, turned = str(die).partition(">")
    must(turned in TURNS[rolled] if rolled in TURNS else rolled in TURNS["dofus"] and not turned, "1.6.2")
    return turned or rolled


def successes(dice: Any, many: int, side: str, article: str) -> int:
    must(len(dice or []) == many, article)
    return sum(face(die) == side for die in dice or [])


class Spells(Effects):
    def spells(self, unit: Unit) -> dict[str, Card]:
        """By each of their names: its own, those of rewards, and Punch (4.8.5, 4.7.11.e, 4.7.11.f)."""
        sources = [unit.card, *unit.up, *unit.boosts]
        every = [spell for source in sources for spell in source.get("spells", [])]
        if unit.level is not None:
            techniques = [reward for reward in unit.up if reward.get("equipment") == "technique"]
            added = [effect for reward in techniques for effect in reward.get("punch", [])]
            every.append({**PUNCH, "cost": {"ap": max(0, 5 - len(techniques))}, "effects": added})
        return {name: spell for spell in every for name in [slug(spell["name"]), *spell.get("also", [])]}

    def cost(self, unit: Unit, spell: Card) -> Card:
        """Powers change what is paid in AP; a dash is never changed (4.8.1, 4.8.2)."""
        cost = {"ap": 0, "mp": 0, "injuries": 0, **spell.get("cost", {})}
        if "ap" in spell.get("cost", {}):
            team = [ally for ally in self.timelines[unit.side] if ally is not unit]
            cost["ap"] -= unit.has("heroic-inspiration") and any(ally.of("Brotherhood of the Tofu") for ally in team)
            cost["ap"] += sum(foe.has("slowing-presence") for foe in self.near(unit) if foe.side != unit.side)
        return {**cost, "ap": max(0, cost["ap"])}

    def in_reach(self, unit: Unit, spell: Card, aimed: Cell) -> bool:
        """7.1.5 and 7.1.6: within range, in line where it has to be, and seen."""
        assert unit.cell
        printed, far = spell["range"], distance(unit.cell, aimed)
        kind, most = printed["kind"], printed.get("max", 0)
        if kind in ("close", "personal"):
            return far == (kind == "close")
        if printed.get("alterable"):
            most += unit.reach + unit.bonus("range") + (self.ground[unit.cell] == "C")
        straight = kind != "line" or far == 0 or in_line(unit.cell, aimed)
        return (
            printed["min"] <= far <= most
            and straight
            and (kind == "unseen" or sees(unit.cell, aimed, self.blocks_sight))
        )

    def cast(self, unit: Unit, action: Card) -> None:
        spell, aimed = self.spells(unit).get(action["spell"]), cell(action["target"])
        must(spell and aimed, "7.1.1")
        assert aimed and spell
        cost = self.prerequisites(unit, known(spell), aimed)
        cast = Cast(spell, unit, aimed, action)
        cast.boosts = [b for b in unit.boosts if cast.element in ELEMENTS or not b.get("next", {}).get("wait")]
        unit.boosts = [boost for boost in unit.boosts if boost not in cast.boosts]
        unit.ap, unit.mp = unit.ap - cost["ap"], unit.mp - cost["mp"]
        unit.injuries += cost["injuries"]
        unit.hurt_by = None if cost["injuries"] else unit.hurt_by
        self.fall()
        self.resolve_spell(cast)
        self.settle(action.get("standby", []))

    def prerequisites(self, unit: Unit, spell: Card, aimed: Cell) -> Card:
        """7.1; answers what is to be paid."""
        name, limit, cost = slug(spell["name"]), spell["limit"], self.cost(unit, spell)
        aim: Any = [other.name for other in self.on(aimed)] or aimed
        must(limit != "turn" or name not in [cast[0] for cast in unit.cast], "7.1.3.a")
        must(limit != "target" or (name, aim) not in unit.cast, "7.1.3.b")
        must(limit != "game" or name not in unit.once, "7.1.3.c")
        must(cost["ap"] <= unit.ap, "7.1.4.a")
        must(cost["mp"] <= unit.mp, "7.1.4.b")
        must(cost["injuries"] <= (unit.health or 0), "7.1.4.c")
        must(self.in_reach(unit, spell, aimed), "7.1.5")
        effects = spell.get("effects", [])
        if effects and not {"attack", "heal"} & spell.keys() and all(e["do"] == "summon" for e in effects):
            must(all(self.may_stand(effect["summon"], aimed) for effect in effects), "4.19.1")
            must(self.room(unit.side, spell), "4.19.9.c")
        unit.cast.append((name, aim))
        unit.once.add(name)
        return cost

    def own_spell(self, unit: Unit, entry: Card) -> None:
        """The Explosion of a bomb and the Click of a trap (4.19.5, 4.19.7)."""
        assert unit.last
        self.resolve_spell(Cast(known(unit.card["spells"][0]), unit, unit.last, entry))

    def resolve_spell(self, cast: Cast) -> None:
        """Steps 2 to 7."""
        self.find_targets(cast)
        for effect in cast.effects:
            self.apply(effect, cast)
        self.fall()
        if "attack" in cast.spell or "heal" in cast.spell:
            self.roll_and_place(cast)
        else:
            must(not cast.entry.get("critical") and not any(cast.entry.get("armour", {}).values()), "7.4.2")

    def find_targets(self, cast: Cast) -> None:
        """Step 2, and whether the additional effects are applied at all (7.5.21, 7.5.22)."""
        spell, caster, cells = cast.spell, cast.caster, []
        kind = spell.get("area")
        if kind == "multiple":
            cells = [c for c in self.ground if self.in_reach(caster, spell, c)]
        elif kind:
            turned = kind not in ("cross", "square")
            cells = area(kind, cast.aimed, self.ahead(cast.origin, cast.aimed, cast.entry) if turned else (0, 0))
        cast.main = self.on(cast.aimed)
        cast.targets = cast.main + [unit for c in cells if c != cast.aimed for unit in self.on(c)]
        tracked = not spell.get("track") or in_line(cast.origin, cast.aimed)
        land = rows(self.sides[OTHER[caster.side]], 5) if spell.get("invasion") else [cast.origin]
        if tracked and cast.origin in land:
            cast.effects = [*spell.get("effects", [])]
        if caster.has("sram-style") and cast.element in ELEMENTS and spell["range"]["kind"] == "close":
            cast.effects.append({"do": "steal-health"})

    def roll_and_place(self, cast: Cast) -> None:
        """Steps 4 to 7."""
        caster, attack = cast.caster, "attack" in cast.spell
        elemental = OF_ELEMENT.get(cast.element or "", "none")
        many = 1 + (caster.has("critical-hit") and cast.element != "neutral") + caster.has(elemental)
        struck = successes(cast.entry.get("critical"), many, "critical", "7.2.5.b")
        struck *= 2 if cast.of_kind("double-criticals") else 1
        pierced = any(self.holds(effect, caster) for effect in cast.of_kind("pierce"))
        reached = [unit for unit in cast.targets if unit.cell and unit.health is not None]
        rolls = {name: dice for name, dice in cast.entry.get("armour", {}).items() if dice}
        must({*rolls} <= {unit.name for unit in reached if attack}, "7.2.6.a")
        wounds = {}
        for unit in reached:
            dice = max(0, 1 + unit.has("armour") + unit.has(elemental) - pierced) if attack else 0
            held = successes(rolls.get(unit.name), dice, "armour", "7.2.6.b")
            wounds[unit] = max(0, self.amount(cast, unit, struck, held))
        for unit, amount in wounds.items():
            if attack:
                cast.drained += self.strike(unit, amount, cast)
            else:
                self.mend(unit, amount)
        if cast.of_kind("steal-health"):
            self.wait("steals-health", caster, lambda: self.mend(caster, cast.drained))
        self.fall()

    def amount(self, cast: Cast, unit: Unit, struck: int, held: int) -> int:
        """The damage, or the injuries healed (7.2.7, 7.3.2.b)."""
        caster, element = cast.caster, cast.element
        added = cast.extra + sum(self.bonus(effect, cast, unit) for effect in cast.of_kind("bonus"))
        if "heal" in cast.spell:
            return int(cast.spell["heal"] + added + caster.has("heal") + (struck > 0))
        if element in ELEMENTS and (unit.has("immune") or unit.has("feca-style")):
            return 0
        close = cast.spell["range"]["kind"] == "close"
        for more in [more for reward in caster.up for more in reward.get("damage", [])]:
            added += more["amount"] * (element in more["elements"] and (close or not more.get("close")))
        for following in [boost["next"] for boost in cast.boosts if "next" in boost]:
            added += following["damage"] * (element in following["elements"])
        rolled = (struck > held) - (struck < held)
        return int(cast.spell["attack"]["damage"] + added + rolled - unit.has(f"resistance-{element}"))

    def bonus(self, effect: Card, cast: Cast, unit: Unit) -> int:
        kin = effect.get("per") or effect.get("beside") or ""
        near = [other for other in self.near(unit) if other.of(kin)]
        times = len(near) if "per" in effect else bool(near) if "beside" in effect else 1
        fits = self.holds(effect, cast.caster) and ("against" not in effect or unit.of(effect["against"]))
        return int(effect["damage"] * times * fits)

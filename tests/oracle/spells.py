"""Casting spells (chapter 7), and revealing Demonic Rewards (4.7.10)."""

from collections import Counter

from tests.oracle.data import CELLS, CannotTell, Record, known, slug
from tests.oracle.effects import Cast, Effects
from tests.oracle.geometry import AREAS, distance, in_line, rows, sees
from tests.oracle.table import ELEMENTS, OTHER, Unit, must

OF_ELEMENT = {"water": "chance", "air": "agility", "earth": "strength", "fire": "intelligence"}
TURNS = {"critical/dodge": ("critical", "dodge"), "dofus": ("critical", "armour", "lock", "dodge")}
NEUTRAL: Record = {"element": "neutral", "damage": 1}
PUNCH: Record = {"name": "Punch", "limit": "turn", "cost": {"ap": 5}, "range": {"kind": "close"}, "attack": NEUTRAL}


def face(die: object) -> str:
    """What a die shows after it was turned (1.6.2)."""
    rolled, _, turned = str(die).partition(">")
    must(turned in TURNS[rolled] if rolled in TURNS else rolled in TURNS["dofus"] and not turned, "1.6.2")
    return turned or rolled


def successes(dice: list[str], many: int, side: str, article: str) -> int:
    must(len(dice) == many, article)
    return sum(face(die) == side for die in dice)


class Spells(Effects):
    def spells(self, unit: Unit) -> dict[str, Record]:
        """By each of their names: its own, those of rewards, and Punch (4.8.5, 4.7.11.e, 4.7.11.f)."""
        every = [spell for source in [unit.card, *unit.up] for spell in source.get("spells", [])]
        if unit.level is not None:
            techniques = [reward for reward in unit.up if reward.get("equipment") == "technique"]
            added = [effect for reward in techniques for effect in reward.get("punch", [])]
            every.append({**PUNCH, "cost": {"ap": max(0, 5 - len(techniques))}, "effects": added})
        return {name: spell for spell in every for name in [slug(spell["name"]), *spell.get("also", [])]}

    def cost(self, unit: Unit, spell: Record) -> Counter[str]:
        """Powers change what is paid in AP; a dash is never changed (4.8.1, 4.8.2)."""
        cost: Counter[str] = Counter(spell.get("cost", {}))
        if "ap" in cost:
            team = [ally for ally in self.timelines[unit.side] if ally is not unit]
            cost["ap"] -= unit.has("heroic-inspiration") and any(ally.of("Brotherhood of the Tofu") for ally in team)
            cost["ap"] += sum(foe.has("slowing-presence") for foe in self.near(unit) if foe.side != unit.side)
        return +cost

    def in_reach(self, unit: Unit, spell: Record, aimed: complex) -> bool:
        """7.1.5 and 7.1.6: within range, in line where it has to be, and seen."""
        printed, far = spell["range"], distance(unit.cell, aimed)
        kind, most = printed["kind"], printed.get("max", 0)
        if kind in ("close", "personal"):
            return far == (kind == "close")
        if printed.get("alterable"):
            most += unit.left["range"] + (self.ground[unit.cell] == "C")
        straight = kind != "line" or far == 0 or in_line(unit.cell, aimed)
        seen = kind == "unseen" or sees(unit.cell, aimed, self.blocks_sight)
        return printed["min"] <= far <= most and straight and seen

    def cast(self, unit: Unit, action: Record) -> None:
        """7.1 and 7.2.2: the prerequisites, and what is paid."""
        spells, aimed = self.spells(unit), CELLS.get(action["target"], 0j)
        must(action["spell"] in spells and aimed, "7.1.1")
        spell = known(spells[action["spell"]])
        name, cost, aim = slug(spell["name"]), self.cost(unit, spell), [other.name for other in self.on(aimed)] or aimed
        uses = {"turn": (unit, name, self.turn), "target": (unit, name, self.turn, str(aim)), "game": (unit, name)}
        must(uses.get(spell["limit"]) not in self.done, "7.1.3")
        must(all(unit.left[what] >= cost[what] for what in ("ap", "mp")) and unit.health >= cost["injuries"], "7.1.4")
        must(self.in_reach(unit, spell, aimed), "7.1.5")
        effects = spell.get("effects", [])
        if effects and not {"attack", "heal"} & spell.keys() and all(e["do"] == "summon" for e in effects):
            most = spell.get("control", 99)
            must(all(self.may_summon(unit.side, effect["summon"], aimed, most) for effect in effects), "4.19.1")
        neutral = spell.get("attack", NEUTRAL)["element"] == "neutral"  # for which some boosts wait
        boosts = [r for r in unit.up if r["kind"] == "boost" and not (neutral and r.get("next", {}).get("wait"))]
        cast = Cast(spell, unit, aimed, action, boosts)
        unit.up = [reward for reward in unit.up if reward not in boosts]
        self.done |= {*uses.values()}
        unit.left.subtract(cost)
        unit.injuries += cost["injuries"]
        unit.hurt_by = None if cost["injuries"] else unit.hurt_by
        self.fall()
        self.resolve_spell(cast)
        self.settle()

    def reveal(self, unit: Unit, action: Record) -> None:
        token = action["reward"]
        must(self.once(unit, "reveal", self.turn) and token in unit.down, "4.7.10")
        if token not in self.library.rewards:
            raise CannotTell
        reward = self.library.rewards[token]
        kind, *worn = [r.get("equipment", "").replace("trophy", "dofus") for r in [reward, *unit.up]]
        must(kind in ("", "technique") or kind not in worn, "4.7.11.b")
        unit.down.remove(token)
        unit.up.append(reward)
        self.fill(unit, reward.get("bonus", {}))
        for effect in reward.get("effects", []):
            self.apply(effect, Cast(reward, unit, unit.cell, action))
        self.fall()
        self.settle()

    def settle(self) -> None:
        """7.2.9: what is on standby, in the order of the log; what needs no dice may go without saying."""
        while self.listed or self.standby:
            self.settle_one()

    def settle_one(self) -> None:
        entry = self.listed.pop(0) if self.listed else {}
        found = [(called, by, does) for called, by, does in self.standby if entry.get("effect", called) == called]
        found = [each for each in found if entry.get("by", each[1].name) == each[1].name]
        must(found and (entry or found[0][2]), "7.2.9.a")
        self.standby.remove(found[0])
        _, by, does = found[0]
        if does:
            does()
        else:  # the Explosion of a bomb and the Click of a trap (4.19.5, 4.19.7)
            self.resolve_spell(Cast(known(by.card["spells"][0]), by, by.last, entry))
        self.fall()

    def resolve_spell(self, cast: Cast) -> None:
        """Steps 2 to 7."""
        self.find_targets(cast)
        for effect in cast.effects:  # a coin may add to them
            if self.holds(effect, cast.caster):
                self.apply(effect, cast)
        self.fall()
        self.roll_and_place(cast)

    def find_targets(self, cast: Cast) -> None:
        """Step 2, and whether the additional effects are applied at all (7.5.21, 7.5.22)."""
        spell, caster, kind = cast.spell, cast.caster, cast.spell.get("area")
        turned = kind not in (None, "multiple", "cross", "square")
        ahead = self.ahead(cast.aimed, cast) if turned else 1
        cells = [cast.aimed + ahead * offset for offset in AREAS.get(kind, [])]
        if kind == "multiple":
            cells = [c for c in self.ground if c != cast.aimed and self.in_reach(caster, spell, c)]
        cast.main = self.on(cast.aimed)
        cast.targets = cast.main + [unit for c in cells for unit in self.on(c)]
        land = rows(self.sides[OTHER[caster.side]], 5) if spell.get("invasion") else [cast.origin]
        if cast.origin in land and (not spell.get("track") or in_line(cast.origin, cast.aimed)):
            cast.effects = [*spell.get("effects", [])]
        if caster.has("sram-style") and cast.element in ELEMENTS and cast.close:
            cast.effects.append({"do": "steal-health"})

    def roll_and_place(self, cast: Cast) -> None:
        """Steps 4 to 7."""
        caster, attack, rolls = cast.caster, "attack" in cast.spell, bool({"attack", "heal"} & cast.spell.keys())
        elemental = OF_ELEMENT.get(cast.element, "")
        many = 1 + (caster.has("critical-hit") and cast.element != "neutral") + caster.has(elemental)
        struck = successes(cast.entry.get("critical", []), many * rolls, "critical", "7.2.5.b")
        struck *= 2 if cast.of_kind("double-criticals") else 1
        pierced = any(self.holds(effect, caster) for effect in cast.of_kind("pierce"))
        reached = [unit for unit in cast.targets if rolls and unit.cell and "hp" in unit.card]
        armour = {name: dice for name, dice in cast.entry.get("armour", {}).items() if dice}
        must(armour.keys() <= {unit.name for unit in reached if attack}, "7.2.6.a")
        wounds = {}
        for unit in reached:
            dice = max(0, 1 + unit.has("armour") + unit.has(elemental) - pierced) if attack else 0
            held = successes(armour.get(unit.name, []), dice, "armour", "7.2.6.b")
            wounds[unit] = max(0, self.amount(cast, unit, struck, held))
        drained = sum(self.strike(unit, wounds[unit], cast) for unit in reached) if attack else 0
        for unit in [] if attack else reached:
            self.mend(unit, wounds[unit])
        if cast.of_kind("steal-health"):
            self.standby.append(("steals-health", caster, lambda: self.mend(caster, drained)))
        self.fall()

    def amount(self, cast: Cast, unit: Unit, struck: int, held: int) -> int:
        """The damage, or the injuries healed (7.2.7, 7.3.2.b)."""
        caster, element = cast.caster, cast.element
        added = sum(self.added(effect, cast, unit) for effect in cast.of_kind("bonus"))
        if "heal" in cast.spell:
            return int(cast.spell["heal"] + added + caster.has("heal") + (struck > 0))
        if element in ELEMENTS and {"immune", "feca-style"} & unit.powers():
            return 0
        more = [each for reward in caster.up for each in reward.get("damage", [])]
        more += [{**boost["next"], "amount": boost["next"]["damage"]} for boost in cast.boosts if "next" in boost]
        fitting = [each for each in more if element in each["elements"] and (cast.close or not each.get("close"))]
        added += sum(each["amount"] for each in fitting)
        resists = any(power.startswith("resistance-") and element in power for power in unit.powers())
        return int(cast.spell["attack"]["damage"] + added + (struck > held) - (struck < held) - resists)

    def added(self, effect: Record, cast: Cast, unit: Unit) -> int:
        near = [other for other in self.near(unit) if other.of(effect.get("per") or effect.get("beside") or "")]
        times = len(near) if "per" in effect else bool(near) if "beside" in effect else 1
        fits = self.holds(effect, cast.caster) and ("against" not in effect or unit.of(effect["against"]))
        return int(effect["damage"] * times * fits)

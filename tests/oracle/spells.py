"""Spells (4.15, 4.16, 7): whether they may be cast, whom they take in, and what their effects do."""

from collections import Counter
from functools import partial

from tests.oracle.books import SCENERY
from tests.oracle.data import AREAS, CELLS, TURNED, CannotTell, Record, between, distance, known, slug
from tests.oracle.effects import LATER, Effects
from tests.oracle.table import CHARACTERS, GAUGES, Unit, must

OF_ELEMENT = {"water": "chance", "air": "agility", "earth": "strength", "fire": "intelligence"}
NEUTRAL: Record = {"element": "neutral", "damage": 1}
PUNCH: Record = {"name": "Punch", "limit": "turn", "cost": {"ap": 5}, "range": {"kind": "close"}, "attack": NEUTRAL}


class Spells(Effects):
    boost: int = 0  # what Boosts and spells before it add to the spell (4.7.5.a, 4.18.4)

    def in_reach(self, unit: Unit, spell: Record, aimed: complex) -> bool:
        """7.1.5 and 7.1.6: within range, in line where it has to be, and seen."""
        printed, way, far = spell["range"], aimed - unit.cell, distance(unit.cell, aimed)
        if printed["kind"] in ("close", "personal"):
            return far == (printed["kind"] == "close")
        altered = unit.left["range"] + unit.most("range") + (self.ground[unit.cell] == "C")
        in_range = printed["min"] <= far <= printed["max"] + (altered if printed.get("alterable") else 0)
        in_line = printed["kind"] != "line" or 0 in (way.real, way.imag)
        hunted = "big-bad-moowolf" in unit.powers and any(unit in foe.marks.values() for foe in self.on(aimed))
        cells = between(unit.cell, aimed) if printed["kind"] != "unseen" and not hunted else []
        return (
            in_range
            and in_line
            and not any(self.ground[cell] == "T" for cell in cells)
            and not any(self.blocks_sight(other, unit) for other in self.on(*cells))
        )

    def blocks_sight(self, other: Unit, unit: Unit) -> bool:
        """4.15.9; invisible only to characters that are not beside it."""
        far = unit.body in CHARACTERS and distance(other.cell, unit.cell) != 1
        hidden = "invisibility" in other.powers and far
        blocks = CHARACTERS if self.book.of_2013 else ("krosmaster",)  # p. 25
        return other.body in blocks and "itty-bitty" not in other.powers and not hidden

    def cost(self, unit: Unit, spell: Record) -> Counter[str]:
        """Powers change what is paid in AP; a dash is never changed (4.8.1, 4.8.2)."""
        cost: Counter[str] = Counter(spell.get("cost", {}))
        if "ap" in cost:
            cost["ap"] -= "heroic-inspiration" in unit.powers and self.has_other(unit, "Brotherhood of the Tofu")
            cost["ap"] += (unit.body in CHARACTERS) * sum("slowing-presence" in foe.powers for foe in self.foes(unit))
        return +cost

    def area(self, unit: Unit, spell: Record, aimed: complex) -> list[complex]:
        """The other cells that it takes in (4.16.3, 7.2.3.c)."""
        if spell.get("area") == "multiple":
            return [c for c in CELLS.values() if c != aimed and self.ground.get(c) and self.in_reach(unit, spell, c)]
        cells = AREAS.get(spell.get("area"), []) if self.has_area(unit, spell, aimed) else []
        ahead = self.direction(unit.cell, aimed) if spell.get("area") in TURNED else 1
        return [aimed + ahead * cell for cell in cells]

    def has_area(self, unit: Unit, spell: Record, aimed: complex) -> bool:
        """What an area needs: Avengers, Villains (4.9.19, 4.9.20), or a target in line (7.5.21)."""
        needs, way = spell.get("area-needs", {}), aimed - unit.cell if unit.cell else 0j
        return (
            self.how_many("Avenger") >= needs.get("retribution", 0)
            and self.how_many("Villain") >= needs.get("revenge", 0)
            and (not needs.get("track") or 0 in (way.real, way.imag))
        )

    def cast(self, unit: Unit, action: Record) -> None:
        """7.1 and 7.2.2: the prerequisites, and what is paid."""
        every = [spell for source in [unit.card, *unit.up] for spell in source.get("spells", [])]
        punch = [] if unit.summoner else [self.punch(unit)]
        spells = {name: spell for spell in [*every, *punch] for name in [slug(spell["name"]), *spell.get("also", [])]}
        aimed = CELLS.get(action["target"], 0j)
        must(action["spell"] in spells and aimed, "7.1.1")
        spell = known(spells[action["spell"]])
        name, target, cost = slug(spell["name"]), self.on(aimed), self.cost(unit, spell)
        place = str([each.name for each in target] or aimed)
        if name == "punch" and self.book.of_2013:  # p. 23
            must(any(foe.side != unit.side and foe.body in CHARACTERS for foe in target), "4.8.5")
        uses = {"turn": (unit, name, self.turn), "target": (unit, name, self.turn, place), "game": (unit, name)}
        must(uses.get(spell["limit"]) not in self.done, "7.1.3")
        left = {**unit.left, "injuries": unit.most("hp") - unit.injuries, "kamas": self.kamas[unit.side]}
        must(all(left[what] >= many for what, many in cost.items()), "7.1.4")
        must(self.in_reach(unit, spell, aimed), "7.1.5")
        effects = spell.get("effects", [])
        if effects and all(each["do"] == "summon" for each in effects) and not {"attack", "heal"} & spell.keys():
            places = [aimed] if effects[0].get("at", "target") == "target" else []
            must(all(self.free(cell) for cell in places), "4.19.1.a")
            must(self.has_room(unit, spell), "4.19.9.c")
        cells = self.area(unit, spell, aimed)
        self.allowed(unit, self.on(aimed, *cells))
        self.again = self.casts.count((unit, name, self.turn))
        self.casts.append((unit, name, self.turn))
        element = spell.get("attack", {}).get("element", "")
        coming = [reward["next"] for reward in unit.up if "next" in reward] + unit.following
        self.boost, unit.following = sum(each["damage"] for each in coming if element in each["elements"]), []
        unit.up = [r for r in unit.up if r["kind"] != "boost" or self._waits(r, element) or self.keeps(r, spell)]
        self.done |= {*uses.values()}
        unit.left.subtract({what: many for what, many in cost.items() if what in GAUGES})
        if cost["injuries"]:
            unit.injuries, unit.struck_by = unit.injuries + cost["injuries"], None  # 4.10.6.c
        self.kamas[unit.side] -= cost["kamas"]
        self.fall()
        self.fell = unit.cell is None
        self.aimed, self.cells, self.moved, self.counted = aimed, (aimed, *cells), (), {}
        self.main, self.targets = tuple(self.on(aimed)), tuple(self.on(aimed, *cells))
        self.began = unit.cell
        self.stood = {each.name: each.cell for each in self.targets}
        for each in self.main:
            if each.side != unit.side:
                self.happens("aims", unit, each)
        self.return_flames()
        self.resolve({**spell, "effects": [*effects, *unit.extra.get(name, [])]}, unit, action)
        self.resolve_standby()

    def punch(self, unit: Unit) -> Record:
        """4.8.5, and what Techniques make of it (4.7.11.e, 4.7.11.f)."""
        more = [effect for technique in unit.techniques for effect in technique.get("punch", [])]
        limit = {"limit": None} if self.book.of_2013 else {}  # p. 23
        return {**PUNCH, **limit, "cost": {"ap": max(0, 5 - len(unit.techniques))}, "effects": more}

    def allowed(self, unit: Unit, taken: list[Unit]) -> None:
        """7.1.7: powers that forbid to aim look at all that the spell would take in (7.1.2)."""
        for foe in self.began_beside:
            if foe.cell and foe.side != unit.side:
                must("sit-stay" not in foe.powers or foe not in taken, "7.1.7")
                must("protector-of-the-purple-claws" not in foe.powers or foe in taken, "7.1.7")
        must(not any("seduction" in by.powers and by in taken for by in unit.marks.values()), "7.1.7")

    def keeps(self, boost: Record, spell: Record) -> bool:
        """A spell that a Boost gives comes at any time of the turn (p. 28)."""
        return self.book.of_2013 and bool(boost.get("spells")) and spell not in boost["spells"]

    def hit_scenery(self, spell: Record, struck: int, caster: Unit) -> None:
        """Without armour; its injuries are gone after the turn (p. 27)."""
        for cell in self.cells:
            hp = SCENERY.get(self.ground.get(cell, ""), 0)
            if hp:  # whoever stands on the crate
                if any(each["do"].startswith("bonus") for each in spell.get("effects", [])):
                    raise CannotTell
                self.broken[cell] += self.printed(spell, caster) + struck
                if self.broken[cell] >= hp:
                    self.ground[cell], self.coins[cell] = ".", self.coins.get(cell, 0) + hp

    def printed(self, spell: Record, by: Unit) -> int:
        """The damage with what tokens and powers of the caster add to it."""
        element, close = spell["attack"]["element"], spell["range"]["kind"] == "close"
        worn = [each for reward in by.up for each in reward.get("damage", [])]
        lasting = [each for power, _ in self.lasting(by) for each in power.get("damage", [])]
        given = [each for each in by.stronger if each["cast"] < len(self.casts)]
        more = [each for each in (*worn, *lasting, *given) if element in each["elements"]]
        fitting = [each["amount"] for each in more if close or not each.get("close")]
        return int(spell["attack"]["damage"] + sum(fitting) + self.boost)

    def _waits(self, boost: Record, element: str) -> bool:
        coming = boost.get("next", {})
        return bool(coming.get("wait")) and element not in coming["elements"]

    def resolve(self, spell: Record, caster: Unit, entry: Record) -> None:
        """Steps 3 to 8; with dice for an attack or for healing (7.2.5, 7.2.6)."""
        effects, self.spell, self.resolving = spell.get("effects", []), spell, True
        self.tossed, self.shown, self.foretold = (), (), {}
        for effect in effects:
            if effect["do"] not in LATER:
                self.apply(effect, [*self.targets], caster)
        effects = [*effects, *self.tossed]
        must(not self.chosen.get("coins"), "7.2.4.a")
        self.fall()
        attack, heals = "attack" in spell, "heal" in spell
        element, kinds = spell.get("attack", {}).get("element", ""), [each["do"] for each in effects]
        elemental = OF_ELEMENT.get(element, "")
        reached = [unit for unit in self.targets if unit.cell and "hp" in unit.card and (attack or heals)]
        many = self.critical_dice(caster, element) if attack or heals else 1
        critical = entry.get("critical", [])
        must(attack or heals or not critical, "7.2.5.a")
        struck = self.roll(caster, critical, many, "critical", "7.2.5.b") if attack or heals else 0
        struck *= 2 if "double-criticals" in kinds else 1
        armour = {name: dice for name, dice in entry.get("armour", {}).items() if dice}
        must(armour.keys() <= {unit.name for unit in reached if attack}, "7.2.6.a")
        wounds = {}
        for unit in reached:
            lasting = any("pierce" in power for power, _ in self.lasting(caster))
            pierced = any(self.asked(each, unit, caster) for each in effects if each["do"] == "pierce")
            pierced = pierced and not self.ignores(unit, caster)
            if lasting and pierced:
                raise CannotTell
            many = 1 + len({"armour", elemental} & self.against(unit, caster)) - (pierced or lasting)
            held = self.roll(unit, armour.get(unit.name, []), many, "armour", "7.2.6.b") if attack else 0
            wounds[unit] = min(unit.of_a_spell, max(0, self.amount(spell, unit, struck, held, caster)))
        for unit in reached if heals else []:
            unit.heal(wounds[unit])
        drained = 0 if heals else sum(self.injure(unit, many, caster) for unit, many in wounds.items())
        self.attacked += attack
        close = spell["range"]["kind"] == "close"
        stolen = any(each["do"] == "steal-health" and self.holds(each, caster) for each in effects)
        stolen = stolen or bool("sram-style" in caster.powers and elemental and close)
        if stolen and self.book.of_2013:  # as the injuries are placed (p. 25)
            caster.heal(drained)
            stolen = False
        if attack and close and self.breakable and spell["name"] != "Punch":  # which is no spell (p. 8, 23)
            self.hit_scenery(spell, struck, caster)
        self.fall()
        if stolen:
            self.wait("steals-health", caster, None, lambda said: caster.heal(drained))
        self.resolving = False

    def critical_dice(self, caster: Unit, element: str) -> int:
        """4.9.3, 4.9.21; some powers are there against some of the targets only, and no rule says what follows."""
        dice = {
            1 + (element != "neutral" and "critical-hit" in powers) + (OF_ELEMENT.get(element, "") in powers)
            for powers in [self.against(caster, foe) for foe in self.targets] or [caster.powers]
        }
        if len(dice) > 1:
            raise CannotTell
        return dice.pop()

    def return_flames(self) -> None:
        """The marker of a flame goes as its bearer becomes a target (7.2.3), and the active unit is injured."""
        for unit in self.targets:
            for name, by in [*unit.marks.items()]:
                if "flame-return" in by.powers and by.cell:
                    del unit.marks[name]
                    self.wait("flame-return", by, self.active, partial(self._burn, self.active, by))

    def _burn(self, unit: Unit, by: Unit, said: Record) -> None:
        self.injure(unit, 2, by)

    def explode(self, bomb: Unit, at: complex, said: Record) -> None:
        """On the eight cells around it (p. 16); then the spell that felled it goes on."""
        names = ("aimed", "targets", "main", "cells", "stood", "moved", "spell", "resolving", "tossed", "chosen")
        before = {name: getattr(self, name, None) for name in (*names, "boost", "attacked")}
        spell = known(bomb.card["spells"][0])
        cells = self.area(bomb, spell, at)
        self.aimed, self.cells, self.main, self.boost = at, (*cells,), (), 0
        self.targets, self.chosen = tuple(self.on(*cells)), {}
        self.resolve(spell, bomb, said)
        for name, value in before.items():
            setattr(self, name, value)

    def has_room(self, unit: Unit, spell: Record) -> bool:
        """4.19.9.c; or what this figure has in play by this spell (p. 24)."""
        if self.book.of_2013 and "control" in spell:
            slugs = [effect["summon"] for effect in spell.get("effects", []) if effect["do"] == "summon"]
            own = [each for each in self.in_play(unit.side) if each.summoner is unit]
            mine = [each for each in own for slug in slugs if each.name.startswith(f"{unit.name}/{slug}-")]
            return len(mine) < spell["control"]
        allowed = {slug(spell.get("name", "")): spell.get("control", 99), **unit.paid}
        return sum(bool(each.summoner) for each in self.in_play(unit.side)) < int(allowed[slug(spell.get("name", ""))])

    def count(self, effect: Record, by: Unit) -> int:
        """Of the caster, as the effect is read; what is left before the next effect takes it away."""
        counts = {
            "own-injury": by.injuries,
            "ap-left": by.left["ap"],
            "mp-left": by.left["mp"],
            "cell": int(distance(by.cell, self.aimed)) if by.cell else 0,
            "allied-target": sum(unit.side == by.side for unit in self.targets),
            "summon-name": len({unit.card["name"] for unit in self.in_play(by.side) if unit.summoner}),
        }
        return counts.get(effect["each"], 0)

    def added(self, effect: Record, unit: Unit, by: Unit) -> int:
        """The damage that one effect adds (7.5.5 to 7.5.8)."""
        if effect["do"] == "bonus":
            per = sum(each.is_a(effect["per"]) for each in self.beside(unit.cell)) if "per" in effect else 1
        elif effect["do"] == "bonus-team":
            others = [ally for ally in self.in_play(by.side) if ally is not by or not effect.get("others")]
            per = sum(ally.is_a(effect["per"]) for ally in others)
        else:
            plus = sum(max(0, unit.markers[gauge]) for gauge in ("ap", "mp"))
            of_target = {"level": unit.level, "plus-marker": plus, "target-injury": unit.injuries}
            per = of_target.get(effect["each"], self.counted.get(str(effect), 0)) // effect.get("step", 1)
        return int(effect["damage"] * per)

    def amount(self, spell: Record, unit: Unit, struck: int, held: int, by: Unit) -> int:
        """The damage, or the injuries healed (7.2.7, 7.3.2.b)."""
        bonuses = [
            each
            for each in (*spell.get("effects", []), *self.tossed)
            if each["do"] in ("bonus", "bonus-each", "bonus-team")
        ]
        added = sum(self.added(each, unit, by) for each in bonuses if self.asked(each, unit, by))
        added += self.foretold.get(struck > 0, 0)
        if "heal" in spell:
            return int(spell["heal"] + added + ("heal" in by.powers) + (struck if self.book.of_2013 else struck > 0))
        element = spell["attack"]["element"]
        if element != "neutral" and {"immune", "feca-style"} & unit.powers:
            return 0
        damage = self.printed(spell, by)
        if element != "neutral":
            added += "compulsion" in by.powers and self.attacked == 0
            allies = [ally for ally in self.in_play(by.side) if ally is not by and not ally.summoner]
            added -= len(allies) * ("false-friend" in by.powers)
            of_element = [
                s
                for each in self.targets
                if each.body in CHARACTERS
                for s in each.card.get("spells", [])
                if s.get("attack", {}).get("element") == element
            ]
            if "big-game-hunter" in by.powers and element == "earth" and unit.side != by.side:
                foes = [foe for foe in self.in_play(unit.side) if foe is not unit and not foe.summoner]
                companions = self.has_other(by, "Brotherhood of the Tofu")
                added += companions and all(unit.level > foe.level for foe in foes)
            added += "cribbling" in by.powers and bool(of_element)
        resists = any(power.startswith("resistance-") and element in power for power in unit.powers)
        rolled = struck - held if self.book.of_2013 else (struck > held) - (struck < held)  # p. 24; 7.2.7.b
        return int(damage + added + rolled - resists)

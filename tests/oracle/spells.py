"""Spells (4.15, 4.16, 7): whether they may be cast, whom they take in, and what their effects do."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.oracle.books import SCENERY
from tests.oracle.data import AREAS, CELLS, FACING, TURNED, CannotTell, Record, between, distance, known, slug
from tests.oracle.powers import GROUPS, Powers
from tests.oracle.table import CHARACTERS, GAUGES, OTHER, Unit, must

OF_ELEMENT = {"water": "chance", "air": "agility", "earth": "strength", "fire": "intelligence"}
NEUTRAL: Record = {"element": "neutral", "damage": 1}
PUNCH: Record = {"name": "Punch", "limit": "turn", "cost": {"ap": 5}, "range": {"kind": "close"}, "attack": NEUTRAL}
LATER = ("pierce", "bonus", "bonus-team", "steal-health", "double-criticals")  # what a later step looks up
ON_THE_CASTER = (
    "gain",
    "lose",
    "reach",
    "kamas",
    "glory",
    "spell-bonus",
    "end-turn",
    "retreat",
    "approach",
    "bonus-each",
)
GIVEN = {None: "given", "turn": "given", "player-turn": "stays", "game": "kept"}
ON_THE_MAIN_TARGET = ("switch", "move-beside", "lose-powers", "exchange-injuries", "special-marker", "steal-kamas")
WHOM = {"against", "side", "body", "level-from", "level-to", "beside", "figure", "without", "marked", "unhurt", "hurt"}
WHOM |= {"hurt-by", "among", "unmoved", "in-territory", "unfazed"}


class Spells(Powers):
    aimed: complex = 0j
    targets: tuple[Unit, ...] = ()  # of the spell that is cast, its main target first
    main: tuple[Unit, ...] = ()
    cells: tuple[complex, ...] = ()
    stood: Record = {}  # where each target stood as the spell was aimed
    moved: tuple[Unit, ...] = ()
    began: complex = 0j  # where its caster stood
    again: int = 0  # how often its caster has cast it before in this turn
    attacked: int = 0  # how many attack spells the active unit has cast in its turn
    boost: int = 0  # what Boosts add to the spell (4.7.5.a)
    spell: Record = {}  # that is resolved, and whether its own effects are
    resolving: bool = False
    counted: Record = {}  # what an effect has counted as it was read
    finished: bool = False  # 6.4.2: a spell has ended its turn

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
        cells = AREAS.get(spell.get("area"), [])
        ahead = self.direction(unit.cell, aimed) if spell.get("area") in TURNED else 1
        return [aimed + ahead * cell for cell in cells]

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
        self.boost = sum(r["next"]["damage"] for r in unit.up if element in r.get("next", {}).get("elements", []))
        unit.up = [r for r in unit.up if r["kind"] != "boost" or self._waits(r, element) or self.keeps(r, spell)]
        self.done |= {*uses.values()}
        unit.left.subtract({what: many for what, many in cost.items() if what in GAUGES})
        unit.injuries += cost["injuries"]
        self.kamas[unit.side] -= cost["kamas"]
        self.fall()
        self.aimed, self.cells, self.moved, self.counted = aimed, (aimed, *cells), (), {}
        self.main, self.targets = tuple(self.on(aimed)), tuple(self.on(aimed, *cells))
        self.began = unit.cell
        self.stood = {each.name: each.cell for each in self.targets}
        for each in self.main:
            if each.side != unit.side:
                self.happens("aims", unit, each)
        self.resolve(spell, unit, action)
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
        self.tossed: list[Record] = []
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
        many = 1 + (element != "neutral" and "critical-hit" in caster.powers) + (elemental in caster.powers)
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
            many = 1 + len({"armour", elemental} & unit.powers) - (pierced or lasting)
            held = self.roll(unit, armour.get(unit.name, []), many, "armour", "7.2.6.b") if attack else 0
            wounds[unit] = max(0, self.amount(spell, unit, struck, held, caster))
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
        return sum(bool(each.summoner) for each in self.in_play(unit.side)) < spell.get("control", 99)

    # -- whom an effect means, and when -------------------------------------------------------------------------------

    def asked(self, effect: Record, unit: Unit, by: Unit) -> bool:
        return self.holds(effect, by) and self.means(effect, unit, by)

    def holds(self, effect: Record, by: Unit) -> bool:
        """What is asked once for the whole effect (4.9.19, 4.9.20, 7.5.21, 7.5.22, 4.18.2.b)."""
        way = self.aimed - by.cell if by.cell else 1 + 1j
        aligned = 0 in (way.real, way.imag)
        mine = [injured for source, injured in self.injured if source is by]
        krosmasters = [injured for injured in mine if not injured.summoner]
        spell = self.spell if self.resolving else {}
        return (
            ("team-has" not in effect or self.has_other(by, effect["team-has"]))
            and sum(unit.is_a("Avenger") for unit in self.in_play()) >= effect.get("retribution", 0)
            and sum(unit.is_a("Villain") for unit in self.in_play()) >= effect.get("revenge", 0)
            and (not (effect.get("track") or spell.get("track")) or aligned)
            and (not (effect.get("invasion") or spell.get("invasion")) or self.invades(by))
            and ("again" not in effect or self.again > 0)
            and ("first-cast" not in effect or self.again == 0)
            and ("first-attack" not in effect or self.attacked == 0)
            and by.injuries >= effect.get("injured-from", 0)
            and {"krosmaster": bool(krosmasters), "no-krosmaster": not krosmasters, "nobody": not mine}.get(
                effect.get("injured-this-turn", ""), True
            )
        )

    def means(self, effect: Record, unit: Unit, by: Unit) -> bool:
        """What is asked of each target (4.18.9, 4.4.3, 4.3.3, 2.4.2, 4.18.2.b)."""
        near = self.beside(unit.cell) if unit.cell else []
        body = unit.body
        bodies = (
            None,
            body,
            *(["character"] if body in CHARACTERS else []),
            *(["summon"] if unit.summoner else []),
            *(["krosmaster-no-boss"] if body == "krosmaster" and unit.card.get("boss") != "yes" else []),
        )
        plus = {gauge for gauge in ("ap", "mp") if unit.markers[gauge] > 0}
        return (
            unit.is_a(effect.get("against"))
            and effect.get("side") in (None, "ally" if unit.side == by.side else "enemy")
            and effect.get("body") in bodies
            and effect.get("among") in (None, "main" if unit in self.main else "others")
            and ("level-from" not in effect or (not unit.summoner and unit.level >= effect["level-from"]))
            and ("level-to" not in effect or (not unit.summoner and unit.level <= effect["level-to"]))
            and ("beside" not in effect or any(each.is_a(effect["beside"]) for each in near))
            and (
                "figure" not in effect
                or any(each.card["name"] == effect["figure"] and not each.summoner for each in near)
            )
            and effect.get("without") not in plus
            and ("marked" not in effect or any(unit.markers[gauge] for gauge in ("ap", "mp")))
            and ("unhurt" not in effect or not unit.injuries)
            and effect.get("hurt") in (None, "by-caster" if (by, unit) in self.injured else "not-by-caster")
            and ("hurt-by" not in effect or any(i is unit and s.is_a(effect["hurt-by"]) for s, i in self.injured))
            and ("unmoved" not in effect or self.stood.get(unit.name) == unit.cell)
            and ("in-territory" not in effect or (bool(unit.cell) and self.territory(OTHER[by.side])(unit.cell)))
            and effect.get("unfazed") in (None, "unfazed" if "unfazed" in unit.powers else "others")
        )

    def ignores(self, unit: Unit, by: Unit) -> bool:
        """The Unfazed ignore what a spell of others does besides damage and injuries (p. 27)."""
        return self.book.of_2013 and unit is not by and "unfazed" in unit.powers

    def whom(self, effect: Record, targets: list[Unit], by: Unit) -> list[Unit]:
        to = effect.get("to", "targets")
        if to == "targets":
            main = self.resolving and effect["do"] in ON_THE_MAIN_TARGET
            units = [unit for unit in targets if unit in self.main] if main else targets
        elif to == "one-ally":
            allies = [unit for unit in self.in_play(by.side) if self.means(effect, unit, by)]
            units = [unit for unit in [self.one_of(allies)] if unit]
        elif to == "moved":
            units = [*self.moved]
        elif to == "self":  # if it means one of those who are targeted or answered
            concerned = not WHOM & effect.keys() or any(self.means(effect, unit, by) for unit in targets)
            return [by] if by.cell and concerned else []
        elif to == "allies-beside-target":
            around = any(self.means(effect, unit, by) for unit in self.main)
            return [unit for unit in self.beside(self.aimed) if unit.side == by.side] if around else []
        else:
            units = [unit for unit in self.in_play() if by.cell and GROUPS[to](by, unit)]
        if self.resolving and effect["do"] != "injure":
            units = [unit for unit in units if not self.ignores(unit, by)]
        return [unit for unit in units if unit.cell and self.means(effect, unit, by)]

    # -- what effects do ----------------------------------------------------------------------------------------------

    def apply(self, effect: Record, targets: list[Unit], by: Unit) -> None:
        """Step 3, or a power that answers: for each piece that it concerns."""
        if not self.holds(effect, by):
            return
        meant = self.whom(effect, targets, by)
        if not meant and WHOM & effect.keys():
            return
        if effect["do"] in LATER:  # a coin has given it
            self.tossed.append(effect)
            return
        once: dict[str, Callable[[], object]] = {
            "gain": lambda: self.fill(by, effect),
            "lose": lambda: self.fill(
                by, {k: -by.left[k] if effect[k] == "all" else -effect[k] for k in GAUGES if k in effect}
            ),
            "reach": lambda: self.fill(by, {"range": effect["cells"]}),
            "kamas": lambda: self.kamas.update({by.side: effect["amount"]}),
            "glory": lambda: self.gain(by.side, effect["amount"]),
            "spell-bonus": lambda: by.stronger.append({**effect, "amount": effect["damage"], "cast": len(self.casts)}),
            "end-turn": lambda: setattr(self, "finished", True),
            "choose": lambda: self.choose(by, effect),
            "buy-glory": lambda: self.buy_for(by, effect["kamas"]),
            "choose-gain": lambda: self.choose_gain(by, effect),
            "coins": lambda: self.toss(effect, targets, by),
            "bonus-each": lambda: self.counted.update({str(effect): self.count(effect, by)}),
            "retreat": lambda: self.go(by, -1, effect["cells"]),
            "approach": lambda: self.go(by, 1, effect["cells"]),
            "teleport": lambda: self.teleport(effect, by),
            "take-kamas": lambda: self.take(by, effect.get("most", 1)),
            "lose-kamas": lambda: self.lose_kamas(effect, meant, by),
            "summon": lambda: self.summons(effect, by),
            "summon-beside": lambda: self.summons({**effect, "at": "beside-caster"}, by),
            "recall": lambda: self.recall(by),
        }
        each: dict[str, Callable[[Unit], object]] = {
            "markers": lambda unit: self.mark(unit, effect),
            "steal": lambda unit: self.steal(effect, unit, by),
            "power": lambda unit: getattr(unit, GIVEN[effect.get("until")]).extend(effect["powers"]),
            "lose-powers": lambda unit: self.bare(unit, stays="until" in effect),
            "clear-markers": lambda unit: unit.markers.clear(),
            "injure": lambda unit: self.injure(unit, effect["amount"], by),
            "mend": lambda unit: unit.heal(effect["amount"]),
            "push": lambda unit: self.push(unit, by, effect["cells"]),
            "attract": lambda unit: self.attract(unit, by, effect["cells"]),
            "switch": lambda unit: self.switch(effect["with"], unit, by),
            "move-beside": lambda unit: self.move_beside(
                unit, unit.cell if effect.get("of") == "itself" else self.aimed, by
            ),
            "exchange-injuries": lambda unit: self.exchange(unit, by),
            "special-marker": lambda unit: self.place_marker(effect["name"], unit, by),
            "steal-kamas": lambda unit: self.steal_kamas(effect["amount"], unit, by),
        }
        if effect["do"] == "move-beside" and effect["who"] == "self":
            self.move_beside(by, by.cell if effect.get("of") == "itself" else self.aimed, by)
        elif effect["do"] in once:
            once[effect["do"]]()
        else:
            for unit in meant:
                each[effect["do"]](unit)

    def steal(self, effect: Record, unit: Unit, by: Unit) -> None:
        taken = self.mark(unit, effect, -1)
        self.mark(by, effect) if self.book.of_2013 else self.mark(by, taken, -1)  # p. 25

    def push(self, unit: Unit, by: Unit, cells: int) -> None:
        if unit is not by:
            self._shifted(unit, self.direction(by.cell, unit.cell), cells, by)

    def attract(self, unit: Unit, by: Unit, cells: int) -> None:
        if unit is not by:
            self._shifted(unit, -self.direction(by.cell, unit.cell), cells, by, by.cell)

    def go(self, by: Unit, way: int, cells: int) -> None:
        """7.5.16, 7.5.17: the caster, away from the cell aimed at or towards it."""
        if by.cell and by.cell != self.aimed:
            step = way * self.direction(by.cell, self.aimed)
            self._shifted(by, step, cells, by, self.aimed if way > 0 else None)

    def _shifted(self, unit: Unit, step: complex, cells: int, by: Unit, towards: Any = None) -> None:
        before = unit.cell
        self.shift(unit, step, cells, by, towards)
        if unit.cell != before:
            self.moved = (*self.moved, unit)

    def switch(self, which: str, unit: Unit, by: Unit) -> None:
        fits = {"ally": unit.side == by.side, "character": unit.body in CHARACTERS, "unit": True}[which]
        if fits and unit is not by and by.cell and "unfazed" not in unit.powers:
            here, there = by.cell, unit.cell
            by.cell = None
            self.put(unit, here, by)
            by.cell = here
            unit.cell = None
            self.put(by, there, by)
            unit.cell = here
            self.moved = (*self.moved, unit, by)

    def one_of(self, among: list[Unit]) -> Unit | None:
        """The one that the log names, if there is a choice."""
        if len(among) > 1 and "unit" not in self.chosen:
            raise CannotTell
        if "unit" in self.chosen and among:
            must(self.chosen["unit"] in [unit.name for unit in among], "7.2.4.b")
            return self.units[self.chosen["unit"]]
        return among[0] if among else None

    def teleport(self, effect: Record, by: Unit) -> None:
        near = self.beside(by.cell)
        allies = [unit for unit in near if unit.side == by.side]
        enemies = [unit for unit in near if unit.side != by.side]
        among = {
            "self": [by],
            "adjacent-ally": allies,
            "adjacent-ally-no-boss": [unit for unit in allies if unit.card.get("boss") != "yes"],
            "adjacent-enemy": enemies,
            "adjacent-enemy-character": [unit for unit in enemies if unit.body in CHARACTERS],
            "self-or-adjacent-ally": [by, *allies],
        }[effect["who"]]
        named = self.one_of(among)
        if named and self.free(self.aimed):
            self.put(named, self.aimed, by)
            self.moved = (*self.moved, *([named] if named.cell == self.aimed else []))

    def move_beside(self, mover: Unit, around: complex, by: Unit) -> None:
        if "cell" not in self.chosen:
            raise CannotTell
        cell = CELLS.get(self.chosen["cell"], 0j)
        must(distance(around, cell) == 1 and self.free(cell), "7.2.4.b")
        self.put(mover, cell, by)
        self.moved = (*self.moved, mover)

    def choose_gain(self, by: Unit, effect: Record) -> None:
        option = self.chosen.get("option", "")
        must(option in ("ap", "mp"), "7.2.4.b")
        self.fill(by, {option: effect[option]})

    def choose(self, by: Unit, effect: Record) -> None:
        option = self.chosen.get("option", "")
        must(option in ("ap", "mp", "heal"), "7.2.4.b")
        if option == "heal":
            by.heal(effect["heal"])
        else:
            self.fill(by, {option: effect[option]})

    def buy_for(self, by: Unit, kamas: int) -> None:
        """Unless the log says no."""
        if self.chosen.get("option") != "no" and self.kamas[by.side] >= kamas:
            self.kamas[by.side] -= kamas
            self.gain(by.side, 1)

    def toss(self, effect: Record, targets: list[Unit], by: Unit) -> None:
        tossed = self.chosen.get("coins", [])
        must(len(tossed) >= effect["count"], "7.2.4.a")
        for _ in range(effect["count"]):
            side = tossed.pop(0)
            must(side in ("heads", "tails"), "7.2.4.a")
            if side in effect:
                self.apply(effect[side], targets, by)

    def take(self, by: Unit, most: int) -> None:
        taken = min(most, self.coins.get(self.aimed, 0))
        self.coins[self.aimed] = self.coins.get(self.aimed, 0) - taken
        self.kamas[by.side] += taken

    def lose_kamas(self, effect: Record, meant: list[Unit], by: Unit) -> None:
        for side in (
            [by.side] if effect.get("who", "caster") == "caster" else [unit.side for unit in meant if unit in self.main]
        ):
            self.kamas[side] -= min(self.kamas[side], effect["amount"])

    def steal_kamas(self, many: int, unit: Unit, by: Unit) -> None:
        stolen = min(many, self.kamas[unit.side])
        self.kamas[unit.side] -= stolen
        self.kamas[by.side] += stolen

    def bare(self, unit: Unit, *, stays: bool) -> None:
        unit.bare, unit.stays_bare = True, unit.stays_bare or stays

    def exchange(self, unit: Unit, by: Unit) -> None:
        held = [any("no-healing" in power for power, _ in self.lasting(each)) for each in (unit, by)]
        if not any(held) and unit is not by:
            mine, theirs = by.injuries, unit.injuries
            by.injuries, unit.injuries = min(theirs, by.most("hp")), min(mine, unit.most("hp"))

    def place_marker(self, name: str, unit: Unit, by: Unit) -> None:
        """4.13: one of a name for each team, one in play of each Krosmaster."""
        for other in self.units.values():
            own = {each: placer for each, placer in other.marks.items() if placer is not by}
            other.marks = {each: placer for each, placer in own.items() if each != name or placer.side != by.side}
        unit.marks[name] = by

    def recall(self, by: Unit) -> None:
        free = [cell for cell in self.starting_cells(by.side) if self.free(cell)]
        if len(free) > 1 and "cell" not in self.chosen:
            raise CannotTell
        to = CELLS.get(self.chosen["cell"], 0j) if "cell" in self.chosen else [*free, 0j][0]
        must(to in free or not free, "7.2.4.b")
        if free:
            self.put(by, to, by)

    def summons(self, effect: Record, by: Unit) -> None:
        at, spell = effect.get("at", "target"), self.spell if self.resolving else {}
        if at in ("beside-target", "beside-caster"):
            around = self.aimed if at == "beside-target" else by.cell
            cells = [around + step for step in FACING.values() if self.free(around + step)]
            if len(cells) > 1 and self.has_room(by, spell):
                if "cell" not in self.chosen:
                    raise CannotTell
                must(CELLS.get(self.chosen["cell"]) in cells, "7.2.4.b")
                cells = [CELLS[self.chosen["cell"]]]
        else:
            cells = {"target": [self.aimed], "left": [self.began], "area": [*self.cells]}[at]
        for cell in cells:
            if self.free(cell) and self.has_room(by, spell):
                self.summon(effect["summon"], by, cell)

    def count(self, effect: Record, by: Unit) -> int:
        """Of the caster, as the effect is read; what is left before the next effect takes it away."""
        counts = {
            "own-injury": by.injuries,
            "ap-left": by.left["ap"],
            "mp-left": by.left["mp"],
            "cell": int(distance(by.cell, self.aimed)) if by.cell else 0,
            "allied-target": sum(unit.side == by.side for unit in self.targets),
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

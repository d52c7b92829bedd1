"""Whom the effects of spells and powers mean, when, and what they do (4.18, 7.2.4, 7.5)."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

from tests.oracle.data import CELLS, FACING, CannotTell, Record, distance, slug
from tests.oracle.powers import GROUPS, Powers
from tests.oracle.table import CHARACTERS, GAUGES, OTHER, Unit, must

LATER = ("pierce", "bonus", "bonus-team", "steal-health", "double-criticals")  # what a later step looks up
GIVEN = {None: "given", "turn": "given", "player-turn": "stays", "game": "kept"}
ON_THE_MAIN_TARGET = ("switch", "move-beside", "lose-powers", "exchange-injuries", "special-marker", "steal-kamas")
WHOM = {"against", "side", "body", "level-from", "level-to", "beside", "figure", "without", "marked", "unhurt", "hurt"}
WHOM |= {"both-marked", "hurt-by", "among", "unmoved", "in-territory", "unfazed"}


class Effects(Powers):
    aimed: complex = 0j
    targets: tuple[Unit, ...] = ()  # of the spell that is cast, its main target first
    main: tuple[Unit, ...] = ()
    cells: tuple[complex, ...] = ()
    stood: Record = {}  # where each target stood as the spell was aimed
    moved: tuple[Unit, ...] = ()
    began: complex = 0j  # where its caster stood
    again: int = 0  # how often its caster has cast it before in this turn
    attacked: int = 0  # how many attack spells the active unit has cast in its turn
    spell: Record = {}  # that is resolved, and whether its own effects are
    resolving: bool = False
    counted: Record = {}  # what an effect has counted as it was read
    tossed: tuple[Record, ...] = ()  # what coins and choices have given to a later step
    shown: tuple[str, ...] = ()  # by the coins of the spell
    foretold: dict[bool, int] = {}  # how much more damage a roll without and with success brings
    fell: bool = False  # the cost of the spell has knocked its caster out
    finished: bool = False  # 6.4.2: a spell has ended its turn

    # -- whom an effect means, and when -------------------------------------------------------------------------------

    def how_many(self, kind: str) -> int:
        return sum(unit.is_a(kind) for unit in self.in_play())

    def count(self, effect: Record, by: Unit) -> int:
        raise NotImplementedError

    def has_room(self, unit: Unit, spell: Record) -> bool:
        raise NotImplementedError

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
            and not any(each.is_a(effect["none-of"]) for each in self.in_play(by.side) if "none-of" in effect)
            and self.how_many("Avenger") >= effect.get("retribution", 0)
            and self.how_many("Villain") >= effect.get("revenge", 0)
            and (not (effect.get("track") or spell.get("track")) or aligned)
            and (not (effect.get("invasion") or spell.get("invasion")) or self.invades(by))
            and ("again" not in effect or self.again > 0)
            and ("first-cast" not in effect or self.again == 0)
            and ("first-attack" not in effect or self.attacked == 0)
            and by.injuries >= effect.get("injured-from", 0)
            and effect.get("kamas-of-player") in (None, "fewer" if self.is_poorer(by) else "enough")
            and not (effect.get("alone") and len(self.in_play(by.side)) > 1)
            and (self.fell or not effect.get("caster-fallen"))
            and self.shows(effect.get("coin"))
            and {"krosmaster": bool(krosmasters), "no-krosmaster": not krosmasters, "nobody": not mine}.get(
                effect.get("injured-this-turn", ""), True
            )
        )

    def is_poorer(self, by: Unit) -> bool:
        return self.kamas[by.side] < self.kamas[OTHER[by.side]]

    def shows(self, coin: str | None) -> bool:
        """A side that one of the coins showed, or heads that all of them did."""
        return coin is None or coin in self.shown or (coin == "all-heads" and {*self.shown} == {"heads"})

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
            and ("both-marked" not in effect or all(unit.markers[gauge] for gauge in ("ap", "mp")))
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
        to = effect.get("to", "self" if effect["do"] == "spell-bonus" else "targets")
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
        if effect["do"] in LATER:  # a coin or a choice has given it
            self.tossed = (*self.tossed, effect)
            return
        once, each = self._on_cards(effect, targets, meant, by) | self._on_caster(effect, by), self._on_each(effect, by)
        if effect["do"] == "move-beside" and effect["who"] == "self":
            self.move_beside(by, by.cell if effect.get("of") == "itself" else self.aimed, by)
        elif effect["do"] in once:
            once[effect["do"]]()
        else:
            for unit in meant:
                each[effect["do"]](unit)

    def _on_caster(self, effect: Record, by: Unit) -> dict[str, Callable[[], object]]:
        """What happens to the caster and to what it spends."""
        return {
            "gain": lambda: self.fill(by, effect),
            "lose": lambda: self.fill(
                by, {k: -by.left[k] if effect[k] == "all" else -effect[k] for k in GAUGES if k in effect}
            ),
            "reach": lambda: self.fill(by, {"range": effect["cells"]}),
            "reach-markers": lambda: self.mark(by, {"range": self.longest(by, self.spell)}),
            "next-spell": lambda: by.following.append(effect),
            "end-turn": lambda: setattr(self, "finished", True),
            "choose": lambda: self.choose(by, effect),
            "choose-gain": lambda: self.choose_gain(by, effect),
            "become": lambda: self.become(by, effect.get("level", "any")),
            "bonus-each": lambda: self.counted.update({str(effect): self.count(effect, by)}),
            "retreat": lambda: self.go(by, -1, effect["cells"]),
            "approach": lambda: self.go(by, 1, effect["cells"]),
            "recall": lambda: self.recall(by),
            "add-two": lambda: self.add_two(effect, by),
            "raise-control": lambda: self.pay_for_control(by, effect["spell"]),
            "foretell": lambda: self.foretell(effect["damage"]),
        }

    def _on_cards(
        self, effect: Record, targets: list[Unit], meant: list[Unit], by: Unit
    ) -> dict[str, Callable[[], object]]:
        """What happens once, to Kamas and GG, by coins, or to summons."""
        return {
            "kamas": lambda: self.kamas.update({by.side: effect["amount"]}),
            "glory": lambda: self.gain(by.side, effect["amount"]),
            "buy-glory": lambda: self.buy_for(by, effect["kamas"]),
            "coins": lambda: self.toss(effect, targets, by),
            "teleport": lambda: self.teleport(effect, by),
            "take-kamas": lambda: self.take(by, effect.get("most", 1)),
            "remove-kamas": lambda: self.lift(effect.get("most", 1)),
            "lose-kamas": lambda: self.lose_kamas(effect, meant, by),
            "summon": lambda: self.summons(effect, by),
            "summon-beside": lambda: self.summons({**effect, "at": "beside-caster"}, by),
        }

    def _on_each(self, effect: Record, by: Unit) -> dict[str, Callable[[Unit], object]]:
        return {
            "markers": lambda unit: self.mark(unit, effect),
            "steal": lambda unit: self.steal(effect, unit, by),
            "power": lambda unit: getattr(unit, GIVEN[effect.get("until")]).extend(effect["powers"]),
            "lose-powers": lambda unit: self.bare(unit, stays="until" in effect),
            "spell-bonus": lambda unit: unit.stronger.append(
                {**effect, "amount": effect["damage"], "cast": len(self.casts)}
            ),
            "clear-markers": lambda unit: unit.markers.clear(),
            "invert-markers": lambda unit: self.mark(unit, {each: -2 * unit.markers[each] for each in ("ap", "mp")}),
            "double-markers": lambda unit: self.mark(unit, {each: unit.markers[each] for each in ("ap", "mp")}),
            "trade-range-marker": lambda unit: self.trade(unit, by),
            "injure": lambda unit: self.injure(unit, effect["amount"], by),
            "mend": lambda unit: unit.heal(effect["amount"]),
            "push": lambda unit: self.push(unit, by, effect["cells"], effect.get("from", "caster")),
            "attract": lambda unit: self.attract(unit, by, effect["cells"]),
            "switch": lambda unit: self.switch(effect["with"], unit, by),
            "move-beside": lambda unit: self.move_beside(
                unit, unit.cell if effect.get("of") == "itself" else self.aimed, by
            ),
            "exchange-injuries": lambda unit: self.exchange(unit, by),
            "special-marker": lambda unit: self.place_marker(effect["name"], unit, by),
            "steal-kamas": lambda unit: self.steal_kamas(effect["amount"], unit, by),
        }

    def steal(self, effect: Record, unit: Unit, by: Unit) -> None:
        taken = self.mark(unit, effect, -1)
        self.mark(by, effect) if self.book.of_2013 else self.mark(by, taken, -1)  # p. 25

    def push(self, unit: Unit, by: Unit, cells: int, away_from: str) -> None:
        """7.5.9.a: away from the caster, or from the cell aimed at."""
        source = self.aimed if away_from == "target" else by.cell
        if unit.cell != source:
            self._shifted(unit, self.direction(source, unit.cell), cells, by)

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

    def option(self, among: list[str]) -> str:
        """The one that the log names, where there is a choice (7.2.4.b)."""
        said = self.chosen.get("option", among[0] if len(among) == 1 else "")
        must(said in among, "7.2.4.b")
        return str(said)

    def become(self, by: Unit, level: str) -> None:
        """7.5.19.a: another figure of this name; everything that lies on it or works on it stays."""
        cards = {card["slug"]: card for card in self.texts.of["cards"].values() if card["name"] == by.card["name"]}
        forms = [
            name
            for name, card in cards.items()
            if name != by.card["slug"] and (level == "any" or card["level"] == by.card["level"])
        ]
        if by.cell and forms:
            by.card = self.texts.figure(self.option(forms))
            self.fall()

    def longest(self, unit: Unit, spell: Record) -> int:
        """How far this spell of it reaches (4.15.7)."""
        altered = unit.left["range"] + unit.most("range") + (unit.cell is not None and self.ground[unit.cell] == "C")
        return int(spell["range"]["max"] + (altered if spell["range"].get("alterable") else 0))

    def add_two(self, effect: Record, by: Unit) -> None:
        """Two of three more effects of one of its spells, until the end of this turn."""
        called = [(self._called(effect[place]), effect[place]) for place in ("first", "second", "third")]
        pairs = {f"{one}-and-{two}": [a, b] for (one, a), (two, b) in combinations(called, 2)}
        by.extra[slug(effect["spell"])] = pairs[self.option([*pairs])]

    def pay_for_control(self, by: Unit, spell: str) -> None:
        """So many summons by one of its spells as Kamas are paid, until the end of this turn."""
        by.paid[slug(spell)] = int(self.option([str(many) for many in range(self.kamas[by.side] + 1)]))
        self.kamas[by.side] -= by.paid[slug(spell)]

    def _called(self, effect: Record) -> str:
        return next((each for each in ("damage", "ap", "mp") if each in effect), effect["do"])

    def foretell(self, damage: int) -> None:
        said = self.option(["success", "failure", "nothing"])
        self.foretold = {} if said == "nothing" else {said == "success": damage}

    def trade(self, unit: Unit, by: Unit) -> None:
        """A -1 range token for what the log says."""
        if unit in self.main and unit.markers["range"] < 0:
            self.mark(unit, {"range": 1})
            said = self.option(["ap", "mp", "damage"])
            if said == "damage":
                self.tossed = (*self.tossed, {"do": "bonus", "damage": 1, "among": "main"})
            else:
                self.mark(unit, {said: -1})

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
            self.shown = (*self.shown, side)
            if side in effect:
                self.apply(effect[side], targets, by)

    def take(self, by: Unit, most: int) -> None:
        taken = min(most, self.coins.get(self.aimed, 0))
        self.coins[self.aimed] = self.coins.get(self.aimed, 0) - taken
        self.kamas[by.side] += taken

    def lift(self, most: int) -> None:
        """Kamas that lie there are gone (4.5.2)."""
        self.coins[self.aimed] = max(0, self.coins.get(self.aimed, 0) - most)

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

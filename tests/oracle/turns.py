"""Set-up and turns (chapters 1, 5 and 6)."""

from collections import Counter
from functools import partial

from tests.oracle.data import CELLS, CannotTell, Record
from tests.oracle.geometry import distance, rows
from tests.oracle.spells import Spells, face, successes
from tests.oracle.table import GAUGES, OTHER, Over, Unit, must

POWER_OF = {"critical": "critical-hit", "armour": "armour", "lock": "lock", "dodge": "dodge"}
OF_A_UNIT, OF_A_KROSMASTER = ("cast", "move"), ("collect", "buy-glory", "buy-reward", "reveal")
AT_ANY_TIME = ("concede", "time")


class Turns(Spells):
    coming: list[str] = []  # what the actions after this one do
    begun = False  # the fight
    rolled: list[str] | None = None  # the Inspiration dice not placed yet; None before the Roll for Tension

    def do(self, action: Record, coming: list[str]) -> None:
        """One action, before those that do what is coming; Illegal if it breaks a rule."""
        doing, self.listed, self.coming = action["do"], [*action.get("standby", [])], coming
        must(not self.over, "5.1.1")
        if doing in AT_ANY_TIME:
            self.over, self.winner = True, OTHER.get(action.get("player", ""))
            return
        if "declared" in action or "successes" in action:
            raise CannotTell
        closing = self.begun and self.turn < 3 and 3 < self.shown() < 6
        must(doing == "flip" or not self.replacing, "4.7.7")
        must(doing in ("flip", "end-turn") or not closing, "4.7.4")
        if doing not in ("place", "flip") and not self.begun:  # of the first box all tokens lie face up, or none
            must(all(unit.cell for unit in self.units.values()) and self.shown() in (0, 6), "1.3.9")
            self.begun = True
        unit = self.units.get(action.get("unit", ""))
        if doing in (*OF_A_UNIT, *OF_A_KROSMASTER):
            unit = self.active
            must(unit and unit.cell and unit.side == self.player, "6.1.1")
            must(unit.level is not None or doing in OF_A_UNIT, "4.19.4.b")
        try:
            getattr(self, doing.replace("-", "_"))(unit, action)
        except Over:
            must(not self.listed, "7.2.8.c")

    def place(self, unit: Unit, action: Record) -> None:
        at, own = CELLS.get(action["cell"], 0j), self.timelines[self.player]
        side = OTHER[self.player] if all(each.cell for each in own) else self.player
        must(unit and unit.side == side and unit.cell is None and not self.begun, "1.3.9")
        must(at in rows(self.sides[side], 2) and self.ground[at] == "s" and not self.on(at), "1.3.9")
        unit.cell = at

    def shown(self, rank: str = "") -> int:
        return sum(token is not None for key, token in self.face_up.items() if rank in ("", key[0]))

    def will_show(self, many: int) -> bool:
        """Whether so many tokens lie face up, or the next entries of the log turn up those that are left."""
        coming = [doing for doing in self.coming if doing not in AT_ANY_TIME]
        return all(doing == "flip" for doing in coming[: max(0, many - self.shown())])

    def flip(self, unit: None, action: Record) -> None:
        """4.7.4: one of each rank before the second player's first unit, the others at the end of that turn."""
        rank, key = action["rank"].lower(), (action["rank"].lower(), action["pile"])
        must(self.replacing in (None, key), "4.7.7")
        must(key in self.stock and self.face_up[key] is None, "4.7.4")
        if not self.replacing and (self.begun or "gold" not in self.ranks):
            least = min(self.shown(each) for each in self.ranks)
            late = least == 1 and (self.turn == 1 or (self.turn == 2 and self.rolled is None))
            must(late or (least == 0 and self.turn == 1 and not self.acted), "4.7.4")
            must(self.shown(rank) == least, "4.7.4")
        self.draw(action["reward"], rank)
        self.face_up[key], self.replacing = action["reward"], None

    def tension(self, unit: None, action: Record) -> None:
        must(self.turn > 0 and self.rolled is None and not self.acted and len(action["dice"]) == 2, "5.2.1")
        must(self.will_show(3) if self.turn == 1 else self.turn > 2 or self.shown() == 6, "4.7.4")
        self.rolled = [face(die) for die in ([action["reroll"]] if "reroll" in action else action["dice"])]
        if len(self.rolled) == 2 and self.rolled[0] == self.rolled[1]:
            lost = [side for side in "AB" if self.glory[side] == 1]
            self.glory = {side: max(0, gg - 1) for side, gg in self.glory.items()}
            if lost:
                self.win(OTHER[lost[0]] if len(lost) == 1 else None)
            self.check()

    def inspire(self, unit: Unit, action: Record) -> None:
        die, dice = action["die"], self.rolled or []
        must(not self.acted and die in range(len(dice)) and dice[die], "5.3.1")
        must(unit and unit.side == self.player and unit.level is not None and unit.cell, "5.3.1")
        unit.inspired.append(POWER_OF[dice[die]])
        dice[die] = ""

    def activate(self, unit: Unit, action: Record) -> None:
        must(unit and unit.side == self.player and unit.cell and unit.name not in self.acted, "5.5.1")
        self.pass_over(unit.summoner or unit, unit)
        must(unit.cell, "5.5.1")
        self.wake(unit)

    def pass_over(self, until: Unit | None, unit: Unit | None) -> None:
        """The active unit's turn ends, and those passed over have theirs without doing anything (5.5.1)."""
        if not self.acted:  # before the first unit: the roll, the flips, the refund
            must(self.turn == 0 or self.rolled is not None, "5.2.1")
            must(self.turn != 1 or self.shown() >= 3, "4.7.4")
            self.kamas[self.player] += (0, 1, 3)[sum(bool(die) for die in self.rolled or [])]
        line, listed, self.listed = self.timelines[self.player], self.listed, []  # which is for the unit itself
        place = line.index(until) if until else len(line)
        must(not any(other.name in self.acted for other in line[place + 1 :]), "5.5.1")
        passed = [each for other in line[:place] for each in [other, *self.summons_of(other)]]
        for each in [*passed, until] if until and until is not unit else passed:
            if each.cell and each.name not in self.acted:
                self.wake(each)
            self.acted.add(each.name)
        self.listed = listed

    def wake(self, unit: Unit) -> None:
        """What lasts for a turn ends (6.4); Buffs go, gauges are filled, markers count and go; bombs burn (6.2)."""
        last, self.active = self.active, unit
        if last and last.cell and last.has("farmer") and (last, "collect") in self.done:
            self.kamas[last.side] += 1
        for other in self.units.values():
            other.given, other.up = set(), [reward for reward in other.up if reward["kind"] != "boost"]
        self.done -= {(last, "collect")}
        self.acted.add(unit.name)
        unit.up = [reward for reward in unit.up if reward["kind"] != "buff"]
        unit.left = Counter({what: unit.most(what) + unit.markers[what] for what in GAUGES})
        unit.markers.clear()
        own = self.summons_of(unit)
        self.standby += [("wear", each, partial(self.injure, each, 1, each)) for each in own if each.has("wear")]
        bombs = [summon for summon in own if summon.of("bomb")]
        if len(bombs) > 1 and self.pick(2):  # one after the other, each rolls against the explosions before (4.19.5.c)
            while self.listed:
                self.burn([bomb for bomb in bombs if bomb.cell and bomb.name == self.listed[0].get("by")])
                self.settle_one()
            must(not any(bomb.cell for bomb in bombs), "4.19.5.c")
        else:
            self.burn(bombs)
        self.settle()

    def burn(self, bombs: list[Unit]) -> None:
        for bomb in bombs:
            self.injure(bomb, 1, bomb)
        self.fall()

    def end_turn(self, unit: None, action: Record) -> None:
        self.pass_over(None, None)  # the closing flips may follow; where they had begun, all that are left
        must(self.turn != 1 or self.will_show(6 if self.shown() > 3 else 4), "4.7.4")
        self.turn, self.player, self.acted, self.rolled = self.turn + 1, OTHER[self.player], set(), None
        for other in self.timelines[self.player]:
            other.inspired = []

    def move(self, unit: Unit, action: Record) -> None:
        to, blocks = CELLS.get(action["to"], 0j), action.get("blocks", [])
        must("mp" in unit.card and unit.left["mp"] >= 1, "6.3.2")
        must(to and distance(unit.cell, to) == 1 and self.free(to), "6.3.2")
        foes = [foe for foe in self.near(unit) if foe.side != unit.side]
        must(not any(foe.has("perfect-lock") for foe in foes), "1.5.1")
        lockers = [] if unit.has("itty-bitty") else [foe for foe in foes if "mp" in foe.card]
        names = sorted(foe.name for foe in lockers if not foe.has("itty-bitty"))
        must(sorted(block["by"] for block in blocks) == names, "4.14.1")
        for block in blocks:
            foe = self.units[block["by"]]
            lock = successes(block["lock"], 1 + foe.has("lock"), "lock", "4.14.5")
            dodge = successes(block["dodge"], 1 + unit.has("dodge"), "dodge", "4.14.6")
            lost = 0 if lock < dodge else 1 if lock == dodge or foe.level is None else 3
            self.fill(unit, {"ap": -lost, "mp": -lost})
        if unit.left["mp"]:
            self.fill(unit, {"mp": -1})
            self.put(unit, to)
        self.settle()

"""Set-up and turns, for the second opinion (chapters 1, 5 and 6)."""

from functools import partial
from itertools import takewhile

from tests.oracle.data import CannotTell, Card, cell
from tests.oracle.geometry import distance, rows
from tests.oracle.shop import Shop
from tests.oracle.spells import face, successes
from tests.oracle.table import OTHER, Over, Unit, must

POWER_OF = {"critical": "critical-hit", "armour": "armour", "lock": "lock", "dodge": "dodge"}
OF_A_UNIT, OF_A_KROSMASTER = ("cast", "move"), ("collect", "buy-glory", "buy-reward", "reveal")
AT_ANY_TIME = ("concede", "time")


class Turns(Shop):
    turn = 0  # the turns before this one
    rolled: list[str] | None = None  # the Inspiration dice not placed yet; None before the Roll for Tension
    begun = False  # the fight
    opened = False  # a unit was activated this turn
    closing = False  # the closing flips have begun
    coming: list[Card] = []  # the actions after this one

    def begin(self) -> None:
        self.acted: set[str] = set()
        self.piles = {(rank, pile): [10, None] for rank in self.ranks for pile in (1, 2)}
        self.drawn = {}

    def do(self, action: Card) -> None:
        """One action; Illegal if it breaks a rule."""
        doing = action["do"]
        must(not self.over, "5.1.1")
        if "declared" in action or "successes" in action:
            raise CannotTell(doing)
        must(self.replacing is None or doing in ("flip", *AT_ANY_TIME), "4.7.7")
        due = self.closing and self.turn < 3 and self.shown() < 6
        must(not due or doing in ("flip", "end-turn", *AT_ANY_TIME), "4.7.4")
        if doing not in ("place", "flip", *AT_ANY_TIME):
            self.begin_fight()
        self.settled = 0
        try:
            if doing in (*OF_A_UNIT, *OF_A_KROSMASTER):
                must(self.active and self.active.cell, "6.1.1")
                assert self.active
                must(self.active.level is not None or doing in OF_A_UNIT, "4.19.4.b")
                getattr(self, doing.replace("-", "_"))(self.active, action)
            else:
                getattr(self, doing.replace("-", "_"))(action)
        except Over:
            must(self.settled == len(action.get("standby", [])), "7.2.8.c")

    def place(self, action: Card) -> None:
        unit, at = self.units.get(action["unit"]), cell(action["cell"])
        side = self.player if not all(unit.cell for unit in self.timelines[self.player]) else OTHER[self.player]
        must(unit and unit.side == side and unit.cell is None and not self.begun, "1.3.9")
        must(at and self.ground[at] == "s" and at in rows(self.sides[side], 2) and not self.on(at), "1.3.9")
        assert unit
        unit.cell = at

    def begin_fight(self) -> None:
        """1.3.10; of the first box all tokens may be shown before it, or none (8.1.2)."""
        if self.begun:
            return
        must(all(unit.cell for unit in self.units.values()), "1.3.9")
        must(self.shown() in (0, 6), "8.1.2")
        self.begun = True
        for unit in self.units.values():
            unit.level = 0 if unit.has("descendre-prank") else unit.level

    def shown(self, *ranks: str) -> int:
        return sum(pile[1] is not None for (rank, _), pile in self.piles.items() if rank in (ranks or self.ranks))

    def flip(self, action: Card) -> None:
        key = action["rank"].lower(), action["pile"]
        must(key in self.piles, "4.7.4")
        if self.replacing:
            must(key == self.replacing, "4.7.7")
            self.replacing = None
        elif self.begun or self.ranks[-1] != "gold":
            self.flip_is_due(key[0])
        must(self.piles[key][1] is None, "4.7.4")
        self.draw(action["reward"], key[0])
        self.piles[key][1] = action["reward"]

    def flip_is_due(self, rank: str) -> None:
        """4.7.4: one of each rank before the second player's first unit, the others at the end of that turn."""
        every = [self.shown(each) for each in self.ranks]
        early = self.turn == 1 and not self.opened and min(every) == 0
        late = min(every) == 1 and (self.turn == 1 or (self.turn == 2 and self.rolled is None))
        must(early or late, "4.7.4")
        must(self.shown(rank) == (0 if early else 1), "4.7.4")
        self.closing = self.closing or late

    def tension(self, action: Card) -> None:
        must(self.turn > 0, "5.2.4")
        must(self.rolled is None and not self.opened, "5.2.1")
        must(self.turn != 2 or self.shown() == 6, "4.7.4")
        coming = len([*takewhile(lambda later: later["do"] == "flip", self.coming)])
        must(self.turn != 1 or self.shown() + coming >= 3, "4.7.4")
        must(len(action["dice"]) == 2, "5.2.1")
        if "reroll" in action:  # the two dice are then ignored (5.2.2)
            self.rolled = [face(action["reroll"])]
            return
        self.rolled = dice = [face(die) for die in action["dice"]]
        if dice[0] == dice[1]:
            lost = [side for side in "AB" if self.glory[side] == 1]
            self.glory = {side: max(0, gg - 1) for side, gg in self.glory.items()}
            if lost:
                self.win(OTHER[lost[0]] if len(lost) == 1 else None)
            self.check()

    def inspire(self, action: Card) -> None:
        must(self.rolled is not None and not self.opened, "5.3.1")
        unit, die, dice = self.units.get(action["unit"]), action["die"], self.rolled or []
        must(unit and unit.side == self.player and unit.level is not None and unit.cell, "5.3.1")
        must(die in range(len(dice)) and dice[die], "5.3.2")
        assert unit
        unit.inspired.append(POWER_OF[dice[die]])
        dice[die] = ""

    def open(self) -> None:
        """What comes before the first unit: the roll, the flips, the refund."""
        if not self.opened:
            must(self.turn == 0 or self.rolled is not None, "5.2.1")
            must(self.turn != 1 or self.shown() >= 3, "4.7.4")
            self.kamas[self.player] += (0, 1, 3)[sum(bool(die) for die in self.rolled or [])]
            self.opened = True

    def activate(self, action: Card) -> None:
        unit = self.units.get(action["unit"])
        must(unit and unit.side == self.player and unit.cell and unit.name not in self.acted, "5.5.1")
        assert unit
        self.open()
        self.rest(unit.summoner or unit, unit)
        must(unit.cell, "5.5.1")
        self.awake(unit, action.get("standby", []))

    def rest(self, until: Unit | None, unit: Unit | None) -> None:
        """The active unit's turn ends, and those passed over have theirs without doing anything (5.5.1)."""
        self.sleep()
        line = self.timelines[self.player]
        place = line.index(until) if until else len(line)
        must(not any(other.name in self.acted for other in line[place + 1 :]), "5.5.1")
        for other in line[:place]:
            self.pass_over(other)
            for summon in [summon for summon in self.in_play(self.player) if summon.summoner is other]:
                self.pass_over(summon)
        if until and unit is not until:
            self.pass_over(until)

    def pass_over(self, unit: Unit) -> None:
        if unit.cell and unit.name not in self.acted:
            self.awake(unit, [])
            self.sleep()
        self.acted.add(unit.name)

    def awake(self, unit: Unit, standby: list[Card]) -> None:
        """6.2: Buffs go, gauges are filled, markers count and go, and what begins with the turn begins."""
        self.active = unit
        self.acted.add(unit.name)
        unit.up = [reward for reward in unit.up if reward["kind"] != "buff"]
        unit.ap = max(0, (unit.most("ap") or 0) + unit.markers["ap"])
        unit.mp = max(0, (unit.most("mp") or 0) + unit.markers["mp"])
        unit.reach = unit.markers["range"]
        unit.markers.clear()
        unit.cast, unit.flags, unit.boosts = [], set(), []
        own = [summon for summon in self.in_play() if summon.summoner is unit]
        bombs = [summon for summon in own if summon.is_a("bomb")]
        for summon in [summon for summon in own if summon.has("wear")]:
            self.wait("wear", summon, partial(self.injure, summon, 1, summon))
        if len(bombs) > 1 and self.pick(2):
            self.one_by_one(bombs, standby)
            return
        for bomb in bombs:
            self.injure(bomb, 1, bomb)
        self.fall()
        self.settle(standby)

    def one_by_one(self, bombs: list[Unit], entries: list[Card]) -> None:
        """Bombs that run out one after the other, each rolling against the explosions before (4.19.5.c)."""
        for entry in entries:
            for bomb in bombs:
                if bomb.cell and bomb.name == entry.get("by"):
                    self.injure(bomb, 1, bomb)
                    self.fall()
            self.settle_one(entry)
        must(not any(bomb.cell for bomb in bombs), "4.19.5.c")
        self.settle([])

    def sleep(self) -> None:
        """6.4: what lasts for this turn ends."""
        unit, self.active = self.active, None
        if unit and unit.cell and unit.has("farmer") and "collected" in unit.flags:
            self.kamas[unit.side] += 1
        for other in self.units.values() if unit else []:
            other.given, other.powerless, other.reach, other.boosts = set(), False, 0, []

    def end_turn(self, action: Card) -> None:
        self.open()
        self.rest(None, None)
        must(self.turn != 1 or self.shown() == 6 or self.flips_follow(), "4.7.4")
        self.turn, self.player = self.turn + 1, OTHER[self.player]
        self.acted, self.rolled, self.opened, self.bought = set(), None, False, False
        for unit in self.timelines[self.player]:
            unit.inspired = []

    def flips_follow(self) -> bool:
        """The closing flips may be logged behind the end of their turn, also those that are left of them."""
        later = [each["do"] for each in self.coming if each["do"] not in AT_ANY_TIME] or ["flip"]
        left = 6 - self.shown() if self.closing else 1
        return all(doing == "flip" for doing in later[:left])

    def move(self, unit: Unit, action: Card) -> None:
        to = cell(action["to"])
        must(unit.character and unit.mp >= 1, "6.3.2")
        must(unit.cell and to and distance(unit.cell, to) == 1 and self.free(to), "6.3.2")
        foes = [foe for foe in self.near(unit) if foe.side != unit.side]
        must(not any(foe.has("perfect-lock") for foe in foes), "1.5.1")
        lockers = [foe for foe in foes if foe.character and not foe.has("itty-bitty") and not unit.has("itty-bitty")]
        blocks = action.get("blocks", [])
        must(sorted(b["by"] for b in blocks) == sorted(foe.name for foe in lockers), "4.14.1")
        for block in blocks:
            foe = self.units[block["by"]]
            lock = successes(block["lock"], 1 + foe.has("lock"), "lock", "4.14.5")
            dodge = successes(block["dodge"], 1 + unit.has("dodge"), "dodge", "4.14.6")
            lost = 0 if lock < dodge else 1 if lock == dodge or foe.level is None else 3
            unit.ap, unit.mp = max(0, unit.ap - lost), max(0, unit.mp - lost)
        if unit.mp:
            unit.mp -= 1
            unit.cell = to
            self.arrive(unit)
        self.settle(action.get("standby", []))

    def concede(self, action: Card) -> None:
        self.win(OTHER[action["player"]])

    def time(self, action: Card) -> None:
        self.over = True

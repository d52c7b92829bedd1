"""A second reading of a log of Krosmaster Blast, from its book: the first illegal action, or what the game comes to.

It knows duels in which every fact is known; of anything else it cannot tell. A cell is a pair, A1 is (1, 1).
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

Record = dict[str, Any]
Cell = tuple[int, int]
OTHER = {"A": "B", "B": "A"}
STEPS: dict[str, Cell] = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}
FACES = ("critical", "armour", "lock", "dodge")
TURNS = {"critical/dodge": ("critical", "dodge"), "dofus": FACES}
BURNS, MOST_TILES, FAVORS = 2, 4, 10
MOST_COPIES = {"elite": 1, "common": 2}


class Illegal(Exception):
    """With the number that was broken."""


class CannotTell(Exception):
    """Something is not known, or told by the players."""


def must(condition: object, number: str) -> None:
    if not condition:
        raise Illegal(number)


def known(value: Any) -> Any:
    written = str(value)
    if re.search(r"'(unknown|words|lacks|declared)'", written):
        raise CannotTell
    return value


def slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def place_of(name: str) -> Cell:
    read = re.fullmatch(r"([A-Z])(\d+)", name or "")
    return (ord(read[1]) - 64, int(read[2])) if read else (0, 0)


def apart(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def ahead(cell: Cell, step: Cell) -> Cell:
    return cell[0] + step[0], cell[1] + step[1]


def crossed(a: Cell, b: Cell, cell: Cell) -> bool:
    """Whether the line between two centres runs through the inside of a cell, not along a side or corner (B-6.2)."""
    if cell in (a, b) or apart(a, cell) + apart(cell, b) != apart(a, b):
        return False
    across = [
        (b[0] - a[0]) * (2 * (cell[1] - a[1]) + dy) - (b[1] - a[1]) * (2 * (cell[0] - a[0]) + dx)
        for dx in (-1, 1)
        for dy in (-1, 1)
    ]
    return min(across) < 0 < max(across)


@dataclass
class Facts:
    """What a pack says, by kind and slug."""

    of: dict[str, dict[str, Record]]

    @classmethod
    def read(cls, pack: Record) -> "Facts":
        of: dict[str, dict[str, Record]] = {}
        for fact in pack["facts"]:
            of.setdefault(fact["kind"], {})[fact["slug"]] = fact["body"]
        return cls(of)

    def get(self, kind: str, name: str) -> Record:
        if name not in self.of.get(kind, {}):
            raise CannotTell
        return dict(known(self.of[kind][name]))


@dataclass(eq=False)
class Fighter:
    name: str
    player: str
    card: Record
    minion: bool = False
    cell: Cell | None = None
    injuries: int = 0
    left: Counter[str] = field(default_factory=Counter)  # MP and AP of its turn
    gained: Counter[str] = field(default_factory=Counter)  # in this turn, before it plays
    taken: set[str] = field(default_factory=set)  # what being caught or tackled took from it
    markers: Counter[str] = field(default_factory=Counter)
    out: bool = False
    done: set[Any] = field(default_factory=set)  # what it may do once a turn
    last: dict[str, Any] = field(default_factory=dict)  # at what it last aimed each spell
    stronger: list[Record] = field(default_factory=list)  # what favors add to its next attack spell


@dataclass(frozen=True)
class Opinion:
    says: str  # legal, illegal or cannot tell
    action: int | None = None
    number: str | None = None
    glyphs: dict[str, int] | None = None
    winner: str | None = None
    dofus: str | None = None


def opinion(log: Record, facts: Facts) -> Opinion:
    index: int | None = None
    try:
        game = Game.opened(log, facts)
        for index in range(len(log["actions"])):
            game.do(log["actions"][index])
        index = None
        game.compare(log.get("result") or {})
    except CannotTell:
        return Opinion("cannot tell", index)
    except Illegal as found:
        return Opinion("illegal", index, str(found))
    return Opinion("legal", None, None, {player: game.held(player) for player in "AB"}, game.winner, game.dofus)


@dataclass
class Game:
    facts: Facts
    board: dict[Cell, str]
    sides: dict[str, str]
    first: str
    simple: bool
    superior: bool
    challenges: list[str]
    fighters: dict[str, Fighter]
    player: str = ""  # whose turn it is; nobody's before the first favor
    turn: int = 0  # how many have begun
    begun: bool = False  # this turn, with its favor
    active: Fighter | None = None
    acted: set[str] = field(default_factory=set)
    minions_play: bool = False
    favors: dict[str, str] = field(default_factory=dict)
    drawn: Counter[str] = field(default_factory=Counter)
    used: set[str] = field(default_factory=set)
    glyphs: dict[Cell, str] = field(default_factory=dict)
    terrain: dict[Cell, str] = field(default_factory=dict)
    dofus: str | None = None
    summoned: Counter[str] = field(default_factory=Counter)
    ended: str = ""  # B-1.2 or B-1.3
    winner: str | None = None
    acting: Record = field(default_factory=dict)

    # -- set-up ------------------------------------------------------------------------------------------------------

    @classmethod
    def opened(cls, log: Record, facts: Facts) -> "Game":
        options, teams = log.get("options") or {}, {side: each["team"] for side, each in log["players"].items()}
        simple = options.get("advanced") is False
        must(log["sides"]["A"] == OPPOSITE[log["sides"]["B"]], "B-2.1")
        must(len(teams["A"]) == len(teams["B"]) and 2 <= len(teams["A"]) <= 5, "B-1.1")
        fighters = {
            name: Fighter(name, side, facts.get("fighter", card))
            for side, team in teams.items()
            for name, card in team.items()
        }
        for team in teams.values():
            for card, many in Counter(team.values()).items():
                must(many <= MOST_COPIES.get(facts.get("fighter", card).get("rarity", ""), 5), "B-11.2")
        challenges = log.get("challenges") or []
        must(not challenges or not simple, "B-2.6")
        board = _cells(facts.get("board", log["board"])["diagram"])
        superior = not simple and options.get("superior") is not False
        for each in challenges:
            facts.get("challenge", each)
        return cls(facts, board, log["sides"], log["first_player"], simple, superior, challenges, fighters)

    def place(self, action: Record) -> None:
        """B-2.4."""
        unit, cell = self.fighters.get(action["unit"]), place_of(action["cell"])
        waiting = [each.player for each in self.fighters.values() if each.cell is None]
        due = self.first if self.first in waiting else OTHER[self.first]
        must(unit and not self.turn and unit.cell is None and unit.player == due, "B-2.4")
        assert unit
        must(self.board.get(cell) == "s" and self._near(unit.player, cell) and self.free(cell), "B-2.4")
        unit.cell = cell
        if all(each.cell for each in self.fighters.values()):
            self.dofus = OTHER[self.first]  # B-2.5

    def _near(self, player: str, cell: Cell) -> bool:
        """Whether it lies in the two rows before that player."""
        columns, rows = (max(each[axis] for each in self.board) for axis in (0, 1))
        return {
            "south": cell[1] <= 2,
            "north": cell[1] > rows - 2,
            "west": cell[0] <= 2,
            "east": cell[0] > columns - 2,
        }[self.sides[player]]

    # -- what is asked again and again -------------------------------------------------------------------------------

    def standing(self) -> Iterator[Fighter]:
        return (each for each in self.fighters.values() if each.cell and not each.out)

    def on(self, cell: Cell) -> Fighter | None:
        return next((each for each in self.standing() if each.cell == cell), None)

    def free(self, cell: Cell) -> bool:
        """B-4.1."""
        return self.board.get(cell, "T") not in "TB" and self.on(cell) is None

    def held(self, player: str) -> int:
        return [*self.glyphs.values()].count(player)

    def seen(self, a: Cell, b: Cell) -> bool:
        """B-6.2."""
        standing = {each.cell for each in self.standing()}
        fog = {cell for cell, kind in self.terrain.items() if kind == "fog"}
        trees = {cell for cell, mark in self.board.items() if mark == "T"}
        return not any(crossed(a, b, cell) for cell in (standing | fog | trees) if cell)

    def thresholds(self, player: str, kind: str, when: str, count: int) -> Iterator[Record]:
        """The bonuses whose number this player holds (B-9.1)."""
        for name in self.challenges:
            for each in self.facts.get("challenge", name)["thresholds"]:
                if each["kind"] == kind and each.get("when", "always") == when and count >= each["glyphs"]:
                    yield each

    # -- turns -------------------------------------------------------------------------------------------------------

    def do(self, action: Record) -> None:
        if "declared" in action or action["do"] == "correct":
            raise CannotTell
        must(not self.ended, self.ended)
        self.acting = action
        doing = action["do"].replace("-", "_")
        placed = all(each.cell for each in self.fighters.values())
        must(placed or doing in ("place", "concede", "time"), "B-2.4")
        if doing in ("move", "cast", "use_favor", "bonus"):
            must(self.begun and self.active, "B-3.1")
            must(self.active and not self.active.out, "B-8.1")
        getattr(self, doing)(action)
        self.count_the_fallen()

    def count_the_fallen(self) -> None:
        """B-1.2: at the end of an action."""
        if self.ended:
            return
        beaten = []
        for player in "AB":
            team = [each for each in self.fighters.values() if each.player == player and not each.minion]
            if 2 * sum(each.out for each in team) >= len(team):
                beaten.append(player)
        if beaten:
            self.ended, self.winner = "B-1.2", OTHER[beaten[0]] if len(beaten) == 1 else None

    def concede(self, action: Record) -> None:
        self.ended, self.winner = "B-1.3", OTHER[action["player"]]

    def time(self, _action: Record) -> None:
        self.ended = "B-1.3"

    def favor(self, action: Record) -> None:
        """B-3.1, B-3.2."""
        must(not self.begun, "B-3.1")
        card = self.facts.get("favor", action["card"])
        must(self.drawn[action["card"]] < card.get("copies", 1), "B-2.2")
        must(self.superior or not card.get("superior"), "B-2.2")
        self.drawn[action["card"]] += 1
        self.favors[action["to"]] = action["card"]
        self.player = OTHER[self.player] if self.player else self.first
        self.turn, self.begun = self.turn + 1, True
        self.used, self.acted, self.minions_play = set(), set(), False

    def activate(self, action: Record) -> None:
        """B-3.1, B-3.4."""
        must(self.begun, "B-3.1")
        unit = self.fighters.get(action["unit"])
        must(unit and unit.player == self.player, "B-3.1")
        assert unit
        must(not unit.out, "B-8.1")
        must(unit.name not in self.acted, "B-3.4")
        must(unit.minion or not self.minions_play, "B-3.1")
        self.finish()
        self.active, self.minions_play = unit, unit.minion
        self.acted.add(unit.name)
        for what in ("ap", "mp"):
            unit.left[what] = max(0, unit.card[what] + unit.markers[what]) + unit.gained[what]

    def finish(self) -> None:
        """The active Fighter has been played: its markers go (B-6.5), then comes what its end sets off."""
        unit, self.active = self.active, None
        if unit is None or unit.out:
            return
        unit.markers.clear()
        beside = [each for each in self.standing() if each.cell and unit.cell and apart(each.cell, unit.cell) == 1]
        if not unit.minion and any(each.player == unit.player and not each.minion for each in beside):
            for each in self.set_off(unit, "turn-ends-beside-ally", self.held(unit.player)):
                self.apply(each, unit, None, self.held(unit.player))

    def set_off(self, unit: Fighter, when: str, count: int) -> list[Record]:
        """The effects of its own powers, and of what its player's number of glyphs unlocks."""
        powers = [power for power in unit.card.get("powers", []) if power["when"] == when]
        passive = [] if unit.minion else [*self.thresholds(unit.player, "passive", when, count)]
        return [effect for each in (*powers, *passive) for effect in known(each).get("effects", [])]

    def end_turn(self, _action: Record) -> None:
        must(self.begun, "B-3.1")
        self.finish()
        self.begun = False
        for each in self.fighters.values():
            each.gained.clear()
            each.left.clear()
            each.taken.clear()
            each.done.clear()
            each.last.clear()
            each.stronger = []
        if self.turn == FAVORS:  # B-1.3
            mine, theirs = self.held("A"), self.held("B")
            self.ended = "B-1.3"
            self.winner = None if mine == theirs else "A" if mine > theirs else "B"

    def compare(self, result: Record) -> None:
        held = {player: self.held(player) for player in "AB"}
        must("winner" not in result or result["winner"] == self.winner, self.ended or "B-1.2")
        must(result.get("glyphs") in (None, held), "B-1.3")

    # -- moving ------------------------------------------------------------------------------------------------------

    def spend(self, unit: Fighter, what: str, number: str) -> None:
        must(unit.left[what] > 0, "B-5.2" if what in unit.taken else number)
        unit.left[what] -= 1

    def move(self, action: Record) -> None:
        unit, to = self.active, place_of(action["to"])
        assert unit and unit.cell
        must(unit.left["mp"] > 0, "B-5.2" if "mp" in unit.taken else "B-4.1")
        step = to[0] - unit.cell[0], to[1] - unit.cell[1]
        must(step in STEPS.values() and self.free(to), "B-4.1")
        if self.dodges(unit, action.get("dodge", [])):
            unit.left["mp"] -= 1
            self.arrive(unit, to, step)

    def dodges(self, unit: Fighter, dice: list[str]) -> bool:
        """B-5.1 to B-5.3: whether it leaves; else it is caught or tackled."""
        beside = [each for each in self.standing() if unit.cell and each.cell and apart(each.cell, unit.cell) == 1]
        foes = [each for each in beside if each.player != unit.player]
        zones = 0 if self.simple else sum(not each.minion for each in foes)
        if not zones:
            must(not dice, "B-3.7" if foes and not self.simple else "B-5.1")
            return True
        must(dice, "B-5.1")
        must(len(dice) == zones, "B-5.3")
        shown = [self.face(die) for die in dice]
        if all(each == "dodge" for each in shown):
            return True
        for what in ("mp", "ap") if "lock" in shown else ("mp",):
            unit.left[what] = 0
            unit.taken.add(what)
        return False

    def face(self, die: str) -> str:
        """B-7.2, B-7.3."""
        rolled, _, turned = die.partition(">")
        if self.simple:
            must(not turned, "B-7.3")
            return "critical" if rolled == "critical/dodge" else rolled
        must(turned in TURNS[rolled] if rolled in TURNS else not turned, "B-7.2")
        return turned or rolled

    def arrive(self, unit: Fighter, cell: Cell, step: Cell | None) -> None:
        """On a cell: its fog goes, its fire burns, its glyph is captured, its ice leads on (B-4.2 to B-4.4, B-10)."""
        unit.cell = cell
        kind = self.terrain.get(cell)
        if kind == "fog":
            del self.terrain[cell]
        if kind == "fire":
            self.injure(unit, BURNS)
        if self.board[cell] == "G" and not unit.minion and self.glyphs.get(cell) != unit.player:
            self.capture(unit, cell)
        if kind == "ice" and step and not unit.out and self.free(ahead(cell, step)):
            self.arrive(unit, ahead(cell, step), step)

    def capture(self, unit: Fighter, cell: Cell) -> None:
        before = self.held(unit.player)
        self.glyphs[cell] = unit.player
        if self.turn > 1:  # B-4.3
            self.dofus = unit.player
        for each in self.set_off(unit, "captures", before):
            self.apply(each, unit, None, before)

    def injure(self, unit: Fighter, many: int) -> None:
        """B-8.1."""
        unit.injuries += many
        unit.out = unit.out or unit.injuries >= unit.card["hp"]

    # -- spells ------------------------------------------------------------------------------------------------------

    def cast(self, action: Record) -> None:
        unit, aimed = self.active, place_of(action["target"])
        assert unit and unit.cell
        spells = {slug(each["name"]): each for each in unit.card.get("spells", [])}
        must(action["spell"] in spells, "B-6.1")
        spell, name = known(spells[action["spell"]]), action["spell"]
        effects, target = spell.get("effects", []), self.on(aimed)
        self.spend(unit, "ap", "B-6.1")
        self.available(unit, spell, name, target or aimed)
        must(aimed in self.board and spell["range"]["min"] <= apart(unit.cell, aimed) <= spell["range"]["max"], "B-6.1")
        must(all(each["do"] != "leap" for each in effects) or self.free(aimed), "B-6.1")
        must(not spell.get("sight", True) or self.seen(unit.cell, aimed), "B-6.2")
        unit.done.add(("spell", name))
        unit.last[name] = target or aimed
        for each in effects:
            self.apply(each, unit, target, self.held(unit.player), aimed)
        if "attack" in spell:
            self.strike(unit, spell, target, action.get("roll"))

    def available(self, unit: Fighter, spell: Record, name: str, target: Any) -> None:
        """B-6.4."""
        must(spell.get("limit") != "turn" or ("spell", name) not in unit.done, "B-6.4")
        others = spell.get("limit") == "target" or any(
            each["do"] == "other-target" for each in spell.get("effects", [])
        )
        must(not others or name not in unit.last or unit.last[name] != target, "B-6.4")

    def strike(self, unit: Fighter, spell: Record, target: Fighter | None, roll: str | None) -> None:
        """B-6.3, B-7.1."""
        attack, held = spell["attack"], self.held(unit.player)
        own = [each for each in spell.get("effects", []) if each["do"] == "bonus"]
        passive = [] if unit.minion else self.set_off(unit, "always", held)
        if any(each["do"] != "bonus" for each in passive):
            raise CannotTell
        more = [each for each in (*own, *passive) if held >= each.get("glyphs", 0)]
        waiting = [each for each in unit.stronger if each.get("element", attack["element"]) == attack["element"]]
        unit.stronger = [each for each in unit.stronger if each not in waiting]
        more = [*[each for each in more if each.get("element", attack["element"]) == attack["element"]], *waiting]
        if target is None or target.out:
            return
        must(roll, "B-7.1")
        modifier = {"critical": 1, "armour": -1}.get(self.face(str(roll)), 0)
        self.injure(target, max(0, attack["damage"] + sum(each["damage"] for each in more) + modifier))

    # -- favors and challenges ---------------------------------------------------------------------------------------

    def use_favor(self, action: Record) -> None:
        unit, side = self.active, action["side"]
        assert unit
        must(not unit.minion, "B-3.7")
        must(side in self.favors, "B-3.2")
        if self.dofus != unit.player:
            self.spend(unit, "ap", "B-3.5")
        must(side not in self.used, "B-3.6")
        self.used.add(side)
        for each in self.facts.get("favor", self.favors[side]).get("effects", []):
            self.apply(each, unit, None, self.held(unit.player))
            if each["do"] == "bonus" and self.held(unit.player) >= each.get("glyphs", 0):
                unit.stronger.append(each)

    def bonus(self, action: Record) -> None:
        unit = self.active
        assert unit
        key = action["challenge"], action["threshold"]
        must(not unit.minion, "B-3.7")
        must(action["challenge"] in self.challenges, "B-2.6")
        self.spend(unit, "ap", "B-3.5")
        held = self.held(unit.player)
        thresholds = self.facts.get("challenge", action["challenge"])["thresholds"]
        found = [each for each in thresholds if each["glyphs"] == action["threshold"] and each["kind"] == "active"]
        must(found and held >= action["threshold"] and key not in unit.done, "B-9.1")
        unit.done.add(key)
        for each in known(found[0]).get("effects", []):
            self.apply(each, unit, None, held)

    # -- effects -----------------------------------------------------------------------------------------------------

    def apply(
        self, effect: Record, unit: Fighter, target: Fighter | None, held: int, aimed: Cell | None = None
    ) -> None:
        """One effect of a spell, power, favor or bonus, if its glyphs are held; `bonus` is for whoever strikes."""
        if effect.get("glyphs", 0) > held:
            return
        doing, whom = effect["do"], unit if effect.get("to", "target") == "self" else target
        on_a_fighter = {"markers": self.mark, "heal": self.heal, "shove": self.shove}
        if doing in on_a_fighter:
            if whom and not whom.out:
                on_a_fighter[doing](whom, effect, unit)
        elif doing == "gain":
            gained = {what: effect.get(what, 0) for what in ("ap", "mp")}
            (unit.left if unit is self.active else unit.gained).update(gained)
        elif doing == "injure":
            self.hurt(effect, unit, whom)
        elif doing == "leap" and aimed and not unit.out:
            self.arrive(unit, aimed, None)
        elif doing == "summon":
            self.summon(effect, unit, aimed)
        elif doing == "terrain":
            self.lay(effect["kind"])

    def heal(self, unit: Fighter, effect: Record, _by: Fighter) -> None:
        unit.injuries = max(0, unit.injuries - effect["amount"])

    def mark(self, unit: Fighter, effect: Record, _by: Fighter) -> None:
        """B-6.5: in its own turn they count at once."""
        for what in ("ap", "mp"):
            unit.markers[what] += effect.get(what, 0)
            if unit is self.active:
                unit.left[what] = max(0, unit.left[what] + effect.get(what, 0))

    def hurt(self, effect: Record, unit: Fighter, whom: Fighter | None) -> None:
        if effect.get("to") == "around":
            assert unit.cell
            near = range(effect.get("min", 1), effect.get("max", 1) + 1)
            struck = [each for each in self.standing() if each.cell and apart(each.cell, unit.cell) in near]
        else:
            struck = [whom] if whom and not whom.out else []
        for each in struck:
            if each is not unit or effect.get("to") != "around":
                self.injure(each, effect["amount"])

    def shove(self, target: Fighter, effect: Record, unit: Fighter) -> None:
        """B-6.7."""
        assert target.cell and unit.cell
        if target is unit:
            return
        step = self.away(target.cell, unit.cell)
        for _ in range(effect["cells"]):
            if target.out or not self.free(ahead(target.cell, step)):
                return
            self.arrive(target, ahead(target.cell, step), step)

    def away(self, cell: Cell, origin: Cell) -> Cell:
        x, y = cell[0] - origin[0], cell[1] - origin[1]
        along = (x > 0) - (x < 0), 0
        upwards = 0, (y > 0) - (y < 0)
        named = (self.acting.get("choices") or {}).get("facing")
        facing = STEPS.get(named or "")
        if abs(x) != abs(y):
            longer = along if abs(x) > abs(y) else upwards
            must(named is None or facing == longer, "B-6.7")
            return longer
        must(facing in (along, upwards), "B-6.7")
        assert facing
        return facing

    def chosen(self) -> Cell:
        return place_of((self.acting.get("choices") or {}).get("cell", ""))

    def summon(self, effect: Record, unit: Fighter, aimed: Cell | None) -> None:
        """B-6.6."""
        assert unit.cell
        kind = effect["minion"]
        cell = self.chosen() if effect.get("at", "target") == "beside" else aimed
        must(cell and self.free(cell), "B-6.6")
        must(effect.get("at", "target") != "beside" or (cell and apart(cell, unit.cell) == 1), "B-6.6")
        theirs = [each for each in self.standing() if each.minion and each.player == unit.player]
        must(sum(each.name.rpartition("/")[2].startswith(f"{kind}-") for each in theirs) < effect["most"], "B-6.6")
        self.summoned[f"{unit.name}/{kind}"] += 1
        name = f"{unit.name}/{kind}-{self.summoned[f'{unit.name}/{kind}']}"
        self.fighters[name] = Fighter(name, unit.player, self.facts.get("minion", kind), minion=True, cell=cell)

    def lay(self, kind: str) -> None:
        """B-10.1, B-10.2."""
        cell, removed = self.chosen(), self.acting.get("removes")
        lying = [each for each, other in self.terrain.items() if other == kind]
        covered = self.terrain.keys() - {place_of(removed)} if removed else self.terrain.keys()
        must(self.free(cell) and self.board[cell] != "G" and cell not in covered, "B-10.1")
        must((removed is not None) == (len(lying) >= MOST_TILES), "B-10.2")
        if removed is not None:
            must(place_of(removed) in lying, "B-10.2")
            del self.terrain[place_of(removed)]
        self.terrain[cell] = kind


def _cells(diagram: str) -> dict[Cell, str]:
    """The mark of each cell."""
    rows = [line.split() for line in diagram.split("\n\n", 1)[1].splitlines()[1:] if line.strip()]
    return {(column, int(row[0])): mark for row in rows for column, mark in enumerate(row[1:], start=1)}

"""The second opinion on a log: legal, or the first illegal action and its article; the final GG and the winner.

Set-up, turns and what is bought (chapters 1, 5 and 6; 4.5 to 4.7).
"""

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field

from tests.oracle.books import BOOKS, BOX, Book
from tests.oracle.data import CELLS, FACING, CannotTell, Library, Record, board, known
from tests.oracle.spells import Spells
from tests.oracle.table import CHARACTERS, OTHER, Illegal, Over, Unit, face, must

CRAFTED = {"granite": 3, "jade": 5, "silver": 7, "gold": 10}
OF_THE_ACTIVE = ("cast", "move", "collect", "buy-glory", "buy-reward", "reveal")


@dataclass(frozen=True)
class Opinion:
    says: str  # legal, illegal or cannot tell
    action: int | None = None  # the first illegal one; None: the header or the result
    article: str | None = None
    glory: dict[str, int] | None = None
    winner: str | None = None


def opinion(log: Record, library: Library) -> Opinion:
    index: int | None = None
    try:
        game = set_up(log, library)
        for index in range(len(log["actions"])):
            game.do(log["actions"][index])
        index, result = None, log.get("result") or {}
        must(result.get("glory") in (None, game.glory), "4.6.2")
        must(result.get("winner", game.winner) == game.winner, "1.4.1")
    except CannotTell:
        return Opinion("cannot tell", index)
    except Illegal as found:
        return Opinion("illegal", index, str(found))
    return Opinion("legal", None, None, game.glory, game.winner)


def set_up(log: Record, library: Library) -> "Game":
    """What the header says, from the arena to the first player (1.1 to 1.3)."""
    book, form = BOOKS[log.get("ruleset", "arena-2.7")], log.get("team_format", "constructed")
    if form == "limited" or (log.get("rewards") == "original" and not book.of_2013):
        raise CannotTell
    ground, sides, first = board(log["arena"]), log["sides"], log["first_player"]
    must(ground and FACING[sides["A"]] == -FACING[sides["B"]], "1.2.1")
    lines = {side: timeline(side, player, library, book, form) for side, player in log["players"].items()}
    ours, theirs = ([unit.card["initiative"] for unit in lines[side]] for side in (first, OTHER[first]))
    if book.of_2013:  # more figures are no reason to go first (p. 30)
        ours, theirs = ([each for each in line if each] for line in (ours, theirs))
    must((sum(ours), ours) >= (sum(theirs), theirs) and (log.get("toss") or ours != theirs), "1.3.1")
    units = {unit.name: unit for line in lines.values() for unit in line}
    coins = {cell: 1 if mark == "D" else int(mark) for cell, mark in ground.items() if mark in "D123456789"}
    game = Game(library, sides, ground, lines, units, first, coins, book)
    game.breakable = log.get("scenery") == "breakable"
    for unit in units.values():
        unit.table = game
        if "descendre-prank" in unit.card.get("powers", []):
            unit.card = {**unit.card, "level": 0}
    return game


def timeline(side: str, player: Record, library: Library, book: Book, form: str) -> list[Unit]:
    cards = {name: library.figure(card) for name, card in player["team"].items()}
    copies = Counter((card["name"], card["colour"]) for card in cards.values())
    if form == "box":  # four of the eight (p. 21)
        must(len({card["slug"] for card in cards.values()} & {*BOX}) == len(cards) == 4, "1.1.2")
    else:
        must(book.fewest <= len(cards) <= 8, "1.1.1.a")
        must(sum(card["level"] for card in cards.values()) == 12 or has_one_more(cards), "1.1.1.b")
    must(sum(card.get("boss") == "yes" for card in cards.values()) <= book.bosses, "1.1.1.g")
    must(all(many <= book.copies.get(colour, 3) for (_, colour), many in copies.items()), "1.1.1.c")
    must(sorted(player["timeline"]) == sorted(cards), "1.3.8")
    line = [Unit(name, side, cards[name]) for name in player["timeline"]]
    must(line == sorted(line, key=lambda unit: -unit.card["initiative"]), "1.3.8")
    return line


def has_one_more(cards: dict[str, Record]) -> bool:
    """What Gang Leader lets a team of five Bandits add: one more of them, of level 2 at most."""
    bandits = [card for card in cards.values() if "Bandit" in card["types"]]
    spare = sum(card["level"] for card in cards.values()) - 12
    led = any("gang-leader" in card.get("powers", []) for card in cards.values())
    return led and len(bandits) > 5 and any(card["level"] == spare <= 2 for card in bandits)


@dataclass
class Game(Spells):
    face_up: dict[tuple[str, int], str] = field(default_factory=dict)  # the token that lies there, by rank and pile
    shown_once: set[tuple[str, int]] = field(default_factory=set)  # the piles that have shown one
    locked: Unit | None = None  # who spends nothing more in its turn
    drawn: dict[str, str] = field(default_factory=dict)  # every token that has left its stack, and at which rank
    replacing: tuple[str, int] | None = None  # the pile from which a token that lay face up was bought
    acted: set[Unit] = field(default_factory=set)  # whose turn has come in this turn
    rolled: list[str] | None = None  # the Inspiration dice not placed yet; None before the Roll for Tension

    def do(self, action: Record) -> None:
        """One action; Illegal if it breaks a rule."""
        doing, self.listed = action["do"], [*action.get("standby", [])]
        self.chosen, self.standby = {**action.get("choices", {}), "coins": [*action.get("coins", [])]}, []
        must(not self.over, "5.1.1")
        if doing in ("concede", "time"):
            self.over, self.winner = True, OTHER.get(action.get("player", ""))
            return
        if "declared" in action or "successes" in action:
            raise CannotTell
        if doing != "flip":
            self.flipped(doing)
        unit = self.active if doing in OF_THE_ACTIVE else self.units.get(action.get("unit", ""))
        of_active = unit and unit.cell and unit.side == self.player and not self.finished
        must(doing not in OF_THE_ACTIVE or of_active, "6.1.1")
        must(doing in ("cast", "move") or doing not in OF_THE_ACTIVE or (unit and not unit.summoner), "4.19.4.b")
        with suppress(Over):
            getattr(self, doing.replace("-", "_"))(unit, action)
        must(not self.listed, "7.2.9.a")

    def flipped(self, doing: str) -> None:
        """By the second player's turn one of each rank lies face up, later all (4.7.4); or all six from the first turn
        on (p. 21)."""
        must(not self.replacing, "4.7.7")
        shown = len(self.face_up)
        if self.book.of_2013:
            must(doing == "place" or len(self.shown_once) == 6, "4.7.4")
            return
        enough = shown in (3, 6) or (doing == "tension" and shown < 3) or (doing == "end-turn" and shown > 3)
        must({1: enough, 2: shown == 6}.get(self.turn, True), "4.7.4")

    def place(self, unit: Unit, action: Record) -> None:
        at, own = CELLS.get(action["cell"], 0j), self.timelines[self.player]
        side = OTHER[self.player] if all(each.cell for each in own) else self.player
        must(unit and unit.side == side and unit.cell is None and not self.acted and self.turn == 0, "1.3.9")
        must(at in self.starting_cells(side) and not self.on(at), "1.3.9")
        unit.cell = at
        if all(each.cell for each in self.units.values()):
            self.begun = True
            for each in self.in_play():
                self.happens("fight-begins", each)
            self.resolve_standby()

    def flip(self, unit: None, action: Record) -> None:
        """One of each rank before the second player's first unit, the others at the end of that turn (4.7.4)."""
        key = rank, _ = action["rank"].lower(), action["pile"]
        shown = Counter(each for each, _ in self.face_up)
        fewest = min(shown[each] for each in self.book.prices)
        due = (self.turn == 1 and (fewest == 1 or not self.acted)) or (self.turn == 2 and self.rolled is None)
        if self.book.of_2013:  # before the first turn (p. 21), or in place of one that was bought
            must(key in self.shown_once or not (self.turn or self.acted), "4.7.4")
        else:
            must(self.replacing == key if self.replacing else due and shown[rank] == fewest, "4.7.7")
        must(rank in self.book.prices and key not in self.face_up, "4.7.4")
        self.draw(action["reward"], rank)
        self.face_up[key], self.replacing = action["reward"], None
        self.shown_once.add(key)

    def draw(self, token: str, rank: str) -> None:
        """1.3.7: of each printed token there is one; of another nobody knows how many, but it has one rank."""
        printed = self.texts.of["rewards"].get(token, {})
        name = printed.get("slug", token)
        must(name not in self.drawn or (not printed and self.drawn[name] == rank), "1.3.7")
        if token != "unknown-reward":
            self.drawn[name] = rank

    def tension(self, unit: None, action: Record) -> None:
        must(self.turn > 0 and self.rolled is None and not self.acted and len(action["dice"]) == 2, "5.2.1")
        must("reroll" not in action or not self.book.of_2013, "5.2.2")  # p. 22
        self.rolled = [face(die) for die in ([action["reroll"]] if "reroll" in action else action["dice"])]
        if len(self.rolled) == 2 and self.rolled[0] == self.rolled[1]:
            lost = [side for side in "AB" if self.glory[side] == 1]
            self.glory = {side: max(0, gg - 1) for side, gg in self.glory.items()}
            if self.book.of_2013 and (len(lost) < 2 or self.wild):  # p. 20
                self.check()
            elif lost:
                self.win(OTHER[lost[0]] if len(lost) == 1 else None)

    def inspire(self, unit: Unit, action: Record) -> None:
        die, dice = action["die"], self.rolled or []
        must(not self.acted and die in range(len(dice)) and dice[die], "5.3.1")
        must(unit and unit.side == self.player and unit.cell and not unit.summoner, "5.3.1")
        unit.lent.append("critical-hit" if dice[die] == "critical" else dice[die])
        dice[die] = ""

    def activate(self, unit: Unit, action: Record) -> None:
        must(unit and unit.side == self.player and unit.cell and unit not in self.acted, "5.5.1")
        self.pass_over(unit)

    def order(self, unit: Unit) -> tuple[int, bool]:
        """The place of the timeline; summons follow their summoner in any order (4.19.1.g)."""
        return self.timelines[unit.side].index(unit.summoner or unit), bool(unit.summoner)

    def pass_over(self, until: Unit | None) -> None:
        """The turn goes on to that unit; those passed over do nothing in theirs (5.5.1)."""
        ready = self.rolled is not None if self.turn else self.begun
        must(ready, "5.2.1")
        if not self.acted:
            self.kamas[self.player] += (0, 1, 3)[sum(bool(die) for die in self.rolled or [])]
        if until:
            must(
                all(
                    self.order(each) < self.order(until) or self.order(each) == self.order(until) for each in self.acted
                ),
                "5.5.1",
            )
        while waiting := [each for each in self.in_play(self.player) if each not in self.acted]:
            unit = min(waiting, key=self.order)
            if until and self.order(unit) >= self.order(until):
                break
            self.end()
            listed, self.listed = self.listed, []  # of who is passed over nothing is said
            self.begin(unit)
            self.listed = listed
        if until and until.cell:
            self.begin(until)

    def begin(self, unit: Unit) -> None:
        """6.2: what lasted for a turn ends, the gauges are filled."""
        self.end()
        self.acted.add(unit)
        self.active, self.began_beside = unit, self.beside(unit.cell) if unit.body in CHARACTERS else []
        if self.book.of_2013:  # what is triggered comes before the Buffs go and the markers count (p. 22)
            self.triggered(unit)
        unit.up = [reward for reward in unit.up if reward["kind"] != "buff"]  # 6.2
        unit.left = Counter({what: max(0, unit.most(what) + unit.markers[what]) for what in ("ap", "mp")})
        unit.left["range"] = unit.markers["range"]
        unit.markers.clear()
        if not self.book.of_2013:
            self.triggered(unit)

    def triggered(self, unit: Unit) -> None:
        bombs = [each for each in self.in_play(unit.side) if each.summoner is unit and each.body == "bomb"]
        if bombs and any(reward["kind"] == "buff" for reward in unit.up):
            raise CannotTell  # the page and the reminder (p. 32) have another order
        names = [said.get("by") for said in self.listed]
        for bomb in sorted(bombs, key=lambda bomb: (*names, bomb.name).index(bomb.name)):
            self.goes_off(bomb)  # p. 26
        self.happens("turn-begins", unit)
        self.resolve_standby()

    def end(self) -> None:
        """6.4, and what answers to it."""
        unit = self.active
        if unit:
            self.kamas[unit.side] += unit.collected and "farmer" in unit.powers  # 4.9.28
            if unit.cell:
                self.happens("turn-ends", unit)
            self.resolve_standby()
        for other in self.units.values():  # what lasts for a turn ends (6.4)
            other.given, other.up = [], [reward for reward in other.up if reward["kind"] != "boost"]
            other.following, other.extra, other.paid = [], {}, {}
            other.stronger = [each for each in other.stronger if each.get("until") == "player-turn"]
            other.bare, other.collected = other.stays_bare, False
        self.active, self.finished, self.attacked, self.locked = None, False, 0, None

    def end_turn(self, unit: None, action: Record) -> None:
        self.pass_over(None)
        self.end()
        self.injured.clear()
        for other in self.units.values():  # what lasts for the turn of a player ends (5.6.1)
            other.stays, other.stronger, other.bare, other.stays_bare = [], [], False, False
        self.turn, self.player, self.acted, self.rolled = self.turn + 1, OTHER[self.player], set(), None
        self.broken.clear()
        for other in self.timelines[self.player]:
            other.lent = []

    def move(self, unit: Unit, action: Record) -> None:
        to, blocks = CELLS.get(action["to"], 0j), action.get("blocks", [])
        must(unit.left["mp"] >= 1 and to - unit.cell in FACING.values() and self.free(to), "6.3.2")
        foes = self.foes(unit)
        must(not any("perfect-lock" in foe.powers for foe in foes), "1.5.1")
        lockers = {foe.name: foe for foe in foes if "itty-bitty" not in foe.powers | unit.powers}
        rolled = sorted(block["by"] for block in blocks)
        must({*rolled} <= {*lockers} and len({*rolled}) == len(rolled), "4.14.1")
        for block in blocks:
            by = lockers[block["by"]]
            lock = self.roll(by, block["lock"], 1 + ("lock" in self.against(by, unit)), "lock", "4.14.5")
            dodge = self.roll(unit, block["dodge"], 1 + ("dodge" in self.against(unit, by)), "dodge", "4.14.6")
            self.happens("lock-roll", by, unit, lock)
            lost = 0 if lock < dodge else 1 if lock == dodge or by.summoner else 3  # 4.14.3
            if self.book.of_2013:  # p. 23
                lost, self.locked = (99, unit) if lock > dodge else (0, self.locked)
            self.fill(unit, {"ap": -lost, "mp": -lost})
        must(rolled == sorted(lockers) or unit is self.locked, "4.14.1")  # once it is locked, no matter of the others
        if unit.left["mp"] and unit is not self.locked:
            unit.left["mp"] -= 1
            self.put(unit, to)
        self.resolve_standby()

    def collect(self, unit: Unit, action: Record) -> None:
        must(unit.left["ap"] >= 1 and self.coins.get(unit.cell, 0) > 0, "6.3.3")
        unit.left["ap"] -= 1
        self.coins[unit.cell] -= 1
        self.kamas[unit.side] += 1
        unit.collected = True

    def pay(self, unit: Unit, kamas: int, ap: int = 1) -> None:
        must(self.ground[unit.cell] == "D" and unit.left["ap"] >= ap and self.kamas[unit.side] >= kamas, "4.5.3")
        unit.left["ap"] -= ap
        self.kamas[unit.side] -= kamas

    def buy_glory(self, unit: Unit, action: Record) -> None:
        if not self.book.of_2013:  # as often as one likes (p. 23)
            self.once("6.3.4", "buy-glory", self.turn)
        self.pay(unit, self.book.glory)
        self.gain(unit.side, 1)

    def buy_reward(self, unit: Unit, action: Record) -> None:
        key, token, to = (action["rank"].lower(), action["pile"]), action["reward"], action["to"]
        must(key[0] in self.book.prices, "4.7.6")
        crafts = "crafter" in unit.powers and ("crafted", unit, self.turn) not in self.done  # 4.9.27
        self.pay(unit, (CRAFTED if crafts else self.book.prices)[key[0]], ap=0 if crafts else 1)
        self.done.add(("crafted", unit, self.turn))
        if action["face"] == "up":
            must(self.face_up.pop(key, None) == token, "4.7.6")
            self.replacing = None if self.book.of_2013 else key
        else:
            self.draw(token, key[0])
        held = {
            ally: len(ally.down) + sum(reward["kind"] != "boost" for reward in ally.up) - len(ally.techniques)
            for ally in self.in_play(unit.side)
            if not ally.summoner
        }
        roomy = [ally.name for ally, many in held.items() if many < ally.level]
        roomy += [ally.name for ally in held if any("any-rewards" in power for power, _ in self.lasting(ally))]
        must(to in roomy if to else not roomy, "4.7.9")
        if to:
            self.units[to].down.append(token)

    def reveal(self, unit: Unit, action: Record) -> None:
        must(action["reward"] in unit.down, "4.7.10")
        if not self.book.of_2013:  # p. 23
            self.once("4.7.10", "reveal", unit, self.turn)
        reward = self.texts.of["rewards"].get(action["reward"], {})
        known(reward and {**reward, "spells": []})  # which have to be known when they are cast
        worn = [each.get("equipment", "") for each in [reward, *unit.up]]
        if not self.book.of_2013:
            worn = [each.replace("trophy", "dofus") for each in worn]
        must(worn[0] in ("", "technique") or worn[0] not in worn[1:], "4.7.11.b")
        unit.down.remove(action["reward"])
        unit.up.append(reward)
        self.fill(unit, {**reward.get("bonus", {}), "range": 0})
        for effect in reward.get("effects", []):
            self.apply(effect, [unit], unit)
        self.fall()
        self.happens("reveals", unit)
        self.resolve_standby()

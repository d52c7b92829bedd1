"""Positions for tests, drawn as text.

    table = Table('''
        . T .
        q . K
    ''', q="queen-of-the-tofus", K="king-of-the-gobballs")

The lower left corner of the drawing is A1; whatever is not drawn is plain. Small letters are units of player A, capital
ones of player B, named in the legend by card, or `tofu of q` for a summon. T B C D and digits are trees, bushes,
crates, Demon cells and Kamas. `does()` plays an action leniently and answers the articles that it breaks.

`table["q"]` is the unit, of which a test can assert whatever `Unit` has: `injuries`, `fallen`, its `ap` and `mp`,
the markers `ap_markers`, `mp_markers` and `range_markers`. `at()` names its cell, `rewards()` counts its rewards, and
`table.game` has the `glory` and the `kamas` of both players.
"""

from typing import Any

from rules.arena.boards import Board
from rules.arena.cells import SIDES, cell_index, cell_name, lines_from, mask_of
from rules.arena.engine import summons
from rules.arena.engine.actions import play
from rules.arena.engine.activation import begin_activation
from rules.arena.engine.rewards.piles import Pile
from rules.arena.engine.setup import krosmaster
from rules.arena.engine.state import Game
from rules.arena.engine.units import Reward, Unit, held
from rules.arena.laws.arena_2_7 import ARENA_2_7
from rules.arena.recovery.policy import Recovery
from rules.arena.texts import card_texts
from rules.common.verdicts import Illegal, Issue
from tests.known_texts import reward_of

GROUND = "TBCD0123456789."
RANKS = ("granite", "jade", "silver")


def believed_cards(game: Game) -> list[str]:
    """Return the cards about which something was believed, each once, in the order in which it was."""
    return list(dict.fromkeys(belief.card for belief in game.basis.beliefs()))


class Table:
    def __init__(self, drawing: str, **legend: str) -> None:
        marks = _marks(drawing)
        self.game = self.laid(marks)
        for letter, card in legend.items():
            self.add(letter, card, [cell for cell, mark in marks.items() if mark == letter])
        self.game.findings.clear()

    def laid(self, marks: dict[int, str]) -> Game:
        return _game(marks)

    def owner(self, letter: str) -> str:
        return "A" if letter.islower() else "B"

    def add(self, letter: str, card: str, cells: list[int]) -> None:
        game = self.game
        if " of " in card:
            slug, summoner = card.split(" of ")
            for cell in cells:
                summons.summon(game, game.units[summoner], slug, cell, control=None)
            return
        unit = krosmaster(letter, self.owner(letter), card, card_texts())
        unit.side = game.seats.side_of[unit.player]
        game.add_piece(unit)
        game.timelines[unit.player].append(unit)
        for cell in cells:
            game.put(unit, cell)

    def __getitem__(self, name: str) -> Unit:
        return self.game.units[name]

    def activate(self, name: str) -> "Table":
        """That unit's turn begins, whatever the timeline says, and its bombs stay; its player is the active one."""
        self.game.player = self[name].player
        self.game.begun = True
        begin_activation(self.game, self[name], {}, in_turn=False)
        return self

    def does(self, do: str, **fields: Any) -> list[str]:
        """Play an action; the articles of the faults found in it."""
        return [finding.article or "" for finding in self.says(do, **fields) if finding.severity == "error"]

    def says(self, do: str, **fields: Any) -> list[Issue]:
        before = len(self.game.findings)
        try:
            play(self.game, {"do": do, **fields})
        except Illegal as error:
            self.game.findings.append(Issue("error", error.code, error.message, article=error.article))
        return self.game.findings[before:]

    def give(self, name: str, reward: str, *, face_up: bool = False) -> "Table":
        text = reward_of(reward)
        assert text is not None
        self[name].rewards += (Reward(reward, text, face_up),)
        self[name].refresh()
        return self

    def at(self, name: str) -> str | None:
        unit = self[name]
        return cell_name(unit.cell) if unit.in_play else None

    def rewards(self, name: str) -> int:
        return held(self[name])


def _marks(drawing: str) -> dict[int, str]:
    rows = [line.split() for line in drawing.strip().splitlines()]
    marks = {}
    for row, line in enumerate(reversed(rows), start=1):
        for column, mark in zip("ABCDEFGHIJKL", line, strict=False):
            cell = cell_index(f"{column}{row}")
            assert cell is not None
            marks[cell] = mark
    return marks


def _game(marks: dict[int, str]) -> Game:
    def where(*wanted: str) -> int:
        return mask_of(cell for cell, mark in marks.items() if mark in wanted)

    coins = {cell: int(mark) for cell, mark in marks.items() if mark.isdigit()}
    coins |= {cell: 1 for cell, mark in marks.items() if mark == "D"}
    board = Board(
        french="",
        slug="drawn",
        name="drawn",
        also=(),
        pieces={},
        source="a test",
        note="",
        trees=where("T"),
        bushes=where("B"),
        crates=where("C"),
        demons=where("D"),
        kamas=coins,
        starts={side: lines_from(side, 2) for side in SIDES},
    )
    return Game(
        laws=ARENA_2_7,
        ranks=ARENA_2_7.ranks["second"],
        board=board,
        sides={"A": "south", "B": "north"},
        units={},
        pieces=[],
        timelines={"A": [], "B": []},
        glory={"A": 6, "B": 6},
        coins=dict(coins),
        piles={(rank, number): Pile() for rank in RANKS for number in (1, 2)},
        impassable=board.obstacles,
        turn=5,
        tension=[],
        texts=card_texts(),
        policy=Recovery(),
    )

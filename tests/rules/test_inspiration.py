"""What dice do on the cards of Krosmasters (5.3), and that dice not placed are sold (5.4)."""

from dataclasses import replace

import pytest

from rules.arena.log import read
from rules.arena.replay import before
from tests.rules.duels import MISS
from tests.rules.logs import END, OPENING, PLACED, TENSION, do, document, errors, report
from tests.rules.table import Table


@pytest.mark.article("5.4.1", "5.4.2")
def test_dice_that_are_not_placed_are_sold() -> None:
    base = [*PLACED, END, *OPENING, TENSION]
    for inspired, kamas in ((0, 3), (1, 1), (2, 0)):
        dice = [do("inspire", die=die, unit="b1") for die in range(inspired)]
        game = before(read(document(*base, *dice, do("activate", unit="b1"), END)), len(base) + inspired + 1)
        assert game.kamas["B"] == kamas


@pytest.mark.article("5.4.1", "5.4.2", breaks=True)
def test_inspiration_after_the_dice_are_sold() -> None:
    base = [*PLACED, END, *OPENING, TENSION, do("activate", unit="b1")]
    assert errors(*base, do("inspire", die=0, unit="b1")) == [(len(base), "5.4.1")]
    base.insert(-1, do("inspire", die=1, unit="b1"))
    assert errors(*base, do("inspire", die=0, unit="b1")) == [(len(base), "5.4.2")]
    assert report(*base).verdict == "valid"


ROLLS = {
    "critical": {"critical": 2, "armour": 1, "dodge": 1, "lock": 1},
    "armour": {"critical": 1, "armour": 2, "dodge": 1, "lock": 1},
    "dodge": {"critical": 1, "armour": 1, "dodge": 2, "lock": 1},
    "lock": {"critical": 1, "armour": 1, "dodge": 1, "lock": 2},
}


@pytest.mark.article("5.3.1", "5.3.1.a", "5.3.1.b", "5.3.1.c", "5.3.1.d")
@pytest.mark.parametrize("face", ROLLS)
def test_an_inspiration_die_adds_dice_only_to_its_faces_rolls(face: str) -> None:
    """The figure that has the die strikes, is struck, walks away and is walked away from."""
    for roll, dice in ROLLS[face].items():
        for rolled in (1, 2):
            assert (_rolls(face, roll, rolled) == []) is (rolled == dice), (roll, rolled)


def _rolls(face: str, roll: str, rolled: int) -> list[str]:
    table = Table("q K . x\n. . . .", q="oscar-kass", K="oscar-kass", x="bill-tell")
    for name in "qK":
        table[name].profile = replace(table[name].profile, powers=frozenset())
        table[name].refresh()
    table.game.player, table.game.tension = "A", [face, "lock"]
    assert table.does("inspire", die=0, unit="q") == []
    table.activate("q" if roll in ("critical", "dodge") else "K")
    table["q"].ap = table["K"].ap = 6
    dice = {name: MISS * (rolled if name == roll else 1) for name in ROLLS}
    if roll in ("critical", "armour"):
        aimed, at = ("K", "B2") if roll == "critical" else ("q", "A2")
        return table.does("cast", spell="con", target=at, critical=dice["critical"], armour={aimed: dice["armour"]})
    by, to = ("K", "A1") if roll == "dodge" else ("q", "B1")
    return table.does("move", to=to, blocks=[{"by": by, "lock": dice["lock"], "dodge": dice["dodge"]}])


@pytest.mark.article("5.3.2")
@pytest.mark.parametrize(
    ("placed", "powers", "kamas"),
    [
        ([], [set(), set()], 3),
        ([(1, "x")], [set(), {"lock"}], 1),
        ([(0, "q"), (1, "x")], [{"armour"}, {"lock"}], 0),
        ([(1, "x"), (0, "q")], [{"armour"}, {"lock"}], 0),
        ([(0, "q"), (1, "q")], [{"armour", "lock"}, set()], 0),
    ],
)
def test_up_to_two_dice_go_on_one_card_or_two(placed, powers, kamas) -> None:
    table = Table("q . K . x", q="anna-tommy", K="anna-tommy", x="anna-tommy")
    table.game.player, table.game.tension = "A", ["armour", "lock"]
    assert [table.does("inspire", die=die, unit=unit) for die, unit in placed] == [[] for _ in placed]
    assert [table["q"].powers, table["x"].powers] == powers
    table.does("activate", unit="q")
    assert table.game.kamas["A"] == kamas


@pytest.mark.article("5.3.2", breaks=True)
@pytest.mark.parametrize("again", ["q", "x"])
def test_a_placed_die_is_not_placed_again_on_any_card(again: str) -> None:
    table = Table("q . K . x", q="anna-tommy", K="anna-tommy", x="anna-tommy")
    table.game.player, table.game.tension = "A", ["armour", "lock"]
    assert table.does("inspire", die=0, unit="q") == []
    assert table.does("inspire", die=0, unit=again) == ["5.3.2"]
    assert table["x"].powers == set()


@pytest.mark.article("5.2.4", "5.2.1", breaks=True)
@pytest.mark.parametrize(("turn", "article"), [(1, "5.2.4"), (2, "5.2.1")])
def test_without_a_roll_there_are_no_dice_to_place(turn: int, article: str) -> None:
    table = Table("q . K", q="oscar-kass", K="bill-tell")
    table.game.turn, table.game.tension = turn, None
    assert table.does("inspire", die=0, unit="q") == [article]


@pytest.mark.article("5.4.1", "5.4.2")
@pytest.mark.parametrize(("dice", "kamas"), [(0, 0), (1, 1), (2, 3), (3, 3)])
def test_a_pair_of_dice_and_more_are_worth_three_kamas(dice: int, kamas: int) -> None:
    table = Table("q . K", q="oscar-kass", K="bill-tell")
    table.game.tension, table.game.event_log = ["lock"] * dice, []
    assert table.does("activate", unit="q") == []
    assert table.game.kamas["A"] == kamas
    assert [each["why"] for each in table.game.event_log if each["event"] == "kamas"] == ["refund"] * bool(kamas)

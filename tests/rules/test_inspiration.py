"""Dice that are not placed are sold (5.4)."""

import pytest

from rules.arena.log import read
from rules.arena.replay import before
from tests.rules.logs import END, OPENING, PLACED, TENSION, do, document, errors, report


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

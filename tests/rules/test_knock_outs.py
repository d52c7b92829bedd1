"""KO (4.10.2), the Glory it brings, and who has won (1.4)."""

from dataclasses import replace

import pytest

from rules.arena.engine import outcome
from rules.arena.engine.damage import leave
from rules.arena.engine.state import Pending
from rules.arena.engine.units import Reward
from rules.arena.log import Result
from rules.arena.printed import Characteristics
from rules.arena.recovery import result
from tests.known_texts import reward_of
from tests.rules.duels import MISS, cast
from tests.rules.table import Table


@pytest.mark.article("4.6.2", "4.10.2.a", "4.19.5", "2.4.2")
def test_a_knocked_out_krosmaster_gives_its_level_wild_gg_first() -> None:
    table = Table("q K x\nw . Y", q="oscar-kass", K="bad-aboum", x="anna-tommy", w="water-bomb of K", Y="bill-tell")
    table.activate("q")
    table["K"].injuries = 8
    table.give("K", "glue")
    assert cast(table, "con", "B2", MISS, K=MISS) == []
    assert (table.game.glory, table.game.wild) == ({"A": 9, "B": 4}, 0)
    assert table.at("K/water-bomb-1") is None  # it leaves, and does not explode
    assert table["K"].rewards == ()


@pytest.mark.article("4.10.2.a", "4.13.3")
def test_what_lay_on_or_came_from_a_figure_leaves_too() -> None:
    table = Table(
        "q K x\nw t g\n. . Y", q="oscar-kass", K="bad-aboum", x="anna-tommy", Y="bill-tell",
        w="water-bomb of K", t="lethal-trap of K", g="gobball of K",
    )  # fmt: skip
    table.activate("q").give("K", "glue").give("K", "set-ap-and-armour", face_up=True)
    fallen, table.game.event_log = table["K"], []
    fallen.injuries = 8
    fallen.ap_markers, fallen.mp_markers, fallen.range_markers = -1, 1, 1
    fallen.specials, table["x"].specials = {"Servant": "q"}, {"Bleeding": "K"}
    assert cast(table, "con", "B3", MISS, K=MISS * 2) == []
    assert (fallen.ap_markers, fallen.mp_markers, fallen.range_markers, fallen.specials) == (0, 0, 0, {})
    assert (fallen.rewards, fallen.injuries, fallen.in_play) == ((), 0, False)
    assert table["x"].specials == {}
    assert [unit.name for unit in table.game.in_play("B")] == ["Y"]
    steps = [event["event"] for event in table.game.event_log if event["event"] in ("glory", "leaves")]
    assert steps == ["glory", "leaves", "leaves", "leaves"]


@pytest.mark.parametrize(("striker", "struck"), [("q", "K"), ("K", "q")])
def test_the_gg_stand_in_the_order_of_the_players(striker: str, struck: str) -> None:
    table = Table("q K\nx Y", q="oscar-kass", K="oscar-kass", x="anna-tommy", Y="bill-tell").activate(striker)
    table[struck].injuries = 9
    assert cast(table, "con", "A2" if struck == "q" else "B2", MISS, **{struck: MISS * 2}) == []
    assert list(table.game.glory) == ["A", "B"]


@pytest.mark.article("4.10.2.a", "1.4.1")
def test_a_kos_gg_are_won_before_the_last_figure_leaves() -> None:
    table = Table("q K x", q="oscar-kass", K="bill-tell", x="anna-tommy").activate("q")
    table.game.glory["B"], table["K"].injuries = 2, 5
    assert cast(table, "con", "B1", MISS, K=MISS) == []
    assert (table.game.winner, table.game.won_by) == ("A", "glory")


@pytest.mark.article("4.10.2", "4.10.2.b")
@pytest.mark.article("4.10.2", "4.10.2.b", breaks=True)
def test_who_is_knocked_out_does_not_act() -> None:
    table = Table("q K x . Y", q="oscar-kass", K="bad-aboum", x="anna-tommy", Y="bill-tell").activate("q")
    table["K"].injuries = 8
    assert cast(table, "con", "B1", MISS, K=MISS) == []
    assert table.does("end-turn") == []
    assert table.does("tension", dice=["lock", "dodge"]) == []
    assert table.does("activate", unit="K") == ["4.10.2.b"]


@pytest.mark.article("1.4.1", "7.2.8.c")
@pytest.mark.article("1.4.1", breaks=True)
def test_the_last_gg_ends_the_game_at_once() -> None:
    table = Table("q K x . Y", q="oscar-kass", K="bad-aboum", x="anna-tommy", Y="bill-tell").activate("q")
    table.game.glory, table["K"].injuries = {"A": 4, "B": 2}, 8
    assert cast(table, "con", "B1", MISS, K=MISS) == []
    assert (table.game.winner, table.game.won_by) == ("A", "glory")
    assert table.does("end-turn") == ["1.4.1"]


@pytest.mark.article("1.4.2")
def test_nobody_wins_while_the_wild_gg_is_there() -> None:
    table = Table("q . K", q="oscar-kass", K="bad-aboum").activate("q")
    table.game.glory["B"] = 0
    assert table.does("move", to="A2") == []
    assert not table.game.over


@pytest.mark.article("1.4.3")
@pytest.mark.article("1.4.3", breaks=True)
def test_the_last_one_standing_wins() -> None:
    table = Table("q K x", q="oscar-kass", K="bill-tell", x="anna-tommy").activate("q")
    table["K"].injuries = 5
    assert cast(table, "con", "B1", MISS, K=MISS) == []
    assert (table.game.winner, table.game.won_by) == ("A", "last-standing")
    assert table.does("end-turn") == ["1.4.3"]


@pytest.mark.article("1.7.1", "4.10.2")
@pytest.mark.parametrize("active", ["q", "K"])
def test_of_figures_falling_together_the_active_players_opponent_falls_first(active: str) -> None:
    """Each side's last GG would go with its figure: who strikes wins."""
    table = Table("q K\n. .\nx X", q="oscar-kass", K="oscar-kass", x="bill-tell", X="bill-tell").activate(active)
    game, enemy = table.game, {"q": "K", "K": "q"}[active]
    game.wild, game.glory = 0, {"A": 3, "B": 3}
    for name in ("q", "K"):
        table[name].injuries = 9
    blow = replace(table[active].profile.spells["con"], area="cross", effects=())
    table[active].profile = replace(table[active].profile, spells={"con": blow})
    aim = table.at(enemy)
    assert aim is not None
    assert cast(table, "con", aim, MISS, q=MISS * 2, K=MISS * 2) == []
    assert game.winner == table[active].side


@pytest.mark.article("1.7.1", "4.6.2")
@pytest.mark.parametrize(("glory", "code"), [((6, 7), ""), ((7, 6), ""), ((9, 4), "wrong-glory")])
def test_either_order_of_simultaneous_falls_may_take_the_wild_gg(glory: tuple[int, int], code: str) -> None:
    """Both are of level 3, and the active player chose the order."""
    table = Table("q K\n. .\nx X", q="oscar-kass", K="oscar-kass", x="bill-tell", X="bill-tell").activate("q")
    for name in ("q", "K"):
        table[name].injuries = 9
    blow = replace(table["q"].profile.spells["con"], area="cross", effects=())
    table["q"].profile = replace(table["q"].profile, spells={"con": blow})
    assert cast(table, "con", "B3", MISS, q=MISS * 2, K=MISS * 2) == []
    stated = Result(winner=None, glory={"A": glory[0], "B": glory[1]})
    assert "".join(finding.code for finding in outcome.findings(table.game, stated)) == code


def both_fall(glory: dict[str, int], wild: int, *others: str) -> Table:
    """Con strikes down one figure of level 3 on each side; player A is active."""
    letters = dict.fromkeys(others, "bill-tell")
    table = Table(f"q K\n. .\n{' '.join(others) or '. .'}", q="oscar-kass", K="oscar-kass", **letters).activate("q")
    table.game.glory, table.game.wild = glory, wild
    for name in ("q", "K"):
        table[name].injuries = 9
    blow = replace(table["q"].profile.spells["con"], area="cross", effects=())
    table["q"].profile = replace(table["q"].profile, spells={"con": blow})
    assert cast(table, "con", "B3", MISS, q=MISS * 2, K=MISS * 2) == []
    return table


@pytest.mark.article("1.7.1", "1.4.1", "1.4.3")
@pytest.mark.parametrize(
    ("glory", "wild", "others", "winner", "after", "won_by"),
    [
        ({"A": 3, "B": 3}, 0, "xX", "A", {"A": 6, "B": 0}, "glory"),
        ({"A": 3, "B": 3}, 0, "xX", "B", {"A": 0, "B": 6}, "glory"),
        ({"A": 1, "B": 2}, 1, "xX", "A", {"A": 4, "B": 0}, "glory"),
        ({"A": 1, "B": 2}, 1, "xX", "B", {"A": 0, "B": 4}, "glory"),
        ({"A": 6, "B": 6}, 1, "xX", None, {"A": 6, "B": 7}, None),
        ({"A": 6, "B": 6}, 1, "xX", None, {"A": 7, "B": 6}, None),
        ({"A": 6, "B": 6}, 0, "", "A", {"A": 9, "B": 3}, "last-standing"),
        ({"A": 6, "B": 6}, 0, "", "B", {"A": 3, "B": 9}, "last-standing"),
    ],
)
def test_the_result_shows_who_of_those_falling_together_fell_first(
    glory: dict[str, int], wild: int, others: str, winner: str | None, after: dict[str, int], won_by: str | None
) -> None:
    """Nothing keeps the active player from the worse order; a judge is told where it decides who has won."""
    game = both_fall(glory, wild, *others).game
    stated = Result(winner=winner, glory=after, winners=(winner,) if winner else ())
    found = [(each.severity, each.code) for each in result.findings(game, stated)]
    assert found == ([("warning", "order-decides")] if winner else [])
    assert (game.glory, game.winner, game.won_by, game.over) == (after, winner, won_by, winner is not None)


@pytest.mark.article("1.7.1", "1.4.1")
@pytest.mark.article("1.7.1", breaks=True)
@pytest.mark.parametrize(
    ("winner", "after", "fits"),
    [
        ("A", {"A": 8, "B": 0}, True),  # both of B's fell, and with the second A had won before the caster fell
        (None, {"A": 7, "B": 1}, True),  # the caster fell first, and 3 GG went to B
        ("A", {"A": 5, "B": 3}, False),  # the caster fell after A had won
        (None, {"A": 5, "B": 3}, False),
    ],
)
def test_nothing_falls_after_the_ko_that_wins(winner: str | None, after: dict[str, int], fits: bool) -> None:
    """Con strikes down its caster and two of B's figures, each of level 3, and each player has 4 GG."""
    figures = dict.fromkeys("qKL", "oscar-kass")
    table = Table("q K\n. L\nx X", **figures, x="bill-tell", X="bill-tell").activate("q")
    game, table.game.glory, table.game.wild = table.game, {"A": 4, "B": 4}, 0
    for name in figures:
        table[name].injuries = 9
    blow = replace(table["q"].profile.spells["con"], area="cross", effects=())
    table["q"].profile = replace(table["q"].profile, spells={"con": blow})
    assert cast(table, "con", "B3", MISS, q=MISS * 2, K=MISS * 2, L=MISS * 2) == []
    stated = Result(winner=winner, glory=after, winners=(winner,) if winner else ())
    assert all(each.severity == "warning" for each in result.findings(game, stated)) == fits
    assert (game.glory == after) == fits


@pytest.mark.article("1.7.1", "1.4.3")
def test_a_figure_is_not_last_while_one_falling_too_stands() -> None:
    """Where the caster fell first, both of B's last figures still bring their GG."""
    figures = dict.fromkeys("qKL", "oscar-kass")
    table = Table("q K\n. L\nx .", **figures, x="bill-tell").activate("q")
    table.game.glory, table.game.wild = {"A": 6, "B": 8}, 0
    for name in figures:
        table[name].injuries = 9
    blow = replace(table["q"].profile.spells["con"], area="cross", effects=())
    table["q"].profile = replace(table["q"].profile, spells={"con": blow})
    assert cast(table, "con", "B3", MISS, q=MISS * 2, K=MISS * 2, L=MISS * 2) == []
    stated = Result(winner="A", glory={"A": 9, "B": 5}, winners=("A",))
    assert list(result.findings(table.game, stated)) == []


@pytest.mark.article("1.7.1", "1.4.1", breaks=True)
@pytest.mark.parametrize(
    ("winner", "after", "article", "code"),
    [
        (None, {"A": 6, "B": 0}, "1.4.1", "wrong-winner"),
        ("B", {"A": 6, "B": 0}, "4.6.2", "wrong-glory"),
        ("A", {"A": 3, "B": 3}, "4.6.2", "wrong-glory"),
    ],
)
def test_winner_and_gg_follow_from_one_and_the_same_order(
    winner: str | None, after: dict[str, int], article: str, code: str
) -> None:
    game = both_fall({"A": 3, "B": 3}, 0, "x", "X").game
    stated = Result(winner=winner, glory=after, winners=(winner,) if winner else ())
    assert [(each.article, each.code) for each in result.findings(game, stated)] == [(article, code)]


@pytest.mark.article("7.2.2.b")
@pytest.mark.parametrize(("gg", "winner", "hurt"), [(1, "B", 0), (6, None, 3)])
def test_a_cost_in_injuries_may_knock_out_the_caster_first(gg: int, winner: str | None, hurt: int) -> None:
    """Coa Gulary's example: the spell goes on without her, unless her last GG are gone."""
    table = Table("q K . x", q="coa-gulary", K="anna-tommy", x="bill-tell").activate("q")
    table.game.wild, table.game.glory["A"] = 0, gg
    hp = table["q"].hp
    assert hp is not None
    table["q"].injuries = hp - 1
    dice = {} if winner else {"critical": MISS, "armour": {"K": MISS}}
    assert table.does("cast", spell="punishment", target="B1", **dice) == []
    assert (table.at("q"), table["K"].injuries, table.game.winner) == (None, hurt, winner)


@pytest.mark.article("4.10.2.a", breaks=True)
def test_a_summon_that_left_with_its_summoner_has_fallen() -> None:
    table = Table("q K . x X", q="oscar-kass", K="king-of-the-gobballs", x="bill-tell", X="anna-tommy").activate("q")
    table.add("g", "gobball of K", [2])
    table["K/gobball-1"].injuries = 1
    table["K"].injuries = 9
    assert cast(table, "con", "B1", MISS, K=MISS * 2) == []
    assert (table.at("K"), table.at("K/gobball-1")) == (None, None)
    summon = table["K/gobball-1"]
    assert (summon.fallen, summon.injuries) == (True, 0)
    table.game.player = "B"
    table.game.begun = True
    assert table.does("activate", unit="K/gobball-1") == ["4.10.2.a"]


@pytest.mark.article("4.18.6")
def test_pending_effects_of_departed_pieces_stay_away_when_another_leaves() -> None:
    table = Table("q . K", q="bad-aboum", K="bill-tell")
    table.add("b", "water-bomb of q", [1])
    table.add("c", "water-bomb of q", [3])
    waiting = [Pending("explosion", table[f"q/water-bomb-{number}"]) for number in (1, 2)]
    table.game.standby = list(waiting)
    for number in (1, 2):
        leave(table.game, table[f"q/water-bomb-{number}"])
    assert [pending.lapsed for pending in waiting] == [True, True]


@pytest.mark.article("4.7.5.b")
def test_reward_bonuses_add_up_and_no_gauge_falls_below_zero() -> None:
    table = Table("q K", q="oscar-kass", K="bill-tell")
    hammer = reward_of("hammer")
    assert hammer is not None
    less = replace(hammer, bonus=Characteristics(ap=-9, mp=-9, hp=0, range=1))
    table["q"].rewards += (Reward("one", less, True), Reward("two", less, True))
    table["q"].refresh()
    assert (table["q"].most_ap, table["q"].most_mp, table["q"].reach_bonus) == (0, 0, 2)

"""Two against two (9.3): partners are allies, and their GG count together."""

from dataclasses import replace

import pytest

from rules.arena.engine.damage import knock_outs, pay_injuries, place_injuries
from rules.arena.engine.markers import place_special
from tests.rules.fours import FIGURES, OTHERS, ROUND, Pairs, codes, out_of_it, rolls


def pairs(**changes: str) -> Pairs:
    return Pairs(ROUND, **{**FIGURES, **OTHERS, **changes})


@pytest.mark.article("4.10.6.b", "9.3.1")
def test_an_eliminated_players_blow_still_counts_for_their_side() -> None:
    table = pairs().weak("a").activate("a")
    out_of_it(table, "b", "m")
    place_injuries(table.game, table["a"], 1, table["b"])
    knock_outs(table.game, table["b"])
    assert (table.glory, codes(table)) == ((3, 6, 3, 3, 0), [])


@pytest.mark.article("9.2.5", "4.4.1")
def test_a_figure_the_partner_strikes_down_is_an_own_ko() -> None:
    table = pairs().weak("a").activate("c").set_glory(4, 3, 3, 3, 1)
    table.game.action = {"do": "cast", "gives": {"a": "D"}}
    place_injuries(table.game, table["a"], 1, table["c"])
    knock_outs(table.game, table["c"])
    assert (table.glory, codes(table)) == ((2, 3, 3, 6, 0), [])


@pytest.mark.article("9.2.5", breaks=True)
def test_gg_of_an_own_ko_never_go_to_the_partner() -> None:
    table = pairs().weak("a").activate("a")
    table.game.action = {"do": "cast", "gives": {"a": "C"}}
    pay_injuries(table.game, table["a"], 1)
    knock_outs(table.game)
    assert codes(table) == ["cannot-give-to"]


@pytest.mark.article("9.3.2")
def test_an_eliminated_partners_gg_count_for_the_side() -> None:
    table = pairs().weak("b").set_glory(0, 3, 2, 10, 0)
    out_of_it(table, "c", "n")
    table.set_glory(3, 3, 2, 7, 0)
    table.strikes("a", "D2", "b")
    assert (table.glory, table.game.over) == ((6, 0, 2, 7, 0), False)
    table = pairs().set_glory(0, 1, 2, 0, 0)
    out_of_it(table, "c", "n")
    assert rolls(table, "B", "D") == []
    assert (table.glory, table.game.winner, table.game.won_by) == ((0, 0, 2, 0, 0), "AC", "glory")


@pytest.mark.article("9.3.2", "9.2.5")
def test_partners_eliminated_by_an_own_ko_keep_the_sides_gg() -> None:
    table = pairs().weak("a").activate("a").set_glory(5, 3, 3, 3, 1)
    out_of_it(table, "k")
    table.game.action = {"do": "cast", "gives": {"a": "D"}}
    pay_injuries(table.game, table["a"], 1)
    knock_outs(table.game)
    assert (table.glory, list(table.game.out), table.game.over) == ((3, 3, 3, 6, 0), ["A"], False)


@pytest.mark.article("9.3.2", "9.2.3")
def test_the_side_that_alone_has_krosmasters_wins() -> None:
    table = pairs().weak("b")
    out_of_it(table, "m", "d", "o")
    table.strikes("a", "D2", "b")
    assert (table.game.winner, table.game.won_by) == ("AC", "last-standing")


@pytest.mark.article("9.3.1")
def test_a_side_with_one_player_left_plays_on() -> None:
    table = pairs().weak("b")
    out_of_it(table, "m")
    table.strikes("a", "D2", "b")
    assert (table.glory, list(table.game.out), table.game.over) == ((9, 0, 3, 3, 0), ["B"], False)


@pytest.mark.article("9.2.6", breaks=True)
def test_doubles_never_name_the_partner_first() -> None:
    table = pairs()
    assert rolls(table, "C", "B") == ["9.2.6"]
    assert codes(table) == ["not-an-opponent"]
    assert rolls(pairs(), "B", "C") == []


@pytest.mark.article("4.14.1", "4.1.2")
def test_nobody_rolls_for_leaving_the_partners_side() -> None:
    table = Pairs(". . .\nc a .", a="oscar-kass", c="lil-healey").activate("a")
    assert table.does("move", to="B2") == []
    assert table.at("a") == "B2"


@pytest.mark.article("4.4.1", "4.10.5")
def test_a_partner_is_healed_as_an_ally() -> None:
    table = Pairs("c a .", a="lil-healey", c="oscar-kass").activate("a")
    table["c"].injuries = 4
    assert table.does("cast", spell="healing-word", target="A1", critical=["lock"]) == []
    assert table["c"].injuries < 4


@pytest.mark.article("4.19.9.c", "4.4.1")
def test_summons_of_the_partner_count_for_the_control_value() -> None:
    table = Pairs(". . . . .\na . . . c", a="queen-of-the-tofus", c="queen-of-the-tofus").activate("a")
    assert table.does("cast", spell="summon-tofu", target="B1") == []
    for cell in ("D2", "E2"):
        table.add("t", "tofu of c", [table.game.cell(cell)])
    table["a"].ap = 6
    table["a"].cast_this_turn = frozenset()
    assert table.does("cast", spell="summon-tofu", target="A2") == ["4.19.9.c"]


@pytest.mark.article("5.3.1", "4.7.8")
def test_dice_on_a_partners_card_are_a_warning() -> None:
    table = pairs()
    table.game.player, table.game.begun, table.game.tension = "A", False, ["lock", "dodge"]
    assert table.does("inspire", die=0, unit="c") == []
    assert table.does("inspire", die=1, unit="b") == ["5.3.1"]
    assert codes(table) == ["given-to-partner", "not-a-krosmaster-of-yours"]


@pytest.mark.article("4.9.15.a")
def test_counter_does_not_answer_in_the_turn_of_the_partner() -> None:
    table = pairs().activate("c")
    table["a"].granted |= {"counter"}
    table["a"].refresh()
    place_injuries(table.game, table["a"], 1, table["b"])
    assert table.game.standby == []


@pytest.mark.article("9.3.2")
def test_who_concedes_leaves_the_gg_to_the_side() -> None:
    table = pairs().activate("a")
    assert table.does("concede", player="C") == []
    assert (table.glory, table.game.over, list(table.game.out)) == ((3, 3, 3, 3, 3), False, ["C"])
    table.does("concede", player="A")
    assert (table.game.winner, table.game.won_by) == ("BD", "concession")


@pytest.mark.article("5.3.3")
def test_a_partners_card_keeps_a_die_until_its_placer_plays() -> None:
    table = pairs()
    table.game.player, table.game.begun, table.game.tension = "A", False, ["lock", "dodge"]
    table.does("inspire", die=0, unit="c")
    seen = []
    for player in "ABCD":
        table.game.player, table.game.begun, table.game.active = player, True, None
        assert table.does("end-turn") == []
        seen.append("lock" in table["c"].powers)
    assert seen == [True, True, True, False]


@pytest.mark.article("4.7.8")
def test_a_reward_for_a_partners_figure_is_a_warning() -> None:
    table = pairs().activate("a")
    table.game.board = replace(table.game.board, demons=1 << table["a"].cell)
    table.game.kamas["A"] = 12
    purchase = {"rank": "granite", "pile": 1, "face": "down", "reward": "unknown-reward"}
    assert table.does("buy-reward", **purchase, to="c") == []
    assert codes(table) == ["given-to-partner"]
    assert table.does("buy-reward", **purchase, to="b") == ["4.7.8"]


@pytest.mark.article("4.13.1")
def test_partners_have_one_special_marker_of_a_name_together() -> None:
    table = pairs()
    place_special(table.game, table["a"], table["b"], "prey")
    place_special(table.game, table["c"], table["d"], "prey")
    assert (table["b"].specials, table["d"].specials) == ({}, {"prey": "c"})

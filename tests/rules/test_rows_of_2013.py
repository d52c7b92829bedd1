"""What the book of 2013 and the tournament rules 2.7 say otherwise: the same position and action under both."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.arena.articles import BOOK, BOOK_2013
from rules.arena.articles import __file__ as article_file
from rules.arena.boards import board
from rules.arena.cards import Catalogue, catalogue
from rules.arena.engine.damage import knock_outs, place_injuries
from rules.arena.engine.effects.primitives import EFFECTS
from rules.arena.engine.markers import add_markers
from rules.arena.engine.order import who_is_before
from rules.arena.engine.spells import Cast, apply_effects, determine_targets, in_sight
from rules.arena.engine.standby import RESOLVERS
from rules.arena.engine.summons import check_control, has_room
from rules.arena.laws import LAWS
from rules.arena.laws.arena_2_7 import ARENA_2_7
from rules.arena.laws.arena_2013 import ARENA_2013, CITES
from rules.arena.laws.seats import DUEL, FREE_FOR_ALL
from rules.arena.printed import PUNCH
from rules.arena.team import check
from rules.games import replay
from tests.rules import first_box
from tests.rules.duels import HIT, MISS, SAVE, apply, endow, spell, strike
from tests.rules.first_box import BoxTable
from tests.rules.logs import OPENING, PLACED, do, encoded
from tests.rules.table import Table
from tools.rules_coverage import texts_of

NORTH_OF_Q = 12  # the cell above A1
BOTH = (ARENA_2_7, ARENA_2013)
QUEEN_KING = {"q": "queen-of-the-tofus", "K": "king-of-the-gobballs"}


def under(answer_2_7: Any, answer_2013: Any) -> Any:
    """The test gets a table of each ruleset, and what it has to say."""
    return pytest.mark.parametrize(("laid", "answer"), [(Table, answer_2_7), (BoxTable, answer_2013)])


def dan_to_fu(table: Table, critical: list[str], armour: list[str]) -> list[str]:
    return table.does("cast", spell="dan-to-fu", target="B1", critical=critical, armour={"K": armour})


# -- teams and set-up ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("figures", "of_2_7", "of_2013"),
    [
        (["goultard", "nox"], ["1.1.1.a"], []),
        (["goultard"], ["1.1.1.a", "1.1.1.b"], ["p30.10", "p30.11"]),
        (["goultard", "goultard"], ["1.1.1.a", "1.1.1.c"], ["p30.12"]),
    ],
)
def test_two_figures_are_a_team_of_2013(figures, of_2_7, of_2013):
    found = [[each.article for each in check(figures, laws=laws).violations] for laws in BOTH]
    assert found == [of_2_7, of_2013]


def test_black_names_have_a_limit_in_2_7_alone(monkeypatch):
    card = replace(catalogue().get("bill-tell"), colour="black", level=3)
    known = Catalogue((), (card,))
    four = ["bill-tell"] * 4
    assert [each.article for each in check(four, known=known).violations] == ["1.1.1.f"]
    verdict = check(four, known=known, laws=ARENA_2013)
    assert (verdict.is_legal, [note.code for note in verdict.notes]) == (True, ["black-name-unlimited"])


@pytest.mark.parametrize("slug", ["arena-2.7", "arena-2013"])
def test_only_2013_has_teams_from_the_box(slug):
    assert ("box" in LAWS[slug].team_rules, "limited" in LAWS[slug].team_rules) == (
        slug != "arena-2.7",
        slug == "arena-2.7",
    )


def test_more_figures_go_first_in_one_of_them():
    assert [who_is_before(laws, [4, 3, 0], [4, 3]) for laws in BOTH] == [(True, "1.3.1.b"), None]
    assert [who_is_before(laws, [4, 4], [5, 3]) for laws in BOTH] == [(False, "1.3.1.a")] * 2


@pytest.mark.parametrize("flips", [first_box.FLIPS, first_box.FLIPS[:5]])
def test_six_tokens_lie_open_before_the_fight(flips):
    found = first_box.errors(*PLACED, *flips, do("activate", unit="a1"))
    assert found == ([] if len(flips) == 6 else [(len(PLACED) + 5, "p21.7")])
    of_2_7 = replay(encoded(*PLACED, *OPENING, do("activate", unit="a1")))
    assert (len(PLACED), "4.7.4") in [(each.action, each.article) for each in of_2_7.errors]


# -- rewards, GG and tension -----------------------------------------------------------------------------


def shop(laid: type[Table], **legend: str) -> Table:
    table = laid("D . K . x", K="oscar-kass", x="bill-tell", **legend)
    table.add("q", "queen-of-the-tofus", [0])
    table.activate("q")
    table.game.kamas["A"] = 60
    return table


def purchase(reward: str, face: str = "down", rank: str = "granite") -> dict[str, object]:
    return {"rank": rank, "pile": 1, "face": face, "reward": reward, "to": "q"}


@under(["4.7.4"], [])
def test_an_open_token_is_bought_in_the_first_turn(laid, answer):
    table = shop(laid)
    table.game.turn = 1
    table.game.piles["granite", 1].face = "glue"
    assert table.does("buy-reward", **purchase("glue", "up")) == answer


@under(True, False)
def test_a_bought_open_token_is_replaced_at_once(laid, answer):
    table = shop(laid)
    table.game.piles["granite", 1].face = "glue"
    table.does("buy-reward", **purchase("glue", "up"))
    assert (table.game.flips.replacing is not None) == answer


@under(["4.7.10"], [])
def test_two_tokens_are_revealed_in_one_turn(laid, answer):
    table = shop(laid).give("q", "bulbish-potion").give("q", "ghetto-rade")
    assert table.does("reveal", reward="bulbish-potion") == []
    assert table.does("reveal", reward="ghetto-rade") == answer


@under(["4.7.5.a"], [])
def test_a_spell_of_a_boost_after_another_spell(laid, answer):
    table = laid("q . K", **QUEEN_KING).give("q", "lightning").activate("q")
    table["q"].ap = 20
    assert table.does("reveal", reward="lightning") == []
    assert table.does("cast", spell="dan-to-fu", target="C1", critical=MISS * 2, armour={"K": MISS * 2}) == []
    assert table.does("cast", spell="lightning", target="C1", critical=MISS, armour={"K": MISS * 2}) == answer


@under(5, 5)
def test_a_boost_of_an_element_goes_into_the_next_spell(laid, answer):
    table = laid("q K", **QUEEN_KING).give("q", "water-boost").activate("q")
    assert table.does("reveal", reward="water-boost") == []
    assert table["q"].boosts
    dan_to_fu(table, MISS * 2, MISS * 2)
    assert table["q"].boosts == ()


@under(["4.7.11.c"], [])
def test_dofus_and_trophy_are_worn_apart_in_2_7_alone(laid, answer):
    table = laid("q K", **QUEEN_KING).give("q", "dofus-mp", face_up=True).give("q", "dofus-hp").activate("q")
    token = table["q"].rewards[1]
    token.text = replace(token.text, equipment="trophy")
    assert table.does("reveal", reward="dofus-hp") == answer


@under(["6.3.4"], [])
def test_two_gg_in_one_turn(laid, answer):
    table = shop(laid)
    assert (table.does("buy-glory"), table.does("buy-glory")) == ([], answer)


@under(60 - 12, 60 - 10)
def test_the_price_of_a_gg(laid, answer):
    table = shop(laid)
    table.does("buy-glory")
    assert table.game.kamas["A"] == answer


@pytest.mark.article("p23.10")
@under({"granite": 3, "jade": 6, "silver": 9}, {"granite": 3, "jade": 6, "gold": 12})
def test_the_prices_of_rewards(laid, answer):
    paid = {}
    for rank in answer:
        table = shop(laid)
        assert table.does("buy-reward", **purchase("glue", rank=rank)) == []
        paid[rank] = 60 - table.game.kamas["A"]
    assert paid == answer


@under([], ["p22.2"])
def test_a_die_of_the_tension_is_rolled_again(laid, answer):
    table = laid("q K", **QUEEN_KING)
    table.game.tension, table.game.begun = None, False
    assert table.does("tension", dice=["lock", "dodge"], reroll="armour") == answer


@under(("tension", 0), (None, 0))
def test_the_last_gg_lost_while_a_wild_one_is_left(laid, answer):
    table = laid("q K", **QUEEN_KING)
    table.game.tension, table.game.begun, table.game.glory = None, False, {"A": 1, "B": 4}
    table.does("tension", dice=["lock", "lock"])
    assert (table.game.won_by, table.game.glory["A"]) == answer


@under("tension", "glory")
def test_the_last_gg_lost_to_tension_without_a_wild_one(laid, answer):
    table = laid("q K", **QUEEN_KING)
    table.game.tension, table.game.begun, table.game.glory, table.game.wild = None, False, {"A": 1, "B": 4}, 0
    table.does("tension", dice=["lock", "lock"])
    assert (table.game.won_by, table.game.winner) == (answer, "B")


@under("judge", "judge")
def test_both_lose_their_last_gg_to_tension(laid, answer):
    table = laid("q K", **QUEEN_KING)
    table.game.tension, table.game.begun, table.game.glory, table.game.wild = None, False, {"A": 1, "B": 1}, 0
    table.does("tension", dice=["lock", "lock"])
    assert (table.game.won_by, table.game.winner) == (answer, None)


@under("judge", None)
def test_both_lose_their_last_while_a_wild_one_is_left(laid, answer):
    table = laid("q K", **QUEEN_KING)
    table.game.tension, table.game.begun, table.game.glory, table.game.wild = None, False, {"A": 1, "B": 1}, 1
    table.does("tension", dice=["lock", "lock"])
    assert table.game.won_by == answer


@under("glory", "glory")
def test_the_only_player_with_gg_wins_without_a_wild_one(laid, answer):
    table = shop(laid)
    table.game.wild, table.game.glory = 0, {"A": 6, "B": 1}
    table.does("buy-glory")
    assert table.game.won_by == answer


@under(True, True)
def test_an_inspiration_die_stays_through_the_opponents_turn(laid, answer):
    table = laid("q . . K", **QUEEN_KING)
    table.game.tension, table.game.begun = ["armour", "lock"], False
    table.does("inspire", die=0, unit="q")
    table.does("end-turn")
    assert ("armour" in table["q"].powers) == answer
    table.does("tension", dice=["lock", "dodge"])
    table.does("end-turn")
    assert "armour" not in table["q"].powers


# -- a unit's turn ---------------------------------------------------------------------------------------


def explosion(bomb: str, **armour: int) -> dict[str, object]:
    return {"effect": "explosion", "by": bomb, "critical": MISS, "armour": {k: MISS * v for k, v in armour.items()}}


@under(6, 5)
def test_markers_of_what_the_turn_triggers_count_at_once(laid, answer):
    table = laid("b w . K", b="bad-aboum", w="water-bomb of b", K="king-of-the-gobballs")
    table.game.begun = False
    assert table.does("activate", unit="b", standby=[explosion("b/water-bomb-1", b=1)]) == []
    assert table["b"].ap == answer


@under(([], ["7.2.6.b"]), ([], []))
def test_buffs_last_through_what_the_turn_triggers(laid, answer):
    """By the body of the book; a log that has them end before is accepted."""
    found = []
    for dice in (1, 2) if laid is Table else (2, 1):
        table = laid("b w . K", b="bad-aboum", w="water-bomb of b", K="king-of-the-gobballs")
        table.give("b", "unikron-blood", face_up=True)
        table.game.begun = False
        found.append(table.does("activate", unit="b", standby=[explosion("b/water-bomb-1", b=dice)]))
    assert (found[0], ["7.2.6.b"] if found[1] else []) == answer


@under((1, 3, []), (0, 0, []))
def test_what_a_lock_takes(laid, answer):
    table = laid("K . .\nq . .", **QUEEN_KING).activate("q")
    blocks = [{"by": "K", "lock": ["lock", "lock"], "dodge": SAVE * 2}]
    found = table.does("move", to="B1", blocks=blocks)
    assert (table["q"].mp + (table.at("q") == "B1"), table["q"].ap, found) == answer


@under("4.14.2.d", "p23.4")
def test_who_is_locked_and_goes_on(laid, answer):
    table = laid("K . .\nq . .", **QUEEN_KING).activate("q")
    table["q"].mp = 1
    table.does("move", to="B1", blocks=[{"by": "K", "lock": ["lock", "lock"], "dodge": SAVE * 2}])
    found = table.does("cast", spell="punch", target="A2", critical=MISS, armour={"K": MISS * 2})
    assert found == [answer]


@pytest.mark.article("p23.3")
@under((2, 5), (3, 6))
def test_a_tied_block_catches_or_lets_go(laid, answer):
    table = laid("K . .\nq . .", **QUEEN_KING).activate("q")
    table.does("move", to="B1", blocks=[{"by": "K", "lock": ["lock", "armour"], "dodge": ["dodge", "armour"]}])
    assert (table["q"].mp, table["q"].ap) == answer


@under((2, 5), (0, 0))
def test_a_mob_catches_in_2_7_and_locks_in_2013(laid, answer):
    table = laid("G . K\nq . .", **QUEEN_KING)
    table.add("G", "gobball of K", [NORTH_OF_Q])
    table.activate("q")
    table.does("move", to="B1", blocks=[{"by": "K/gobball-1", "lock": ["lock"], "dodge": SAVE * 2}])
    assert (table["q"].mp, table["q"].ap) == answer


# -- spells ----------------------------------------------------------------------------------------------


@under((2, 0, 1), (3, 0, 1))
def test_each_critical_hit_adds_one_in_2013(laid, answer):
    found = []
    for critical, armour in ((HIT * 2, MISS * 2), (MISS * 2, SAVE * 2), (HIT * 2, SAVE * 2)):
        table = laid("q K", **QUEEN_KING).activate("q")
        dan_to_fu(table, critical, armour)
        found.append(table["K"].injuries)
    assert tuple(found) == answer


@under(2, 3)
def test_each_critical_hit_heals_one_more_in_2013(laid, answer):
    table = laid("h x K", h="lil-healey", x="bill-tell", K="oscar-kass")
    endow(table["h"], "critical-hit")
    table.activate("h")["x"].injuries = 5
    assert table.does("cast", spell="healing-word", target="B1", critical=HIT * 2) == []
    assert 5 - table["x"].injuries == answer


@under(["explosion"], [])
def test_explosions_wait_or_come_at_once(laid, answer):
    table = laid("q w K", q="bad-aboum", K="bill-tell")
    table.add("w", "water-bomb of q", [1])
    table.activate("q")
    table.game.action = {"do": "cast", "standby": [explosion("q/water-bomb-1", q=1, K=1)]}
    table["q/water-bomb-1"].injuries = 1
    knock_outs(table.game, table["K"])
    assert [pending.effect for pending in table.game.standby] == answer


@under(["counter", "steals-health"], ["steals-health", "counter"])
def test_stolen_health_waits_or_comes_at_once(laid, answer, monkeypatch):
    """By whom a Counter is seen before."""
    seen = []
    for name in ("steals-health", "counter"):
        then = RESOLVERS[name]
        monkeypatch.setitem(RESOLVERS, name, lambda *which, name=name, then=then: (seen.append(name), then(*which)))
    table = laid("o K", o="oscar-kass", K="bill-tell")
    endow(table["K"], "counter")
    table.activate("o")["o"].injuries = 3
    assert table.does("cast", spell="con", target="B1", critical=HIT, armour={"K": MISS}) == []
    assert sorted(seen) == ["counter", "steals-health"]
    assert seen == answer


@pytest.mark.article("p25.11")
@under((0, 0), (-2, 2))
def test_stolen_mp_always_bring_the_thief_a_marker_in_2013(laid, answer):
    table = laid("q K", **QUEEN_KING).activate("q")
    table["K"].mp_markers = -3
    apply(table, {"do": "steal", "mp": 2})
    assert (table["K"].mp_markers + 3, table["q"].mp_markers) == answer


@pytest.mark.article("p25.11")
@under(0, 2)
def test_who_steals_mp_of_a_bomb_gets_markers_in_2013(laid, answer):
    """Where none is placed, because a bomb has no MP."""
    table = laid("q w . K", q="bad-aboum", K="bill-tell")
    table.add("w", "water-bomb of q", [1])
    table.activate("q")
    apply(table, {"do": "steal", "mp": 2}, target="q/water-bomb-1")
    assert table["q"].mp_markers == answer


@under(-3, -5)
def test_markers_have_a_bound_in_2_7_alone(laid, answer):
    table = laid("q K", **QUEEN_KING)
    add_markers(table.game, table["K"], "mp", -5)
    assert table["K"].mp_markers == answer
    table.activate("K")
    assert table["K"].mp == 0


@under([], ["p23.9"])
def test_a_punch_at_an_ally(laid, answer):
    table = laid("q x K", x="bill-tell", **QUEEN_KING).activate("q")
    assert table.does("cast", spell="punch", target="B1", critical=MISS, armour={"x": MISS}) == answer


@under(["7.1.3.a"], [])
def test_two_punches_in_one_turn(laid, answer):
    table = laid("q K", **QUEEN_KING).activate("q")
    table["q"].ap = 10
    punch = {"spell": "punch", "target": "B1", "critical": MISS, "armour": {"K": MISS * 2}}
    assert (table.does("cast", **punch), table.does("cast", **punch)) == ([], answer)


@under((True, True, True), (False, True, True))
def test_mobs_block_the_sight_in_2013_alone(laid, answer):
    seen = []
    for token, owner in (
        ("gobball", "king-of-the-gobballs"),
        ("tofu", "queen-of-the-tofus"),
        ("water-bomb", "bad-aboum"),
    ):
        table = laid("q m K", q=owner, K="bill-tell")
        table.add("m", f"{token} of q", [1])
        seen.append(in_sight(table.game, table["q"], table["q"].cell, table["K"].cell))
    assert tuple(seen) == answer


@under(0, 1)
def test_a_control_value_counts_all_or_own_tokens(laid, answer):
    table = laid("b w w c K", b="bad-aboum", c="bad-aboum", K="bill-tell")
    for cell in (1, 2):
        table.add("w", "water-bomb of b", [cell])
    table.activate("c")
    assert check_control(table.game, table["c"], "a spell", 2, 1, slugs=["water-bomb"]) == answer


@pytest.mark.article("p27.5")
@under(0, 1)
def test_counter_works_in_the_bearers_own_turn_in_2013(laid, answer):
    table = laid("q K", **QUEEN_KING)
    endow(table["K"], "counter")
    table.activate("q")
    table.game.player = "B"
    table["q"].ap = 6
    dan_to_fu(table, MISS * 2, MISS * 2)
    assert table["q"].injuries == answer


@under(1, 0)
def test_counter_answers_bombs_or_characters_alone(laid, answer):
    table = laid("b w K", b="bad-aboum", w="water-bomb of b", K="bill-tell")
    endow(table["K"], "counter")
    table.game.player = "A"
    place_injuries(table.game, table["K"], 1, table["b/water-bomb-1"])
    assert len([each for each in table.game.standby if each.effect == "counter"]) == answer


@pytest.mark.article("p27.8")
@under((-1, "B1"), (0, "B1"))
def test_the_unfazed_ignore_additional_effects_in_2013(laid, answer):
    table = laid("q K . .", **QUEEN_KING).activate("q")
    endow(table["K"], "unfazed")
    casting = Cast(table.game, PUNCH, table["q"], table["q"].cell, table["K"].cell, {})
    determine_targets(casting)
    casting.spares_unfazed = table.game.laws.unfazed_ignores
    more = ({"do": "markers", "ap": -1}, {"do": "push", "cells": 1}, {"do": "injure", "amount": 2})
    apply_effects(casting, tuple(map(EFFECTS.read, more)))
    assert (table["K"].ap_markers, table.at("K")) == answer
    assert table["K"].injuries == 2


@pytest.mark.parametrize("laid", [Table, BoxTable])
def test_a_limit_by_target_holds_under_both(laid):
    """The book knows no purple names; what a later card prints holds all the same."""
    table = laid("q K", q="oscar-kass", K="bill-tell").activate("q")
    table["q"].ap = 12
    spell(table, limit="target")
    assert strike(table) == []
    assert strike(table) == [table.game.laws.cites("7.1.3.b", "once-per-target")]


@pytest.mark.parametrize("laid", [Table, BoxTable])
def test_a_trap_lies_alone_on_its_cell_under_both(laid):
    table = laid("q t K", q="bill-tell", K="oscar-kass")
    table.add("t", "lethal-trap of q", [1])
    assert [has_room(table.game, 1, token) for token in ("lethal-trap", "water-bomb")] == [False, True]


@pytest.mark.article("p27.12")
@pytest.mark.parametrize(("laid", "damage", "left"), [(Table, 3, True), (BoxTable, 3, False), (BoxTable, 2, True)])
def test_scenery_is_broken_in_2013_where_it_is_agreed(laid, damage, left):
    table = laid("q C . K", q="oscar-kass", K="bill-tell").activate("q")
    table.game.scenery_breaks = table.game.laws.scenery_breaks
    spell(table, amount=damage, element="neutral")
    assert table.does("cast", spell="con", target="B1", critical=MISS) == []
    assert bool(table.game.board.crates) == left
    assert table.game.coins.get(1, 0) == (0 if left else 3)


@pytest.mark.article("p27.12")
@pytest.mark.parametrize(("mark", "hp"), [("B", 6), ("T", 12)])
def test_bushes_and_trees_break_at_their_hp(mark, hp):
    for damage in (hp - 1, hp):
        table = BoxTable(f"q {mark} . K", q="oscar-kass", K="bill-tell").activate("q")
        table.game.scenery_breaks = table.game.laws.scenery_breaks
        spell(table, amount=damage, element="neutral")
        assert table.does("cast", spell="con", target="B1", critical=MISS) == []
        assert table.game.coins.get(1, 0) == (hp if damage == hp else 0)


@pytest.mark.article("p23.9", breaks=True)
def test_a_punch_breaks_no_scenery():
    """It is no spell (p23.8), and close-combat attack spells alone do."""
    table = BoxTable("q T K", q="oscar-kass", K="bill-tell").activate("q")
    table.game.scenery_breaks = table.game.laws.scenery_breaks
    table["q"].ap = 99
    assert table.does("cast", spell="punch", target="B1", critical=HIT) == ["p23.9"]
    table = BoxTable("q K", q="oscar-kass", K="bill-tell").activate("q")
    table.game.scenery_breaks = table.game.laws.scenery_breaks
    table.game.board = replace(table.game.board, crates=0b10)
    assert table.does("cast", spell="punch", target="B1", critical=HIT, armour={"K": MISS}) == []
    assert table.game.scenery_hurt == {}


@pytest.mark.parametrize(("laid", "article"), [(Table, "1.5.1"), (BoxTable, "p20.11")])
def test_what_forbids_wins_under_both(laid, article):
    table = laid("K . .\nq . .", **QUEEN_KING).give("K", "perfect-lock", face_up=True).activate("q")
    blocks = [{"by": "K", "lock": ["armour"] * 2, "dodge": ["dodge"] * 2}]
    assert table.does("move", to="B1", blocks=blocks) == [article]


@pytest.mark.parametrize(
    ("figures", "of_2_7", "of_2013"),
    [
        (["nox"], ["9.1.2"], []),
        (["goultard", "nox"], ["9.1.2"], ["p30.15"]),
        (["queen-of-the-tofus"] * 2, ["1.1.1.c"], ["p30.12"]),
    ],
)
def test_four_players_have_two_or_up_to_four_figures(figures, of_2_7, of_2013):
    found = [[each.article for each in check(figures, "four-player", laws=laws).violations] for laws in BOTH]
    assert found == [of_2_7, of_2013]


def test_the_areas_of_the_pit_are_of_four_players():
    pit = board("the-pit")
    assert pit is not None
    count = [[laws.starts(pit, mode, "north").bit_count() for mode in (DUEL, FREE_FOR_ALL)] for laws in BOTH]
    assert count == [[10, 10], [10, 7]]
    assert ARENA_2013.starts(pit, FREE_FOR_ALL, "north") & ~pit.starts["north"] == 0


@pytest.mark.article("p20.11")
def test_who_is_beside_perfect_lock_may_stay_there():
    table = BoxTable("K . .\nq . .", **QUEEN_KING).give("K", "perfect-lock", face_up=True).activate("q")
    assert table.does("cast", spell="punch", target="A2", critical=MISS, armour={"K": MISS * 2}) == []


def test_every_number_that_the_engine_names_has_its_own():
    """None can fall through, whatever a log does."""
    articles = BOOK.articles().keys() | BOOK.sections().keys()
    named = {text for text in texts_of(Path(article_file).parent) if text in articles and text.count(".") >= 1}
    missing = {number for number in named if number not in CITES}
    assert missing == set()
    assert {*CITES.values()} <= BOOK_2013.articles().keys()

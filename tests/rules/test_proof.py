"""How much of a game was proved, and what of its injuries, KOs and GG rests on belief."""

import json
from typing import Any

import pytest

from rules.arena.engine.basis import Basis
from rules.arena.engine.reports.dependencies import Dependencies
from rules.arena.engine.reports.proof import claims_of, proof_of
from rules.arena.replay import frames
from rules.common.proof import contradictions
from rules.games import parse
from tests.rules.duels import MISS, endow
from tests.rules.logs import END, OPENING, PLACED, TENSION, TWO_TURNS, do, document, report
from tests.rules.table import Table


def counts(*actions: dict[str, Any], **changes: Any) -> tuple[int, int, int, int]:
    proof = report(*actions, **changes).proof
    return proof.proved, proof.believed, proof.unchecked, proof.faulty


def test_a_legal_game_of_known_figures_is_proved_whole() -> None:
    assert counts(*TWO_TURNS) == (len(TWO_TURNS), 0, 0, 0)


def test_what_comes_after_the_end_is_not_checked() -> None:
    assert counts(*PLACED, do("concede", player="B"), END, END, END) == (9, 0, 2, 1)


def test_what_is_left_out_after_a_fault_is_not_checked() -> None:
    assert counts(*PLACED, do("activate", unit="a9"), do("move", to="B2")) == (8, 0, 1, 1)


def test_a_correction_by_a_judge_is_not_checked() -> None:
    assert counts(*PLACED, do("correct", set={"kamas": {"A": 3}}, reason="miscounted")) == (8, 0, 1, 0)


def test_a_log_that_cannot_be_played_is_not_checked() -> None:
    assert counts(*PLACED, arena="nowhere") == (0, 0, 8, 0)


def test_a_fault_of_the_result_is_no_faulty_action() -> None:
    assert counts(*PLACED, result={"winner": "A", "glory": {"A": 6, "B": 6}}) == (8, 0, 0, 0)


def test_every_frame_says_whether_its_action_was_proved() -> None:
    actions = [*PLACED, END, *OPENING, TENSION, do("activate", unit="b1"), do("collect"), do("move", to="B11")]
    log = parse(json.dumps(document(*actions)).encode())
    film = list(frames(log))
    assert film[0]["proof"] is None
    assert [frame["proof"] for frame in film[1:]][-3:] == ["proved", "faulty", "proved"]


# -- what rests on belief ----------------------------------------------------------------------------------


def goultard() -> Table:
    """Goultard, whose card was never seen, and Bill Tell beside Kassius Kaos, who has 7 HP left and more to come."""
    table = Table("q K b X", q="goultard", K="kassius-kaos", b="bill-tell", X="anna-tommy").activate("q")
    table.game.basis.stocks = dict(table.game.glory)
    return table


def declares(table: Table, index: int, **declared: Any) -> None:
    table.game.index = index
    assert table.does("cast", spell="never-seen", target="B1", declared=declared) == []


def punches(table: Table, index: int) -> None:
    table.game.index = index
    table.activate("b")
    assert table.does("cast", spell="punch", target="B1", critical=["critical"], armour={"K": MISS}) == []


def totals(table: Table) -> tuple[int, int, int]:
    rests = Dependencies(table.game)
    return rests.injuries.total(), rests.knock_outs.total(), rests.glory.total()


def left(table: Table, hp: int) -> None:
    table["K"].injuries = (table["K"].hp or 0) - hp


def test_a_proved_blow_after_believed_injuries_makes_a_believed_ko() -> None:
    table = goultard()
    left(table, 3)
    declares(table, 1, injuries={"K": 1})
    punches(table, 2)
    assert table.at("K") is None
    assert totals(table) == (1, 1, table["K"].level)


def test_a_ko_that_needs_no_believed_injury_is_proved() -> None:
    table = goultard()
    left(table, 2)
    punches(table, 1)
    assert table.at("K") is None
    assert totals(table) == (0, 0, 0)
    table = goultard()
    left(table, 2)
    declares(table, 1, injuries={"K": 1})
    punches(table, 2)
    assert totals(table) == (1, 0, 0), "the punch alone would have done it"


def test_healed_injuries_rest_on_nothing_any_more() -> None:
    table = goultard()
    left(table, 7)
    declares(table, 1, injuries={"K": 2})
    table.game.record_event("healed", unit="K", amount=2)
    assert Dependencies(table.game).injured["K"] == 0


def test_glory_that_is_declared_is_decisive_when_it_wins() -> None:
    table = goultard()
    table.game.wild = 0
    table.game.glory = {"A": 11, "B": 1}
    table.game.basis.stocks = dict(table.game.glory)
    declares(table, 1, glory={"A": 1})
    assert (table.game.winner, totals(table)[2], Dependencies(table.game).decisive(table.game)) == ("A", 1, True)


def test_believed_glory_of_the_loser_is_not_decisive() -> None:
    table = goultard()
    table.game.wild = 0
    declares(table, 1, glory={"B": 1})
    table.game.glory, table.game.winner, table.game.won_by = {"A": 12, "B": 0}, "A", "glory"
    table.game.index = 2
    table.game.record_event("glory", player="A", amount=8, worth=12, why="knock-out", loser="B")
    assert Dependencies(table.game).decisive(table.game) is False


@pytest.mark.parametrize(
    ("before", "after", "decisive"),
    [((5, 6), (7, 6), True), ((6, 6), (7, 6), True), ((7, 6), (8, 6), False), ((6, 6), (6, 6), False)],
)
def test_belief_decides_who_leads_when_time_is_up(
    before: tuple[int, int], after: tuple[int, int], decisive: bool
) -> None:
    table = goultard()
    table.game.glory = dict(zip("AB", before, strict=True))
    table.game.basis.stocks = dict(table.game.glory)
    declares(table, 1, glory={"A": 1})
    table.game.glory = dict(zip("AB", after, strict=True))
    assert Dependencies(table.game).decisive(table.game) is decisive


def test_a_concession_loses_whatever_was_believed() -> None:
    table = goultard()
    declares(table, 1, glory={"A": 1})
    table.game.winner, table.game.won_by = "A", "concession"
    assert (totals(table)[2], Dependencies(table.game).decisive(table.game)) == (1, False)


def test_a_last_figures_believed_ko_is_decisive() -> None:
    table = Table("q K", q="goultard", K="kassius-kaos").activate("q")
    table.game.basis.stocks = dict(table.game.glory)
    left(table, 3)
    declares(table, 1, injuries={"K": 3})
    assert (table.game.winner, Dependencies(table.game).decisive(table.game)) == ("A", True)


# -- claims ------------------------------------------------------------------------------------------------


def claims(table: Table) -> list[dict[str, Any]]:
    return [claim.as_dict() for claim in claims_of(table.game)]


def test_what_a_game_makes_of_an_unseen_spell_is_kept() -> None:
    table = goultard()
    declares(table, 1, injuries={"K": 3}, summoned={"tofu": "A2"})
    assert claims(table) == [
        {
            "card": "goultard",
            "spell": "never-seen",
            "damage": ["1", "2", "3", "4"],
            "effects": ["injuries", "summons tofu"],
        }
    ]


def test_a_spell_without_a_name_claims_nothing() -> None:
    table = goultard()
    table.does("cast", spell="unseen", target="B1", declared={"injuries": {"K": 1}})
    assert claims(table) == []


@pytest.mark.parametrize(
    ("second", "narrows", "kept"),
    [("bc", True, "b"), ("cd", True, "abcd"), ("bc", False, "abc"), ("cd", False, "abcd")],
)
def test_a_games_second_claim_narrows_or_adds_to_the_first(second: str, kept: str, *, narrows: bool) -> None:
    """Claims that have nothing in common are kept side by side."""
    basis = Basis()
    for values in ("ab", second):
        basis.claim("goultard", "blow", "element", values, narrows=narrows)
    assert basis.claims == {("goultard", "blow"): {"element": frozenset(kept)}}


@pytest.mark.parametrize(
    ("other", "fields"),
    [
        ({"injuries": {"K": 3}}, []),
        ({"injuries": {"K": 1}}, []),
        ({"injuries": {"K": 6}}, ["damage"]),
        ({"healed": {"b": 1}}, ["effects"]),
        ({"moved": {"K": "B2"}}, []),
    ],
)
def test_games_leaving_a_spell_nothing_in_common_contradict_each_other(
    other: dict[str, Any], fields: list[str]
) -> None:
    one, two = goultard(), goultard()
    two["b"].injuries = 1
    declares(one, 1, injuries={"K": 1})
    declares(two, 1, **other)
    assert contradictions(claims(one), claims(two)) == [("goultard", "never-seen", name) for name in fields]


def test_dice_of_two_games_contradict_each_other_about_a_power() -> None:
    games = []
    for lock in (1, 2, 2):
        table = Table("q K\n. .", q="bill-tell", K="percedal").activate("q")
        block = {"by": "K", "lock": ["armour"] * lock, "dodge": ["dodge", "armour"]}
        assert table.does("move", to="A1", blocks=[block]) == []
        games.append(claims(table))
    assert contradictions(games[0], games[1]) == [("percedal", None, "lock")]
    assert contradictions(games[1], games[2]) == []


def test_dice_of_two_games_contradict_each_other_about_an_element() -> None:
    games = []
    for dice, power in ((2, "chance"), (2, "agility"), (2, "chance")):
        table = Table("q K . X", q="anna-tommy", K="bill-tell", X="bill-tell").activate("q")
        endow(table["q"], power)
        assert table.does("cast", spell="assault", target="B1", critical=MISS * dice, armour={"K": MISS}) == []
        games.append(claims(table))
    assert contradictions(games[0], games[1]) == [("anna-tommy", "assault", "element")]
    assert contradictions(games[0], games[2]) == []


def test_beliefs_follow_the_log_with_those_of_the_header_first() -> None:
    table = Table("q . K", q="oscar-kass", K="bill-tell")
    basis = table.game.basis
    for index, card, spell in ((1, "b", None), (0, "c", "zap"), (0, "c", "odd"), (0, "c", None)):
        basis.believe(index, card, "effects", spell)
    basis.believe(None, "d", "effects", None)
    log = parse(json.dumps(document()).encode())
    listed = [(each.action, each.card, each.spell) for each in proof_of(table.game, log, 0).beliefs]
    assert listed == [(None, "d", None), (0, "c", None), (0, "c", "odd"), (0, "c", "zap"), (1, "b", None)]


def test_claims_are_listed_by_card_and_spell() -> None:
    basis = Table("q . K", q="oscar-kass", K="bill-tell").game.basis
    game = Table("q . K", q="oscar-kass", K="bill-tell").game
    game.basis = basis
    for card, spell in (("b", "zap"), ("b", "odd"), ("a", None), ("b", None)):
        basis.claim(card, spell, "element", ["fire"], narrows=False)
    assert [(each.card, each.spell) for each in claims_of(game)] == [
        ("a", None),
        ("b", None),
        ("b", "odd"),
        ("b", "zap"),
    ]


def test_all_contradictions_of_two_games_are_found() -> None:
    one = [{"card": card, "spell": None, "lock": ["1"], "dodge": ["1"]} for card in ("ush", "gein", "nox")]
    other = [{"card": "ush", "spell": None, "lock": ["2"]}, {"card": "gein", "spell": None, "dodge": ["2"]}, one[2]]
    assert contradictions(one, other) == [("ush", None, "lock"), ("gein", None, "dodge")]

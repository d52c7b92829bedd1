"""One slip is told once, and does not hide the next (the log is read on in the way that explains most of it)."""

import json

import pytest

from rules.arena.log import Log
from rules.arena.recovery import reading
from rules.arena.recovery.reading import Reading, Way
from rules.games import parse
from tests.rules.logs import (
    CLOSING,
    END,
    OPENING,
    PLACED,
    TEAM_A,
    TEAM_B,
    TENSION,
    TWO_TURNS,
    Action,
    do,
    document,
    errors,
)

START = len(PLACED)


def test_an_undone_purchase_on_credit_costs_no_ap() -> None:
    rich = do("correct", set={"units": {"a1": {"cell": "B3"}}}, reason="on a Demon cell")
    shot = do("cast", spell="summon-tofu", target="B4")
    other = do("cast", spell="summon-tofu", target="A3")
    actions = [*PLACED, rich, do("activate", unit="a1"), do("buy-glory"), shot, other, END]
    assert errors(*actions) == [(START + 2, "4.5.3")]


def test_an_undone_step_without_mp_leaves_the_figure_in_place() -> None:
    steps = [do("move", to=cell) for cell in ("B2", "B3", "B4", "A4", "A5")]
    later = [END, *OPENING, TENSION]
    actions = [*PLACED, do("activate", unit="a1"), *steps, do("cast", spell="summon-tofu", target="A3"), *later]
    assert errors(*actions)[0] == (START + 5, "6.3.2")
    assert (START + 6, "7.1.5") not in errors(*actions)


def test_actions_of_a_reported_unknown_unit_are_left_out() -> None:
    unknown_unit = [do("activate", unit="a9"), do("move", to="A1"), do("collect"), do("activate", unit="a9")]
    assert errors(*PLACED, *unknown_unit, do("activate", unit="a2"), END) == [(START, "4.3.1")]


@pytest.mark.parametrize("side", ["A", "B"])
def test_a_wrong_timeline_in_the_header_is_reported_only_once(side: str) -> None:
    orders = {"A": [*TEAM_A], "B": [*TEAM_B]}
    orders[side].reverse()
    teams = {"A": TEAM_A, "B": TEAM_B}
    players = {each: {"team": teams[each], "timeline": orders[each]} for each in ("A", "B")}
    turns = [do("activate", unit=unit) for unit in TEAM_A] + [END, *OPENING, TENSION]
    turns += [do("activate", unit=unit) for unit in TEAM_B]
    assert errors(*PLACED, *turns, players=players) == [(None, "1.3.8")]


def test_two_errors_are_reported_as_two() -> None:
    far, wild = do("move", to="L12"), do("tension", dice=["lock", "dodge", "armour"])
    assert errors(*PLACED, do("activate", unit="a1"), far, END, *OPENING, wild) == [(9, "4.17.2"), (14, "5.2.1")]


def test_the_games_end_after_an_error_is_no_second_error() -> None:
    poor = do("correct", set={"glory": {"B": 1}, "wild": 0, "units": {"a1": {"cell": "B3"}}}, reason="a test")
    credit = [do("activate", unit="a1"), do("buy-glory"), do("move", to="B4"), END, *OPENING, TENSION]
    assert errors(*TWO_TURNS, TENSION, poor, *credit[:3]) == [(len(TWO_TURNS) + 3, "4.5.3")]


def at(**cells: str) -> Action:
    return do("correct", set={"units": {unit: {"cell": cell} for unit, cell in cells.items()}}, reason="a test")


def test_figures_that_the_header_forgot_are_reported_there_alone() -> None:
    team = {unit: card for unit, card in TEAM_A.items() if unit in ("a1", "a2")}
    players = {
        "A": {"team": team, "timeline": list(team)},
        "B": {"team": TEAM_B, "timeline": list(TEAM_B)},
    }
    turn = [do("activate", unit="a4"), do("cast", spell="water-bomb-throw", target="E3"), do("move", to="G3"), END]
    assert errors(*PLACED, *turn, players=players) == [(None, "1.1.1.a")]


def test_a_card_named_twice_casts_the_spells_it_stands_for() -> None:
    players = {
        "A": {"team": {**TEAM_A, "a2": TEAM_A["a1"]}, "timeline": list(TEAM_A)},
        "B": {"team": TEAM_B, "timeline": list(TEAM_B)},
    }
    turn = [do("activate", unit="a2"), do("cast", spell="long-shot", target="D1"), do("activate", unit="a3"), END]
    assert errors(*PLACED, *turn, players=players) == [(None, "1.1.1.c")]


def test_a_misaimed_retreat_is_not_reported_at_the_next_step() -> None:
    aimed = do("cast", spell="retreat-shot", target="H6", critical=["lock"])
    turn = [do("activate", unit="a4"), at(a4="F6"), aimed, do("move", to="F8"), do("move", to="F9"), END]
    aimed["target"] = "A1"
    assert errors(*PLACED, *turn) == [(START + 2, "4.15.4")]


def test_another_figures_dice_show_whom_a_misaimed_spell_hit() -> None:
    arrow = do("cast", spell="plaguing-arrow", target="F9", critical=["lock"], armour={"b1": ["lock"]})
    near = at(a2="F6", b1="F9")
    near["set"]["units"]["b1"]["injuries"] = 11
    turn = [do("activate", unit="a2"), near, {**arrow, "target": "F8"}, END, *OPENING, TENSION]
    gone = [do("activate", unit="b2"), at(b2="F8"), do("move", to="F9")]
    assert errors(*PLACED, *turn, *gone) == [(START + 2, "7.1.5")]


def test_a_bomb_exploding_without_dice_is_gone_all_the_same() -> None:
    thrown = [do("activate", unit="a4"), do("cast", spell="water-bomb-throw", target="H2"), END]
    turn = [*PLACED, *thrown, *OPENING, TENSION, *CLOSING, END, TENSION, do("activate", unit="a4")]
    assert errors(*turn, do("move", to="H2"), do("move", to="H3")) == [(len(turn) - 1, "4.19.5.c")]


def test_what_begins_a_turn_is_not_expected_in_another_turn() -> None:
    thrown = [do("activate", unit="a4"), do("cast", spell="water-bomb-throw", target="H2")]
    assert errors(*PLACED, *thrown, do("activate", unit="a4"), END) == [(START + 2, "5.5.1")]


def test_a_summon_without_room_is_not_reported_again_when_named() -> None:
    thrown = [do("activate", unit="a4"), do("cast", spell="water-bomb-throw", target="G1"), END]
    explosion = {"effect": "explosion", "by": "a4/water-bomb-1", "critical": ["lock"]}
    later = [*OPENING, TENSION, *CLOSING, END, TENSION, do("activate", unit="a4", standby=[explosion])]
    near = at(a3="G1")
    assert errors(*PLACED, near, *thrown, *later) == [(START + 2, "4.19.1.a")]


def test_an_unturned_tokens_pile_shows_what_is_bought_there() -> None:
    opened = [*PLACED, END, *OPENING, TENSION, *CLOSING[1:], END, TENSION]
    shop = do("correct", set={"units": {"a1": {"cell": "B3"}}, "kamas": {"A": 9}}, reason="a test")
    bought = do("buy-reward", rank="granite", pile=2, face="up", reward="glue", to="a1")
    turn = [do("activate", unit="a1"), shop, bought, do("flip", rank="granite", pile=2, reward="confuse"), END]
    found = errors(*opened, *turn)
    assert found == [(opened.index(END, START + 1), "4.7.4")]


def test_a_wrongly_named_reward_may_be_revealed_correctly() -> None:
    shop = do("correct", set={"units": {"a1": {"cell": "B3"}}, "kamas": {"A": 9}}, reason="a test")
    bought = do("buy-reward", rank="granite", pile=1, face="up", reward="glue", to="a1")
    flip = do("flip", rank="granite", pile=1, reward="confuse")
    start = [*PLACED, END, {**OPENING[0], "reward": "lightning"}, *OPENING[1:], TENSION, *CLOSING, END, TENSION]
    turn = [do("activate", unit="a1"), shop, bought, flip, do("reveal", reward="lightning"), END]
    assert errors(*start, *turn) == [(len(start) + 2, "4.7.6")]


def test_a_wrongly_turned_tension_die_is_reported_once_whatever_follows() -> None:
    lost = do("correct", set={"glory": {"A": 1, "B": 6}, "wild": 0}, reason="a test")
    double = do("tension", dice=["dodge>critical", "critical"])
    turn = [*PLACED, END, lost, *OPENING, double, do("activate", unit="b1"), *CLOSING, END]
    assert errors(*turn) == [(START + 5, "1.6.2.a")]


ROUND_THREE = [TENSION, *(do("activate", unit=unit) for unit in TEAM_A), END]
ROUND_FOUR = [TENSION, *(do("activate", unit=unit) for unit in TEAM_B), END]


def test_a_missing_turn_is_reported_once_without_the_turns_after() -> None:
    """The second player takes two turns running."""
    twice = [*TWO_TURNS, *ROUND_FOUR, *ROUND_THREE, *ROUND_FOUR, *ROUND_THREE]
    assert errors(*twice) == [(len(TWO_TURNS) + 1, "5.5.1")]


def test_a_missing_end_of_turn_and_roll_are_reported_once() -> None:
    lost = [*TWO_TURNS, *ROUND_THREE[:-1], *ROUND_FOUR[1:], *ROUND_THREE, *ROUND_FOUR]
    assert errors(*lost) == [(len(TWO_TURNS) + 5, "5.5.1")]


def test_a_unit_in_anothers_turn_is_reported_and_play_continues() -> None:
    meddled = [*TWO_TURNS, TENSION, do("activate", unit="a1"), do("activate", unit="b1"), *ROUND_THREE[2:], *ROUND_FOUR]
    assert errors(*meddled) == [(len(TWO_TURNS) + 2, "5.5.1")]


def test_a_forgotten_end_of_the_first_turn_is_reported_once() -> None:
    forgotten = [*PLACED, do("activate", unit="a1"), *OPENING, TENSION, *CLOSING, END, *ROUND_THREE]
    assert errors(*forgotten) == [(9, "5.6.1")]


@pytest.mark.parametrize("cell", ["M3", "a2"])
def test_a_figure_placed_on_no_cell_holds_nobody_else_up(cell: str) -> None:
    placed = [do("place", unit="a1", cell=cell), *PLACED[1:]]
    assert errors(*placed, do("activate", unit="a2"), END) == [(0, "4.17.1")]


def test_first_turn_dice_are_reported_once_whatever_becomes_of_them() -> None:
    inspired = [do("inspire", die=0, unit="a1"), do("inspire", die=1, unit="a2")]
    assert errors(*PLACED, TENSION, *inspired, do("activate", unit="a1"), END) == [(8, "5.2.4")]


def test_stepping_onto_an_obstacle_is_not_reported_again_when_leaving() -> None:
    """D3 is a bush."""
    onto, beyond = do("move", to="D3"), do("move", to="C3")
    here = do("correct", set={"units": {"a3": {"cell": "E3"}}}, reason="a position for this test")
    assert errors(*PLACED, here, do("activate", unit="a3"), onto, beyond, END) == [(10, "4.17.4")]


def test_two_turns_running_in_the_first_round_are_reported_once() -> None:
    twice = [*PLACED, END, *ROUND_THREE, *OPENING, *ROUND_FOUR[:-1], *CLOSING, END, *ROUND_THREE, *ROUND_FOUR]
    assert errors(*twice) == [(START + 1, "5.5.1")]


def test_a_first_turn_ended_twice_is_reported_once() -> None:
    assert errors(*PLACED, END, END, *OPENING, *ROUND_FOUR[:-1], *CLOSING, END, *ROUND_THREE) == [(START + 1, "5.2.1")]


@pytest.mark.parametrize("misspelt", [*range(8)])
def test_a_figure_placed_under_an_unknown_name_delays_nobody(misspelt: int) -> None:
    placed = [*PLACED]
    placed[misspelt] = {**placed[misspelt], "unit": "a9"}
    assert errors(*placed, do("activate", unit="a1"), do("move", to="B2"), END) == [(misspelt, "4.3.1")]


def test_a_name_that_nobody_has_stands_for_one_figure_only() -> None:
    placed = [{**PLACED[0], "unit": "a9"}, *PLACED[2:]]
    assert errors(*placed, END) == [(0, "4.3.1"), (3, "1.3.9")]


def test_two_names_that_nobody_has_stand_for_two_figures() -> None:
    placed = [{**PLACED[0], "unit": "a9"}, {**PLACED[1], "unit": "a8"}, *PLACED[2:]]
    assert errors(*placed, END) == [(0, "4.3.1"), (1, "4.3.1")]


@pytest.mark.article("1.3.9", breaks=True)
def test_a_figure_placed_on_an_opposing_cell_leaves_it_free() -> None:
    assert errors(do("place", unit="a1", cell="B12"), *PLACED[1:], END) == [(0, "1.3.9")]


@pytest.mark.article("1.3.9", breaks=True)
def test_a_figure_placed_too_early_and_wrongly_is_reported_once() -> None:
    placed = [*PLACED[:3], do("place", unit="b1", cell="C5"), PLACED[3], *PLACED[5:]]
    assert errors(*placed, END) == [(3, "1.3.9")]


@pytest.mark.article("1.3.9", "4.17.1", breaks=True)
def test_a_figure_placed_wrongly_after_another_is_reported_too() -> None:
    placed = [do("place", unit="a1", cell="M3"), *PLACED[1:4], do("place", unit="b1", cell="C5"), *PLACED[5:]]
    assert errors(*placed, END) == [(0, "4.17.1"), (4, "1.3.9")]


def test_revealing_an_absent_token_is_reported_once_whatever_its_use() -> None:
    used = [do("reveal", reward="lightning"), do("cast", spell="lightning", target="E3", critical=["lock"])]
    start = [*TWO_TURNS, TENSION, do("activate", unit="a3"), at(a3="E2")]
    assert errors(*start, *used, END) == [(len(start), "4.7.10")]


@pytest.mark.parametrize("readings", [1, 2, 5, 40])
def test_all_readings_of_one_log_share_one_budget(readings: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many actions are doubtful; with enough of them the log is read as before."""
    far = [do("move", to=cell) for cell in ("L12", "A12", "L1", "K11", "J12", "L10", "I12", "K9")]
    log = parse(json.dumps(document(*PLACED, do("activate", unit="a1"), *far, END)).encode())
    read: list[Way] = []
    through = reading._through
    monkeypatch.setattr(reading, "MOST_REPLAYED", readings * len(log.actions))

    def counted(log: Log, way: Way) -> Reading:
        read.append(way)
        return through(log, way)

    monkeypatch.setattr(reading, "_through", counted)
    reported = [found.code for found in reading.most_believable(log).findings()]
    assert 1 <= len(read) <= readings
    assert reported.count("not-adjacent") >= 1
    assert len(read) > 5 or readings < 40

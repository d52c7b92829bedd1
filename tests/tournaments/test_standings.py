"""Points, tie-breaks and ranks: known vectors, and each figure against its definition in fractions."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.duels import duel
from tournaments.core.breakdown import format_value
from tournaments.core.scoring import ENDINGS, ImpossibleScoring, Result, WinDrawLoss, records
from tournaments.core.standings import DIRECT_ENCOUNTER, Entrant, UnknownTieBreak, standings
from tournaments.core.tiebreaks import TIE_BREAKS

FLOOR = Fraction(33, 100)
EVERY_TIE_BREAK = [*TIE_BREAKS, DIRECT_ENCOUNTER]


def ranked(names, results, *, order=("match-points",), **scoring):
    return standings([Entrant(name) for name in names], results, order=order, scoring=WinDrawLoss(**scoring))


def row_of(name, results, **options):
    names = {player for result in results for player in result.players}
    return next(row for row in ranked(names, results, **options) if row.player == name)


def games_of(player, *, wins=0, draws=0, losses=0, byes=0):
    outcomes = ["a"] * wins + ["draw"] * draws + ["b"] * losses
    played = [duel(n, player, f"other{n}", outcome) for n, outcome in enumerate(outcomes, start=1)]
    return played + [Result.bye(len(played) + n, player) for n in range(1, byes + 1)]


@pytest.mark.parametrize(
    ("run", "exact", "text"),
    [
        ({"wins": 6, "losses": 2, "draws": 1}, Fraction(19, 27), "0.7037"),
        ({"wins": 4, "losses": 2, "draws": 1, "byes": 2}, Fraction(13, 21), "0.6190"),
        ({"wins": 1, "losses": 4}, FLOOR, "0.3300"),
        ({"byes": 2}, FLOOR, "0.3300"),
    ],
)
def test_match_win_percentage_ignores_byes_with_floor_033(run, exact, text):
    row = row_of("p", games_of("p", **run))
    assert row.value("mw") == exact
    assert row.format_value("mw") == text


def test_a_bye_is_a_won_match_that_no_percentage_counts():
    row = row_of("p", [*games_of("p", wins=1, byes=1)])
    assert (row.points, row.record.byes, row.value("wins"), row.value("mw")) == (6, 1, 2, 1)


def test_an_intentional_draw_gives_a_point_and_no_glory():
    row = row_of("p", [duel(1, "p", "q", "draw", 5, 5, "intentional-draw")])
    assert (row.points, row.value("gg-difference"), row.value("gg-scored")) == (1, 0, 0)


@pytest.mark.parametrize("ending", ["no-show", "walkover", "drop", "intentional-draw"])
def test_without_a_game_there_is_no_glory(ending):
    row = row_of("p", [duel(1, "p", "q", "a", 9, 0, ending)])
    assert (row.value("gg-difference"), row.value("gg-scored")) == (0, 0)


def test_a_round_missed_before_a_late_entry_is_a_loss():
    row = row_of("p", [Result.missed(1, "p"), duel(2, "p", "q", "a")])
    assert [game.outcome for game in row.record.games] == ["loss", "win"]
    assert (row.points, row.value("mw")) == (3, Fraction(1, 2))


def test_a_double_loss_gives_nobody_a_point():
    rows = ranked("pq", [duel(1, "p", "q", "both-lose", 2, 3)])
    assert [row.points for row in rows] == [0, 0]


def test_glory_differences_are_capped_per_match():
    results = [duel(1, "p", "q", "a", 12, 1), duel(2, "p", "r", "b", 3, 5)]
    assert row_of("p", results).value("gg-difference") == 4
    assert row_of("p", results, glory_cap=20).value("gg-difference") == 9
    assert row_of("q", results).value("gg-difference") == -6
    assert row_of("p", results).value("gg-scored") == 15


def test_opponents_percentage_is_the_mean_over_those_really_met():
    results = [
        duel(1, "p", "q", "a"),
        Result.bye(2, "p"),
        duel(2, "q", "r", "a"),
        duel(3, "p", "s", "a", ending="no-show"),
    ]
    assert row_of("p", results).value("omw") == Fraction(1, 2)
    assert row_of("p", results).value("oomw") == (1 + FLOOR) / 2
    assert [part.why for part in row_of("p", results).breakdown("omw").left_out] == ["bye", "no-show"]


def test_a_player_with_only_byes_has_opponents_percentage_033():
    row = row_of("p", [Result.bye(1, "p")])
    assert (row.format_value("omw"), row.format_value("oomw"), row.breakdown("omw").how) == (
        "0.3300",
        "0.3300",
        "floor",
    )


def test_a_dropped_player_keeps_the_record_at_the_drop():
    early = [duel(1, "p", "q", "a"), duel(2, "p", "r", "b")]
    later = [duel(n, "q", "r", "a") for n in (3, 4, 5)]
    assert row_of("p", early + later).value("mw") == row_of("p", early).value("mw") == Fraction(1, 2)


BUCHHOLZ = [
    duel(1, "p", "a", "a"),
    duel(2, "p", "b", "draw"),
    duel(3, "p", "c", "b"),
    duel(4, "a", "b", "a"),
    duel(4, "c", "d", "a"),
    duel(5, "c", "a", "draw"),
]


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("buchholz", 4 + 1 + 7),
        ("buchholz-cut-1", 4 + 7),
        ("median-buchholz", 4),
        ("sonneborn-berger", Fraction(9, 2)),
        ("sos", Fraction(12, 8)),
        ("wins", 1),
        ("match-points", 4),
    ],
)
def test_the_sums_over_opponents_follow_their_definitions(code, value):
    assert row_of("p", BUCHHOLZ).value(code) == value


def test_extended_strength_of_schedule_averages_the_opponents():
    strengths = [row_of(name, BUCHHOLZ).value("sos") for name in "abc"]
    assert row_of("p", BUCHHOLZ).value("extended-sos") == sum(strengths) / 3


def test_direct_encounter_needs_games_between_all_tied_players():
    circle = [duel(1, "a", "b", "a"), duel(2, "b", "c", "a"), duel(3, "a", "c", "a"), duel(4, "x", "y", "a")]
    tied = [duel(5, "c", "x", "a"), duel(6, "c", "y", "a")]
    order = ("wins", DIRECT_ENCOUNTER)
    assert [row.player for row in ranked("abc", circle, order=("random", DIRECT_ENCOUNTER))] == ["a", "b", "c"]
    assert [row.rank for row in ranked("ac", circle + tied, order=order)] == [1, 2]
    apart = [duel(1, "a", "x", "a"), duel(1, "b", "y", "a")]
    assert [row.rank for row in ranked("ab", apart, order=order)] == [1, 1]


def test_smaller_initiative_manual_and_draw_order_come_first():
    entrants = [
        Entrant("a", draw_order=9, initiative=30),
        Entrant("b", draw_order=1, initiative=20),
        Entrant("c", draw_order=5),
    ]
    for code, expected in (("initiative", "bac"), ("random", "bca")):
        assert "".join(str(row.player) for row in standings(entrants, [], order=(code,))) == expected
    assert [row.format_value("initiative") for row in standings(entrants, [], order=("initiative",))] == [
        "20",
        "30",
        "",
    ]
    chosen = [Entrant("a"), Entrant("b", manual=1, manual_reason="drawn at the table")]
    first = standings(chosen, [], order=("manual",))[0]
    assert (first.player, first.breakdown("manual").parts[0].why) == ("b", "drawn at the table")


def test_fully_tied_players_share_a_rank():
    assert [row.rank for row in ranked("abc", [duel(1, "a", "b", "draw")])] == [1, 1, 3]


def test_values_are_compared_unrounded():
    assert format_value("omw", Fraction(19, 27)) == "0.7037"
    assert format_value("omw", Fraction(1, 20_000)) == "0.0001"
    assert format_value("gg-difference", Fraction(-5)) == "-5"
    assert format_value("sonneborn-berger", Fraction(9, 2)) == "4.5"


@pytest.mark.parametrize(
    "result", [duel(1, "a", "b", ending="unheard-of"), duel(1, "a", None), duel(1, "a", "b", ending="bye")]
)
def test_a_result_with_an_unknown_ending_is_refused(result):
    with pytest.raises(ImpossibleScoring):
        records([result], WinDrawLoss())


def test_an_unknown_tie_break_is_refused():
    with pytest.raises(UnknownTieBreak):
        standings([], [], order=("luck",))


@st.composite
def events(draw):
    names = [f"p{n}" for n in range(draw(st.integers(2, 12)))]
    results = []
    for number in range(1, draw(st.integers(1, 7)) + 1):
        seats = draw(st.permutations(names))
        for a, b in zip(seats[::2], seats[1::2], strict=False):
            outcome = draw(st.sampled_from(["a", "b", "draw", "both-lose"]))
            ending = draw(st.sampled_from([name for name in ENDINGS if name not in ("bye", "missed")]))
            results.append(duel(number, a, b, outcome, draw(st.integers(0, 12)), draw(st.integers(0, 12)), ending))
        if len(seats) % 2:
            results.append(draw(st.sampled_from([Result.bye(number, seats[-1]), Result.missed(number, seats[-1])])))
    return names, results


@pytest.mark.check
@settings(max_examples=40, deadline=None)
@given(events(), st.randoms(use_true_random=False))
def test_standings_do_not_depend_on_the_order_of_the_results(event, random):
    names, results = event
    entrants = [Entrant(name, draw_order=place) for place, name in enumerate(names)]
    order = ["match-points", "omw", DIRECT_ENCOUNTER, "gg-difference", "random"]
    turned = [_turned(result) if random.random() < 0.5 else result for result in random.sample(results, len(results))]
    one, other = standings(entrants, results, order=order), standings(entrants[::-1], turned, order=order)
    assert [(row.rank, row.player) for row in one] == [(row.rank, row.player) for row in other]
    for first, second in zip(one, other, strict=True):
        assert all(first.value(code) == second.value(code) for code in EVERY_TIE_BREAK)
        assert all(first.breakdown(code) == second.breakdown(code) for code in EVERY_TIE_BREAK)


def _turned(result: Result) -> Result:
    return replace(result, players=result.players[::-1], places=result.places[::-1], glory=result.glory[::-1])


@pytest.mark.check
@settings(max_examples=60, deadline=None)
@given(events())
def test_percentages_agree_with_their_definition_in_fractions(event):
    names, results = event
    for row in ranked(names, results):
        assert row.value("mw") == _mw(row.player, results)
        assert row.value("omw") == _mean(row.player, results, _mw)
        assert row.value("oomw") == _mean(row.player, results, lambda name, of: _mean(name, of, _mw))


def _seats(name, results):
    worth = {(1, 2): (3, 0), (2, 1): (0, 3), (1, 1): (1, 1), (2, 2): (0, 0), (1,): (3,), (2,): (0,)}
    for result in results:
        if name in result.players:
            seat = result.players.index(name)
            others = [player for player in result.players if player != name]
            yield worth[result.places][seat], others[0] if others else None, result.ending


def _mw(name, results):
    points = [mine for mine, _, ending in _seats(name, results) if ending != "bye"]
    return max(FLOOR, Fraction(sum(points), 3 * len(points))) if points else FLOOR


def _mean(name, results, figure):
    met = [other for _, other, ending in _seats(name, results) if ending not in ("bye", "missed", "no-show", "drop")]
    return sum((figure(other, results) for other in met), Fraction(0)) / len(met) if met else FLOOR


@pytest.mark.check
@settings(max_examples=40, deadline=None)
@given(events())
def test_the_parts_of_the_breakdown_add_up_to_the_total(event):
    names, results = event
    for row in ranked(names, results):
        for code in (
            "match-points",
            "gg-difference",
            "gg-scored",
            "wins",
            "buchholz",
            "buchholz-cut-1",
            "median-buchholz",
        ):
            assert sum(row.breakdown(code).values) == row.value(code)
        for code in ("omw", "oomw"):
            values = row.breakdown(code).values
            assert (sum(values) / len(values) if values else FLOOR) == row.value(code)
        played = [game.round for game in row.record.games]
        shown_rounds = [part.round for part in (*row.breakdown("omw").parts, *row.breakdown("omw").left_out)]
        assert sorted(shown_rounds) == played


@pytest.mark.check
@settings(max_examples=30, deadline=None)
@given(events())
def test_ranks_follow_the_exact_values(event):
    names, results = event
    order = ("match-points", "omw", "gg-difference")
    rows = ranked(names, results, order=order)
    figures = [tuple(row.value(code) for code in order) for row in rows]
    assert figures == sorted(figures, reverse=True)
    assert [row.rank for row in rows] == [1 + sum(other > mine for other in figures) for mine in figures]


def test_every_order_of_three_results_ranks_alike():
    results = [duel(1, "a", "b", "a", 5, 3), duel(1, "c", "d", "draw"), duel(2, "a", "c", "b")]
    tables = [[row.player for row in ranked("abcd", shuffled)] for shuffled in permutations(results)]
    assert all(table == tables[0] for table in tables)

"""Who sits where is told by seats; two sides are a view of a table for two, and of no other."""

import pytest

from tests.tournaments.test_api import client_of
from tests.tournaments.worlds import a_match, a_player, a_round, an_event, staff
from tournaments.core.exports.event_document import as_duels, as_tables
from tournaments.core.scores import ImpossibleScore, checked, outcome_of_duel, places_of_duel, tallies_of_duel
from tournaments.events.services.exporting import export_event
from tournaments.models import DuelOutcome, Match, NotADuel, Result, ResultReport, Seat
from tournaments.results.services import entry, reporting
from tournaments.results.services.scores import Score
from tournaments.rounds.services.re_pairing import swap

TWO = {"a": [1, 2], "b": [2, 1], "draw": [1, 1], "both-lose": [2, 2]}


@pytest.mark.parametrize("outcome", DuelOutcome.values)
def test_each_outcome_of_a_duel_is_two_places(outcome):
    assert places_of_duel(outcome) == TWO[outcome]
    assert outcome_of_duel(TWO[outcome]) == outcome
    assert checked(TWO[outcome], [60, 0], seats=2) == (TWO[outcome], [60, 0])


@pytest.mark.parametrize("places", [(1, 1, 1, 1), (1, 2, 2, 4), (4, 3, 2, 1), (1, 2, 3), (2, 2, 2), (1,)])
def test_places_may_be_shared_at_any_table(places):
    assert checked(places, [0] * len(places), seats=len(places))[0] == list(places)


@pytest.mark.parametrize(
    ("places", "tallies", "seats"),
    [
        ([1, 2], [0], 2),
        ([1], [0], 2),
        ([1, 2], [0, 0], 4),
        ([], [], 0),
        ([0, 1], [0, 0], 2),
        ([1, 3], [0, 0], 2),
        ([1, 1, 2], [0, 0, 0], 3),
        ([1, 2], [-1, 0], 2),
        ([1, 2], [61, 0], 2),
        ([1, 2], [0, "0"], 2),
        ([True, 2], [0, 0], 2),
        ([1, 2], [0, 0.5], 2),
    ],
)
def test_a_score_that_no_table_can_have_is_refused(places, tallies, seats):
    with pytest.raises(ImpossibleScore):
        checked(places, tallies, seats=seats)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: places_of_duel("c"),
        lambda: outcome_of_duel([1, 2, 3, 4]),
        lambda: outcome_of_duel([1]),
        lambda: outcome_of_duel([2, 3]),
        lambda: tallies_of_duel([6, 0, 0]),
    ],
)
def test_what_is_no_duel_is_not_described_as_one(ask):
    with pytest.raises(ImpossibleScore):
        ask()


@pytest.fixture
def of_three() -> Match:
    """No service makes one yet."""
    match = a_match()
    third = a_player(match.round.event)
    Seat.objects.create(round=match.round, match=match, registration=third, number=3, side=3)
    match.forget_seats()
    return match


@pytest.mark.django_db
@pytest.mark.parametrize(
    "ask",
    [
        lambda match: match.a,
        lambda match: match.b,
        lambda match: match.a_id,
        lambda match: match.b_id,
        lambda match: Match.objects.pairs(),
    ],
)
def test_two_sides_are_refused_at_a_table_of_three(of_three, ask):
    assert len(of_three.seats()) == 3
    with pytest.raises(NotADuel):
        ask(of_three)


@pytest.mark.django_db
def test_a_score_has_as_many_places_as_the_table_seats(of_three):
    columns = Score.duel("a", 6).columns()
    for row in (Result(match=of_three, **columns), ResultReport(match=of_three, **columns)):
        with pytest.raises(ImpossibleScore):
            row.refuse_senseless(of_three)


@pytest.mark.django_db
def test_seats_of_many_matches_are_read_in_one_query(django_assert_num_queries):
    event = an_event()
    played = a_round(event, *((a_player(event), a_player(event)) for _pair in range(3)), (a_player(event), None))
    with django_assert_num_queries(2):
        matches = list(Match.objects.filter(round=played).with_players().by_table())
        reported = [(match.a.user.username, match.b and match.b.user.username, len(match.seats())) for match in matches]
    assert [count for _a, _b, count in reported] == [2, 2, 2, 1]
    assert (matches[-1].bye, matches[-1].b, matches[-1].side_of(matches[-1].a)) == (True, None, "a")


@pytest.mark.django_db
def test_two_swapped_players_take_each_others_seats():
    event = an_event()
    players = [a_player(event) for _player in range(3)]
    unpublished = a_round(event, (players[0], players[1]), (players[2], None), state="draft")
    swap(round_id=unpublished.pk, who=staff(event), first=players[1].pk, second=players[2].pk, why="asked")
    reported = [(seat.match.bye, seat.number, seat.side, seat.registration_id) for seat in Seat.objects.order_by("pk")]
    assert sorted(reported) == [(False, 1, 1, players[0].pk), (False, 2, 2, players[2].pk), (True, 1, 1, players[1].pk)]
    assert all(match.manual_why == "asked" for match in unpublished.matches.all())


@pytest.mark.django_db
def test_a_program_reads_both_sides_and_the_seats():
    match = a_match()
    entry.enter_result(match_id=match.pk, who=staff(match.round.event), score=Score.duel("b", 0, 4))
    answer = client_of().get(f"/api/v1/matches/{match.pk}/").json()
    ended = {"a": {"place": 2, "tally": 0}, "b": {"place": 1, "tally": 4}}
    seats = [{"number": n, "side": n, "role": "player", "player": answer[side]} for n, side in ((1, "a"), (2, "b"))]
    assert answer["seats"] == [seat | ended[side] for seat, side in zip(seats, "ab", strict=True)]
    assert [answer["result"][name] for name in ("outcome", "glory_a", "glory_b")] == ["b", 0, 4]


@pytest.mark.django_db
def test_an_exported_event_has_two_sides_as_before():
    event = an_event()
    a, b, alone = (a_player(event) for _player in range(3))
    match = a_round(event, (a, b), (alone, None)).matches.get(bye=False)
    reporting.report_result(match_id=match.pk, who=a.user, score=Score.duel("a", 6))
    reporting.report_result(match_id=match.pk, who=b.user, score=Score.duel("a", 6))
    document = export_event(event)
    assert [(row["a"], row["b"]) for row in document["matches"]] == [(a.pk, b.pk), (alone.pk, None)]
    reported = [
        (row["outcome"], row["glory_a"], row["glory_b"]) for part in ("reports", "results") for row in document[part]
    ]
    assert reported == [("a", 6, 0)] * 3
    columns = {name for part in ("matches", "reports", "results") for row in document[part] for name in row}
    assert columns.isdisjoint({"bye", "places", "tallies"})
    assert as_duels(as_tables(document)) == document
    assert "seats" not in document

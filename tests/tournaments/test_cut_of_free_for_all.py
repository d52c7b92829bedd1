"""The cut of free-for-all events: tables of four whose winners go on, through the pages, from the Swiss rounds on."""

import pytest

from core.errors import Refused
from tests.database import standing
from tests.tournaments.tables import before_the_cut, typed
from tournaments.cut.services.bracket import bracket_of
from tournaments.cut.services.seeding import final_ranks
from tournaments.lifecycle.services.next_step import next_step
from tournaments.models import EventState, MatchState, Registration, Result
from tournaments.players.services.dropping import drop
from tournaments.results.services.forfeits import forfeit_open_matches
from tournaments.rounds.services.re_pairing import swap
from tournaments.standings.services.ranking import standings

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def played(request, django_db_setup, django_db_blocker):
    """The Swiss round of an event, which several tests begin with."""
    with standing(lambda: before_the_cut(*request.param, prizes="1: trophy"), django_db_blocker) as hall:
        yield hall


@pytest.fixture
def hall(played, client):
    return played.again(client)


def players_and_cut(*numbers):
    return pytest.mark.parametrize("played", [numbers], ids=str, indirect=True)


def seeded(hall):
    hall.event.refresh_from_db()
    return hall.event.cut_seeds


def seeds_at(hall, match):
    return [seeded(hall).index(player.pk) + 1 for player in match.seats()]


@players_and_cut(18, 16)
def test_eighteen_players_and_a_cut_of_sixteen(hall):
    ranked = [int(row.player) for row in standings(hall.event)]
    hall.moves("cut")
    assert seeded(hall) == ranked[:16]
    tables = hall.publishes(2)
    assert [seeds_at(hall, match) for match in tables] == [
        *([1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13])
    ]
    one, two, three, four = tables
    assert one.round_name == "Semi-finals"
    page = hall.sees(one.get_absolute_url())
    assert "data-one-winner" in page
    hall.agrees(one, [2, 1, 3, 4], [2, 5, 1, 0], "time")
    _disputes(hall, two)

    drop(registration=three.seats()[0], who=three.seats()[0].user)
    three.refresh_from_db()
    assert three.state == MatchState.OPEN
    hall.enters(three, ["absent", 1, 2, 3])
    hall.enters(four, [1, 2, 2, 4])
    assert next_step(hall.event, hall.event.rounds.latest("number")).kind == "pair"
    bracket = hall.sees(f"{hall.here}bracket/")
    assert [bracket.count(f'bracket-title">{title}<') for title in ("Semi-finals", "Final")] == [1, 1]

    (final,) = hall.publishes(3)
    assert (final.round_name, seeds_at(hall, final)) == ("Final", [4, 6, 8, 15])
    screen = hall.sees(f"{hall.here}hall/")
    assert "hall-final-of-four" in screen
    assert all(player.shown_name in screen for player in final.seats())
    hall.agrees(final, [3, 4, 1, 2])
    hall.event.refresh_from_db()
    hall.moves("finished")
    seeds = seeded(hall)
    order = [*(8, 15, 4, 6), *(1, 5, 10, 11, 7, 9, 12, 14), *(2, 3, 13, 16)]
    places = [(rank, seeds.index(player.pk) + 1) for rank, player in final_ranks(hall.event)[:16]]
    assert places == list(enumerate(order, start=1))
    assert len(final_ranks(hall.event)) == 18
    _shows_the_champion(hall, Registration.objects.get(pk=seeds[7]).shown_name)


def _disputes(hall, match):
    """One reports, the last one disputes, the staff enter the result."""
    first, *_others, last = match.seats()
    hall.posts(f"/matches/{match.pk}/report/", first.user, **typed([1, 2, 3, 4], [5, 0, 0, 0]))
    match.refresh_from_db()
    hall.posts(f"/matches/{match.pk}/dispute/", last.user, version=match.version, note="I won.")
    match.refresh_from_db()
    assert match.state == MatchState.DISPUTED
    hall.enters(match, [4, 3, 2, 1])


def _shows_the_champion(hall, champion):
    for address in ("", "report/", "bracket/", "print/certificates/", "hall/", "standings/"):
        assert champion in hall.sees(hall.here + address), address
    assert "trophy" in hall.sees(f"{hall.here}report/")


@players_and_cut(16, 4)
def test_sixteen_players_and_a_cut_of_four(hall):
    hall.moves("cut")
    (final,) = hall.publishes(2)
    assert (final.round_name, seeds_at(hall, final)) == ("Final", [1, 2, 3, 4])
    hall.agrees(final, [2, 1, 3, 4])
    hall.moves("finished")
    assert [seeded(hall).index(player.pk) + 1 for _rank, player in final_ranks(hall.event)[:4]] == [2, 1, 3, 4]


@players_and_cut(16, 4)
@pytest.mark.parametrize(
    ("glory", "said"),
    [([5, 3, 0, 0], "with most GG (5)"), ([3, 3, 0, 0], "with the higher seed (1)")],
)
def test_nobody_shares_first_place_in_the_cut(hall, client, glory, said):
    hall.moves("cut")
    (final,) = hall.publishes(2)
    highest = final.seats()[0]
    sent = typed([1, 1, 3, 3], glory, "time", version=final.version)
    for who, step in ((hall.organiser, "enter"), (highest.user, "report")):
        client.force_login(who)
        answer = client.post(f"/matches/{final.pk}/{step}/", sent)
        assert answer.status_code == 400
        assert said in answer.content.decode()
        assert highest.shown_name in answer.content.decode()
    assert not final.results.exists()
    hall.enters(final, [1, 2, 3, 3], glory, "time")


@players_and_cut(16, 16)
@pytest.mark.ci
def test_corrected_winner_changes_the_final_until_it_is_played(hall, client):
    hall.moves("cut")
    tables = hall.publishes(2)
    for match in tables:
        hall.enters(match, [1, 2, 3, 4])
    hall.posts(f"{hall.here}rounds/pair/")
    first, second = tables[0].seats()[:2]
    change = {"version": 2, "why": "Read wrongly.", **typed([2, 1, 3, 4], [0, 5, 0, 0])}
    client.force_login(hall.organiser)
    preview = client.post(f"/matches/{tables[0].pk}/correct/", change).content.decode()
    assert f"{second.full_name} wins instead of {first.full_name}" in preview
    assert f"{second.full_name} instead of {first.full_name}" in preview
    assert "The unpublished pairings are discarded (the final)" in preview
    assert hall.event.rounds.count() == 3
    hall.posts(f"/matches/{tables[0].pk}/correct/", then="keep", **change)
    assert hall.event.rounds.count() == 2
    (final,) = hall.publishes(3)
    assert seeds_at(hall, final) == [2, 3, 4, 8]

    back = {"version": 3, "why": "No.", **typed([1, 2, 3, 4], [5, 0, 0, 0])}
    client.force_login(hall.organiser)
    assert "unpublish them first" in client.post(f"/matches/{tables[0].pk}/correct/", back).content.decode()
    hall.enters(final, [1, 2, 3, 4])
    refused = client.post(f"/matches/{tables[0].pk}/correct/", back).content.decode()
    assert "you can correct its score but no longer its winner" in refused
    assert "data-winner" in hall.sees(tables[0].get_absolute_url())
    hall.moves("finished")
    places = {"version": 3, "why": "Third and fourth.", **typed([2, 1, 4, 3], [0, 5, 0, 0])}
    client.force_login(hall.organiser)
    shown = client.post(f"/matches/{tables[0].pk}/correct/", places).content.decode()
    assert "place 9 → 13 in the bracket" in shown
    hall.posts(f"/matches/{tables[0].pk}/correct/", then="keep", **places)


@players_and_cut(16, 4)
def test_correction_before_the_cut_shows_who_would_be_in_it(hall, client):
    ranked = [Registration.objects.get(pk=int(row.player)) for row in standings(hall.event)]
    match = next(match for match in hall.event.rounds.get().matches.all() if ranked[0] in match.seats())
    change = {"version": match.version, "why": "Read wrongly.", **typed([4, 3, 2, 1], [0, 0, 0, 5])}
    client.force_login(hall.organiser)
    shown = client.post(f"/matches/{match.pk}/correct/", change).content.decode()
    assert f"{match.seats()[3].full_name}: into the cut" in shown
    assert f"{ranked[0].full_name}: out of the cut" in shown


@players_and_cut(17, 16)
def test_players_who_left_before_the_cut_are_replaced(hall, client):
    hall.moves("cut")
    gone = Registration.objects.get(pk=seeded(hall)[0])
    nearest = next(int(row.player) for row in standings(hall.event) if int(row.player) not in seeded(hall))
    drop(registration=gone, who=gone.user)
    client.force_login(hall.organiser)
    drawn = hall.event.rounds.get(number=2)
    assert client.post(f"{hall.here}rounds/2/publish/", {"version": drawn.version}).status_code == 409
    hall.posts(f"{hall.here}rounds/2/redraw/", version=drawn.version, why="x")
    assert nearest in seeded(hall)
    assert gone.pk not in seeded(hall)
    hall.publishes(2)


@players_and_cut(16, 16)
def test_too_few_players_for_the_cut_get_a_way_out(hall, client):
    gone = hall.event.registrations.first()
    drop(registration=gone, who=gone.user)
    client.force_login(hall.organiser)
    answer = client.post(f"{hall.here}move/", {"to": "cut"})
    assert answer.status_code == 409
    assert "15 players are left for a cut of 16" in answer.content.decode()
    hall.event.refresh_from_db()
    assert hall.event.state == EventState.RUNNING


@players_and_cut(16, 16)
def test_winners_who_leave_take_the_next_tables_last_place(hall):
    hall.moves("cut")
    winners = []
    for match in hall.publishes(2):
        hall.enters(match, [1, 2, 3, 4])
        winners.append(match.seats()[0])
    for player in winners[:3]:
        drop(registration=player, who=player.user)
    hall.posts(f"{hall.here}rounds/pair/")
    assert "the others at the table play on" in hall.sees(f"{hall.here}rounds/3/")
    (final,) = hall.publishes(3)
    assert final.state == MatchState.DONE
    hall.event.refresh_from_db()
    assert bracket_of(hall.event).champion == winners[3].pk
    hall.moves("finished")
    assert [player.pk for _rank, player in final_ranks(hall.event)[:4]] == [winners[3].pk, *(w.pk for w in winners[:3])]


@players_and_cut(16, 4)
def test_the_higher_seed_wins_a_final_that_all_left(hall):
    hall.moves("cut")
    (final,) = hall.publishes(2)
    hall.event.registrations.filter(pk__in=seeded(hall)).update(status="dropped")
    forfeit_open_matches(final.seats()[3], who=hall.organiser, why="left")
    assert bracket_of(hall.event).champion == seeded(hall)[0]
    assert Result.objects.get(match=final).absent == [1, 2, 3]


@players_and_cut(16, 4)
def test_a_cut_table_to_which_nobody_came_has_no_result(hall, client):
    hall.moves("cut")
    (final,) = hall.publishes(2)
    client.force_login(hall.organiser)
    answer = client.post(f"/matches/{final.pk}/enter/", typed(["absent"] * 4, [0] * 4, "no-show", version=1))
    assert answer.status_code == 400
    assert "In the top cut every match has a winner." in answer.content.decode()


@players_and_cut(16, 16)
def test_nobody_is_swapped_in_the_cut(hall):
    hall.moves("cut")
    drawn = hall.event.rounds.get(number=2)
    first, second = seeded(hall)[:2]
    with pytest.raises(Refused) as refusal:
        swap(round_id=drawn.pk, who=hall.organiser, first=first, second=second, why="friends")
    assert refusal.value.code == "bracket-decides"

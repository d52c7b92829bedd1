"""Results of tables of three and four through the API: reported, confirmed, entered, refused."""

import pytest

from tests.tournaments.tables import a_free_for_all, published_round
from tests.tournaments.worlds import a_match, a_user, staff
from tournaments.models import MatchState, RoundState

pytestmark = pytest.mark.django_db
FIRST_WINS = {"places": [1, 2, 3, 4], "tallies": [5, 0, 0, 0], "ending": "glory"}


@pytest.fixture
def table():
    event, _players = a_free_for_all(4)
    return published_round(event, staff(event)).matches.get()


@pytest.fixture
def send(client):
    def sending(match, who, step, body):
        client.force_login(who)
        return client.post(f"/api/v1/matches/{match.pk}/{step}/", body, content_type="application/json")

    return sending


def test_players_report_and_confirm_a_table(table, send):
    first, *others = table.seats()
    answer = send(table, first.user, "report", FIRST_WINS)
    assert (answer.status_code, answer.json()["state"]) == (200, "reported")
    for player in others:
        answer = send(table, player.user, "confirm", {"version": answer.json()["version"]})
    assert (answer.json()["state"], answer.json()["result"]["places"]) == ("done", [1, 2, 3, 4])
    assert [seat["place"] for seat in answer.json()["seats"]] == [1, 2, 3, 4]
    again = send(table, first.user, "report", FIRST_WINS)
    assert (again.status_code, again.json()["code"]) == (409, "already-settled")


def test_staff_enter_a_table_whose_player_did_not_come(table, send):
    body = {"places": [2, 1, 3, None], "tallies": [0, 5, 0, 0], "version": table.version}
    answer = send(table, staff(table.round.event), "enter", body).json()
    assert [(seat["place"], seat["tally"]) for seat in answer["seats"]] == [(2, 0), (1, 5), (3, 0), (None, None)]
    assert table.results.get().absent == [3]
    again = send(table, staff(table.round.event), "enter", body)
    assert again.status_code == 409
    assert table.results.count() == 1


def test_strangers_and_closed_rounds_get_no_report_of_a_table(table, send):
    assert send(table, a_user(), "report", FIRST_WINS).status_code == 403
    assert send(table, table.seats()[0].user, "enter", FIRST_WINS).status_code == 403
    table.round.state = RoundState.CLOSED
    table.round.save()
    answer = send(table, table.seats()[0].user, "report", FIRST_WINS)
    assert (answer.status_code, answer.json()["code"]) == (409, "round-not-open")
    assert not table.reports.exists()


@pytest.mark.parametrize(
    "change",
    [
        {"places": [1, 2, 3]},
        {"places": [1, 2, 2, 3]},
        {"places": [1, 2, 3, None]},
        {"places": [1, 2, 3, 5]},
        {"places": [1, 2, 3, 10**30]},
        {"places": "1234"},
        {"places": None},
        {"places": [[1], 2, 3, 4]},
        {"tallies": [5, 0, 0]},
        {"tallies": [5, 0, 0, 61]},
        {"tallies": [5, 0, 0, "\x00"]},
        {"tallies": [5, 1, 0, 0]},
        {"ending": "no-show"},
        {"ending": "walkover"},
        {"ending": ["glory"]},
    ],
)
def test_nonsense_about_a_table_is_refused_with_a_code(table, send, change):
    answer = send(table, table.seats()[0].user, "report", FIRST_WINS | change)
    assert (answer.status_code, bool(answer.json()["code"])) == (400, True)
    table.refresh_from_db()
    assert (table.state, table.reports.exists()) == (MatchState.OPEN, False)


def test_places_are_refused_at_a_duel(send):
    match = a_match()
    answer = send(match, match.a.user, "report", FIRST_WINS)
    assert (answer.status_code, answer.json()["code"]) == (400, "unknown-outcome")

"""Tables of four where a result is taken back, a player has left, or an address of duels is used."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.tables import a_free_for_all, published_round, typed
from tests.tournaments.worlds import staff
from tournaments.corrections.services.correction import reopen_match
from tournaments.models import Match, MatchState, Round
from tournaments.players.services.dropping import drop, undo_leaving

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Match:
    event, _players = a_free_for_all(4)
    return published_round(event, staff(event)).matches.get()


@pytest.fixture
def organiser(table, client):
    who = staff(table.round.event)
    client.force_login(who)
    return who


def enter(client, table, *score):
    table.refresh_from_db()
    return client.post(f"/matches/{table.pk}/enter/", typed(*score, version=table.version))


def report(client, table, player):
    client.force_login(player.user)
    client.post(f"/matches/{table.pk}/report/", typed([1, 2, 3, 4], [5, 0, 0, 0]))


def test_an_undone_result_leaves_the_table_open_after_a_drop(table, client):
    first, second, *others = table.seats()
    report(client, table, first)
    report(client, table, second)
    client.force_login(staff(table.round.event))
    enter(client, table, [2, 1, 3, 4], [0, 5, 0, 0])
    for player in others:
        drop(registration=player, who=player.user)
    client.post(f"/matches/{table.pk}/undo/", {"result": table.results.get().pk})
    table.refresh_from_db()
    assert (table.state, table.results.current().exists()) == (MatchState.REPORTED, False)


def test_a_tables_clock_is_shown_after_the_waiting_time(table, client, organiser):
    long_ago = timezone.now() - dt.timedelta(hours=1)
    Round.objects.update(started_at=long_ago)
    page = client.get(reverse("tournaments:match_clock", args=[table.pk]))
    assert page.status_code == 200
    assert "The waiting time is over" in page.content.decode()


def test_a_result_of_a_duel_is_refused_at_a_table(table, client, organiser):
    sent = {"outcome": "a", "glory_a": 6, "glory_b": 0, "ending": "glory", "version": table.version}
    answer = client.post(f"/api/v1/matches/{table.pk}/enter/", sent, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "unknown-outcome")
    assert not table.results.exists()


def test_a_table_is_replayed_without_a_player_who_has_left(table, client, organiser):
    enter(client, table, [1, 2, 3, 4], [5, 0, 0, 0])
    drop(registration=table.seats()[3], who=table.seats()[3].user)
    assert reopen_match(match_id=table.pk, who=organiser, why="The dice were wrong.").state == MatchState.OPEN


def send(client, table, player, step, **data):
    client.force_login(player.user)
    table.refresh_from_db()
    return client.post(f"/matches/{table.pk}/{step}/", {"version": table.version, **data})


def test_a_dispute_of_somebody_who_has_left_counts_no_more(table, client):
    first, second, third, fourth = table.seats()
    report(client, table, first)
    send(client, table, second, "dispute", note="No.")
    drop(registration=second, who=second.user)
    table.refresh_from_db()
    assert table.state == MatchState.REPORTED
    for player in (third, fourth):
        send(client, table, player, "confirm")
    table.refresh_from_db()
    assert table.state == MatchState.DONE


def test_a_differing_report_of_somebody_who_has_left_settles_nothing(table, client):
    first, second, third, fourth = table.seats()
    send(client, table, first, "report", **typed([2, 1, 3, 4], [0, 5, 0, 0]))
    for player in (second, third, fourth):
        report(client, table, player)
    drop(registration=first, who=first.user)
    table.refresh_from_db()
    assert (table.state, table.results.get().places) == (MatchState.DONE, [1, 2, 3, 4])


def test_a_dropped_player_reports_no_more_until_back(table, client):
    first, second, *_others = table.seats()
    report(client, table, first)
    send(client, table, second, "dispute", note="No.")
    drop(registration=second, who=second.user)
    table.refresh_from_db()
    answer = send(client, table, second, "confirm")
    assert answer.status_code == 409
    assert "You have left the event" in client.get(f"/matches/{table.pk}/").content.decode()
    second.refresh_from_db()
    undo_leaving(registration=second, who=second.user)
    table.refresh_from_db()
    assert table.state == MatchState.DISPUTED

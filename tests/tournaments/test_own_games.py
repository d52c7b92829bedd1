"""What players see of their own games: what to do now, and how each game ended, told from their side."""

import datetime as dt

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.tournaments.worlds import a_match, a_player, a_round, an_event
from tournaments.models import EventState, Match, Registration, Result
from tournaments.results.services.reporting import report_result
from tournaments.results.services.scores import Score

pytestmark = pytest.mark.django_db


def decided(match: Match, outcome: str, a: int, b: int, ending: str = "time") -> None:
    Result.objects.create(match=match, source="staff", **Score.duel(outcome, a, b, ending).columns())
    Match.objects.filter(pk=match.pk).update(state="done")


def seen(client, who: Registration, address: str = "") -> str:
    client.force_login(who.user)
    page = client.get(address or reverse("tournaments:mine")).content.decode()
    return " ".join(page.partition('id="main"')[2].replace("\N{NO-BREAK SPACE}", " ").split())


def test_my_games_show_table_opponent_and_result_to_confirm(client):
    event = an_event()
    ana, bo = a_player(event, "ana"), a_player(event, "bo")
    match = a_round(event, (ana, bo)).matches.get()
    assert "Round 1, table 1 · You play Bo" in seen(client, ana)
    report_result(match_id=match.pk, who=bo.user, score=Score.duel("b", 3, 8, "time"))
    assert "Your opponent has reported 3 : 8." in seen(client, ana)
    page = seen(client, bo)
    assert "You have reported the result." in page and "Your opponent has reported" not in page


def test_a_reported_concession_does_not_read_as_a_draw(client):
    ana, bo = a_player(event := an_event(), "ana"), a_player(event, "bo")
    match = a_round(event, (ana, bo)).matches.get()
    report_result(match_id=match.pk, who=bo.user, score=Score.duel("a", 6, 6, "concession"))
    assert "Your opponent has reported 6 : 6 · your opponent conceded." in seen(client, ana)


def test_my_games_lead_to_own_logs_and_rulings(client):
    page = seen(client, a_player(an_event(), "ana"))
    for route, words in (("judging:my_logs", "My game logs"), ("judging:mine", "My rulings")):
        assert f'<a href="{reverse(route)}">{words}</a>' in page
        assert f"<h1>{words}</h1>" in seen(client, Registration.objects.get(), reverse(route))


def test_a_result_to_confirm_starts_with_my_score(client):
    event = an_event()
    ana, bo = a_player(event, "ana"), a_player(event, "bo")
    match = a_round(event, (ana, bo)).matches.get()
    report_result(match_id=match.pk, who=ana.user, score=Score.duel("a", 8, 3, "time"))
    assert "Your opponent has reported 3 : 8." in seen(client, bo)
    assert "3 : 8 · you lost" in seen(client, bo, match.get_absolute_url())


def test_past_games_say_result_round_and_opponent(client):
    event = an_event(EventState.FINISHED)
    ana, bo = a_player(event, "ana"), a_player(event, "bo")
    a_round(event, (ana, None))
    decided(a_round(event, (bo, ana)).matches.get(), "b", 3, 8)
    page = seen(client, ana)
    assert "won 8 : 3, round 2 against Bo" in page
    assert "Round 1: you had the bye" in page
    assert "lost 3 : 8, round 2 against Ana" in seen(client, bo)


def test_unpublished_pairings_stay_out_of_my_games(client):
    event = an_event()
    ana = a_player(event, "ana")
    a_round(event, (ana, a_player(event, "bo")), state="unpublished")
    assert "Bo" not in seen(client, ana)


def test_my_games_offer_open_check_in_and_missing_lists(client):
    event = an_event(EventState.CHECK_IN, starts_at=timezone.now() + dt.timedelta(minutes=10), lists_required=True)
    ana = a_player(event, "ana", checked_in_at=None)
    page = seen(client, ana)
    assert f'action="{reverse("tournaments:check_in_myself", args=[event.slug])}"' in page
    assert "no team list yet" in page and reverse("tournaments:my_list", args=[event.slug]) in page
    client.post(reverse("tournaments:check_in_myself", args=[event.slug]))
    assert "checked in" in seen(client, ana)


def test_my_games_cost_no_more_for_many_events(client):
    me = a_player(an_event(), "ana").user

    def queries() -> int:
        client.force_login(me)
        with CaptureQueriesContext(connection) as done:
            client.get(reverse("tournaments:mine"))
        return len(done)

    def play(state: str) -> None:
        event = an_event(state, lists_required=True)
        mine = Registration.objects.create(event=event, user=me, lot=1)
        decided(a_round(event, (mine, a_player(event))).matches.get(), "a", 8, 3)
        a_round(event, (mine, a_player(event)))

    play(EventState.RUNNING)
    queries()  # what is looked up once and kept
    few = queries()
    for state in (EventState.RUNNING, EventState.FINISHED, EventState.CUT):
        play(state)
    assert queries() == few


@pytest.mark.parametrize(
    ("ending", "winner", "loser"),
    [
        ("concession", "You won 6 : 6, your opponent conceded", "You lost 6 : 6, you conceded"),
        ("time", "You won 6 : 6, time", "You lost 6 : 6, time"),
    ],
)
def test_the_match_page_says_how_it_ended(client, ending, winner, loser):
    match = a_match()
    decided(match, "a", 6, 6, ending)
    assert winner in seen(client, match.a, match.get_absolute_url())
    assert loser in seen(client, match.b, match.get_absolute_url())


def test_the_match_page_begins_with_recording_and_reporting(client):
    event = an_event(recorded_games="full")
    match = a_match(event)
    page = seen(client, match.a, match.get_absolute_url())
    record, report = page.index(reverse("judging:record_match", args=[match.pk])), page.index("Who won?")
    assert record < report < page.index(reverse("judging:match_logs", args=[match.pk]))
    type(event).objects.filter(pk=event.pk).update(recorded_games="none")
    assert reverse("judging:record_match", args=[match.pk]) not in seen(client, match.a, match.get_absolute_url())

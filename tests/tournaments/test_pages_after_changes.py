"""Pages of an event show each change at once, and take few queries after a result."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from core.pages.live import PEOPLE, notify
from tests.tournaments import worlds
from tournaments.events.services import announcements
from tournaments.models import Event, Match, Registration
from tournaments.players.services import check_in, dropping
from tournaments.players.services import registration as players
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score
from tournaments.rounds.services import pairing, publishing, timer

pytestmark = pytest.mark.django_db(transaction=True)
NAMED = ("standings", "round", "hall", "run", "entry", "players", "check_in", "manage_players")
QUERIES_AFTER_A_RESULT = {
    "standings": 19,
    "round": 18,
    "hall": 13,
    "run": 26,
    "entry": 15,
    "players": 12,
    "check_in": 13,
    "manage_players": 16,
}


@pytest.fixture
def event() -> Event:
    return worlds.an_event(swiss_rounds=3)


@pytest.fixture
def match(event) -> Match:
    """At the first of two tables."""
    four = [worlds.a_player(event, name=name) for name in ("ana", "bea", "cem", "dan")]
    return worlds.a_round(event, (four[0], four[1]), (four[2], four[3])).matches.earliest("table")


@pytest.fixture
def who(event) -> User:
    return worlds.staff(event)


@pytest.fixture
def read(client, event, match, who) -> Callable[[str], str]:
    client.force_login(who)

    def of(page: str) -> str:
        return _read(client, event, page)

    return of


def _read(client: Client, event: Event, page: str) -> str:
    numbers = [1] if page == "round" else []
    answer = client.get(reverse(f"tournaments:{page}", args=[event.slug, *numbers]))
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("page", NAMED)
def test_a_page_after_a_result_takes_few_queries(read, match, who, page):
    read(page)
    enter_result(match_id=match.pk, who=who, score=Score.duel("a", 3, 0))
    with CaptureQueriesContext(connection) as queries:
        assert "Cem" in read(page)
    assert len(queries) <= QUERIES_AFTER_A_RESULT[page]


@pytest.mark.parametrize("page", NAMED)
def test_a_renamed_account_is_on_the_next_page(read, match, page):
    read(page)
    User.objects.filter(pk=match.a.user.pk).update(public_name="Zoe")
    notify(PEOPLE)
    assert "Zoe" in read(page)


@pytest.mark.parametrize("page", NAMED)
def test_a_renamed_guest_is_on_the_next_page(read, event, match, who, page):
    guest = match.b
    Registration.objects.filter(pk=guest.pk).update(user=None, guest_name="Gil")
    assert "Gil" in read(page)
    guest.refresh_from_db()
    players.edit_player(registration=guest, who=who, about={"guest_name": "Ivo"})
    assert "Ivo" in read(page)


@pytest.mark.parametrize("page", ["standings", "players", "manage_players"])
def test_who_drops_is_shown_as_dropped(read, match, who, page):
    assert "dropped" not in read(page)
    dropping.drop(registration=match.a, who=who)
    assert "dropped" in read(page)


def test_a_round_that_is_published_counts_in_the_standings(read, event, match, who):
    for each in match.round.matches.all():
        enter_result(match_id=each.pk, who=who, score=Score.duel("a", 3, 0))
    drawn = pairing.pair_round(event_id=event.pk, who=who)
    links = (f"/events/{event.slug}/standings/1/", f"/events/{event.slug}/standings/2/")
    assert [link in read("standings") for link in links] == [True, False]
    publishing.publish_round(round_id=drawn.pk, who=who)
    assert [link in read("standings") for link in links] == [True, True]
    enter_result(match_id=drawn.matches.earliest("table").pk, who=who, score=Score.duel("a", 6, 0))
    assert '<td class="number">9</td>' in read("standings")  # GG of the winner of both


def test_players_who_swap_tables_are_shown_there(read, event, match):
    """The seats of a round change with its matches, also before its topics say so."""
    read("round")
    drawn = event.rounds.get(number=1)
    other = drawn.matches.exclude(pk=match.pk).get()
    a, c = match.a, other.a
    other.seat_rows.all().delete()
    other.delete()
    again = worlds.seat(c, worlds.a_player(event, name="eve"), round=drawn, table=2)
    assert a.shown_name in read("round")
    enter_result(match_id=again.pk, who=worlds.staff(event), score=Score.duel("a", 3, 0))
    page = read("round")
    assert ("Eve" in page, "Dan" in page) == (True, False)


@pytest.mark.parametrize("page", ["run", "entry"])
def test_the_bar_shows_a_published_round_and_its_clock(read, event, match, who, page):
    for each in match.round.matches.all():
        enter_result(match_id=each.pk, who=who, score=Score.duel("a", 3, 0))
    assert "Round 1" in read(page) and "Round 2" not in read(page)
    drawn = pairing.pair_round(event_id=event.pk, who=who)
    assert "Review pairings of round 2" in read(page)
    publishing.publish_round(round_id=drawn.pk, who=who)
    assert "Round 2" in read(page) and "Review pairings" not in read(page)
    assert "run-bar-clock" not in read(page)
    timer.start_timer(played=drawn, who=who)
    assert "run-bar-clock" in read(page)


def test_an_announcement_comes_and_goes(read, event, who):
    read("standings")
    said = announcements.announce(event_id=event.pk, who=who, text="Pizza is here")
    assert "Pizza is here" in read("standings")
    announcements.withdraw_announcement(announcement=said, who=who)
    assert "Pizza is here" not in read("standings")


def test_who_comes_in_is_on_the_check_in_list(read, event, who):
    Event.objects.filter(pk=event.pk).update(state="check-in")
    late = worlds.a_player(event, name="eve", checked_in_at=None)
    before = read("check_in")
    check_in.check_in(registration=late, who=who)
    assert read("check_in").count("undo") > before.count("undo")

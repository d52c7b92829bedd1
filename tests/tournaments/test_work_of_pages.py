"""How much a page of the event costs, in queries: numbers that a change must not raise."""

from collections.abc import Callable
from functools import partial

import pytest
from django.core.cache import cache

from core.pages.page_cache import page_cache
from tests.tournaments import worlds
from tests.work import is_rendered, queries_of
from tournaments.base.views import access
from tournaments.lists.services.submission import submit_list
from tournaments.models import Event, Match, MatchState, Registration
from tournaments.results.services.entry import Score, enter_result
from tournaments.rounds.services import pairing, publishing

pytestmark = pytest.mark.django_db
LEGAL = ["queen-of-the-tofus", "bill-tell", "oscar-kass", "bad-aboum"]
FEW, MANY = 12, 40  # the entry page names the last five results
# The most queries of the whole page, for the first who reads it after a change: nothing of it is kept in parts. Of all
# pages the menu takes one, and two more where cases wait at a desk: conflicts of interest, cases.
PAGES = {
    "": 29,  # with the tables of the round and the standings
    "audit-log/": 19,
    "manage/players/": 16,
    "players/": 13,
    "check-in/": 14,
    "standings/": 20,
    "charts/": 21,
    "rounds/1/": 21,
    "hall/": 14,
    "run/": 28,
    "entry/": 21,
}
QUERIES_OF_LISTS = 15
# the same for a player who reads what was made already, with their own part of the front page and their row in the
# list of players; and of these the pages that did not change
READ = {"": 9, "rounds/1/": 6, "standings/": 6, "players/": 7}
UNCHANGED = {"": 6, "rounds/1/": 6, "standings/": 6, "players/": 6}
# the same for the staff: with the entries of the audit log
OF_STAFF = dict.fromkeys(PAGES, 7) | {"": 9, "players/": 8}
UNCHANGED_OF_STAFF = 7


@pytest.fixture(autouse=True)
def no_minute_ends(monkeypatch):
    monkeypatch.setattr(access, "minute_now", lambda: 100)


def an_event_of(players: int) -> tuple[Event, object]:
    event = worlds.an_event(swiss_rounds=3, capacity=players)
    Registration.objects.bulk_create(
        Registration(event=event, guest_name=f"Player {n}", lot=n, checked_in_at=event.starts_at)
        for n in range(players)
    )
    who = worlds.staff(event)
    draft = pairing.pair_round(event_id=event.pk, who=who)
    publishing.publish_round(round_id=draft.pk, who=who)
    for match in draft.matches.filter(bye=False):
        enter_result(match_id=match.pk, who=who, score=Score.duel("a", 3, 0))
    return event, who


@pytest.fixture
def measured(client):
    def measure(players: int) -> dict[str, int]:
        event, who = an_event_of(players)
        client.force_login(who)
        return {page: queries_of(partial(_uncached, client, event, page)) for page in PAGES}

    return measure


def test_more_team_lists_add_no_queries(client):
    worked = []
    for players in (FEW, MANY):
        event, who = an_event_of(players)
        for player in event.registrations.all()[: players - 3]:
            submit_list(registration=player, who=who, figures=LEGAL)
        client.force_login(who)
        worked.append(queries_of(partial(_uncached, client, event, "lists/")))
    few, many = worked
    assert many == few == QUERIES_OF_LISTS


def _uncached(client, event: Event, page: str) -> None:
    cache.clear()
    page_cache.clear()
    assert client.get(f"/events/{event.slug}/{page}", headers={"Accept-Language": "fr"}).status_code == 200


def test_more_rows_mean_no_more_queries(measured):
    few, many = measured(FEW), measured(MANY)
    for page, queries in PAGES.items():
        assert many[page] == few[page] <= queries, page


@pytest.fixture
def event(client) -> Event:
    """A player reads its pages."""
    event, _who = an_event_of(FEW)
    client.force_login(worlds.a_player(event).user)
    return event


def _reading(client, event: Event, page: str, status: int = 200, **headers: str) -> Callable[[], None]:
    client.get(f"/events/{event.slug}/{page}")  # sets the cookie of the forms, without which no page has a tag

    def read() -> None:
        assert client.get(f"/events/{event.slug}/{page}", headers=headers).status_code == status

    return read


@pytest.mark.parametrize("page", READ)
def test_a_page_that_others_have_read_takes_little_work(client, event, page):
    assert queries_of(_reading(client, event, page)) <= READ[page]


@pytest.fixture
def organiser(client) -> Event:
    """One of the staff reads its pages while a result is missing."""
    event, who = an_event_of(FEW)
    Match.objects.filter(round__event=event, table=1).update(state=MatchState.OPEN)
    client.force_login(who)
    return event


@pytest.mark.parametrize("page", OF_STAFF)
def test_an_unchanged_staff_page_is_not_rendered_again(client, organiser, page):
    read = _reading(client, organiser, page)
    assert queries_of(read) <= OF_STAFF[page]
    assert page == "" or not is_rendered(read)  # the front page has a part of its reader's own
    tag = client.get(f"/events/{organiser.slug}/{page}")["ETag"]
    assert queries_of(_reading(client, organiser, page, 304, **{"If-None-Match": tag})) == UNCHANGED_OF_STAFF


@pytest.mark.parametrize("page", UNCHANGED)
def test_an_unchanged_page_takes_hardly_any(client, event, page):
    client.get(f"/events/{event.slug}/{page}")
    tag = client.get(f"/events/{event.slug}/{page}")["ETag"]
    assert queries_of(_reading(client, event, page, 304, **{"If-None-Match": tag})) == UNCHANGED[page]

"""How much a page of the event costs, in queries and translations: numbers that a change must not raise."""

from functools import partial

import pytest
from django.core.cache import cache

from core.shared_pages import page_cache
from tests.tournaments import worlds
from tests.work import Work, calls_of, work_of
from tournaments.models import Event, Match, MatchState, Registration
from tournaments.services.lists.submission import submit_list
from tournaments.services.results.entry import Score, enter_result
from tournaments.services.rounds import pairing, publishing
from tournaments.views.base import conditional_get
from tournaments.views.events import audit_log
from tournaments.views.events import event as event_page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pages_are_cached")]
LEGAL = ["queen-of-the-tofus", "bill-tell", "oscar-kass", "bad-aboum"]
FEW, MANY = 12, 40  # the entry page names the last five results
# the most queries and translations of the whole page; constant texts of templates are translated once a process, and
# what no result changes was read before
PAGES = {
    "": (10, 5),
    "audit-log/": (10, 6),
    "manage/players/": (11, 7),
    "players/": (9, 3),
    "check-in/": (8, 6),
    "standings/": (9, 3),
    "charts/": (13, 14),
    "rounds/1/": (11, 11),
    "hall/": (10, 2),
    "run/": (13, 11),
    "entry/": (13, 12),
}
# the same for a player who reads what was made already, and of these the pages that did not change
READ = {"": (5, 0), "rounds/1/": (5, 0), "standings/": (5, 0), "players/": (6, 2)}
UNCHANGED = {"": (5, 0), "rounds/1/": (5, 0), "standings/": (5, 0), "players/": (5, 0)}
# the same for the staff: with the entries of the audit log
OF_STAFF = dict.fromkeys(PAGES, (6, 0)) | {"players/": (7, 0)}
UNCHANGED_OF_STAFF = (6, 0)
# calls of a page that others have read, and of its 304
CALLS_OF_A_PAGE = {"rounds/1/": (1480, 480), "standings/": (1480, 480)}


@pytest.fixture(autouse=True)
def no_minute_ends(monkeypatch):
    for module in (audit_log, conditional_get, event_page):
        monkeypatch.setattr(module, "minute_now", lambda: 100)


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
        enter_result(match_id=match.pk, who=who, score=Score("a", 3, 0))
    return event, who


@pytest.fixture
def measured(client):
    def measure(players: int) -> dict[str, Work]:
        event, who = an_event_of(players)
        client.force_login(who)
        return {page: work_of(partial(_uncached, client, event, page)) for page in PAGES}

    return measure


LISTS, CALLS_OF_A_LIST = (14, 9), 150
CALLS_OF_A_TABLE = 25
CALLS_OF_A_ROW = {  # PostgreSQL takes a few more; one reads the number after a name
    "standings/": 4,
    "rounds/1/": 4,
    "players/": 4,
    "audit-log/": 3,
    "check-in/": 6,
    "manage/players/": 12,
}


def test_more_team_lists_add_few_calls_no_queries_or_translations(client):
    worked, calls = [], []
    for players in (FEW, MANY):
        event, who = an_event_of(players)
        for player in event.registrations.all()[: players - 3]:
            submit_list(registration=player, who=who, figures=LEGAL)
        client.force_login(who)
        worked.append(work_of(partial(_uncached, client, event, "lists/")))
        calls.append(calls_of(partial(_uncached, client, event, "lists/")))
    few, many = worked
    assert many == few
    assert (calls[1] - calls[0]) / (MANY - FEW) < CALLS_OF_A_LIST
    assert (many.queries, many.translations) == LISTS


def test_a_table_on_the_hall_screen_takes_few_calls(client):
    calls = []
    for players in (FEW, FEW, MANY):  # the first page of a process reads more
        event, who = an_event_of(players)
        client.force_login(who)
        calls.append(calls_of(partial(_uncached, client, event, "hall/")))
    assert (calls[2] - calls[1]) / ((MANY - FEW) // 2) < CALLS_OF_A_TABLE


@pytest.mark.parametrize("page", CALLS_OF_A_ROW)
def test_a_player_more_takes_few_calls(client, page):
    calls = []
    for players in (FEW, FEW, MANY):  # the first page of a process reads more
        event, who = an_event_of(players)
        client.force_login(who)
        calls.append(calls_of(partial(_uncached, client, event, page)))
    assert (calls[2] - calls[1]) / (MANY - FEW) < CALLS_OF_A_ROW[page]


def _uncached(client, event: Event, page: str) -> None:
    cache.clear()
    page_cache.clear()
    assert client.get(f"/events/{event.slug}/{page}", headers={"Accept-Language": "fr"}).status_code == 200


def test_more_rows_mean_no_more_queries_or_translations(measured):
    few, many = measured(FEW), measured(MANY)
    for page, (queries, translations) in PAGES.items():
        assert many[page] == few[page], page
        assert many[page].queries <= queries, (page, many[page])
        assert many[page].translations <= translations, (page, many[page])


@pytest.fixture
def event(client) -> Event:
    """A player reads its pages."""
    event, _who = an_event_of(FEW)
    client.force_login(worlds.a_player(event).user)
    return event


def _work(client, event: Event, page: str, status: int = 200, **headers: str) -> Work:
    def read() -> None:
        assert client.get(f"/events/{event.slug}/{page}", headers=headers).status_code == status

    client.get(f"/events/{event.slug}/{page}")  # sets the cookie of the forms, without which no page has a tag
    return work_of(read)


@pytest.mark.parametrize("page", READ)
def test_a_page_that_others_have_read_takes_little_work(client, event, page):
    work = _work(client, event, page)
    assert work.queries <= READ[page][0]
    assert work.translations <= READ[page][1]


@pytest.fixture
def organiser(client) -> Event:
    """One of the staff reads its pages while a result is missing."""
    event, who = an_event_of(FEW)
    Match.objects.filter(round__event=event, table=1).update(state=MatchState.OPEN)
    client.force_login(who)
    return event


@pytest.mark.one_database
@pytest.mark.parametrize("page", CALLS_OF_A_PAGE)
def test_a_page_that_others_have_read_takes_few_calls(client, event, page):
    path = f"/events/{event.slug}/{page}"
    client.get(path)
    read, unchanged = CALLS_OF_A_PAGE[page]
    assert calls_of(partial(client.get, path)) < read
    tag = client.get(path)["ETag"]
    assert calls_of(partial(client.get, path, headers={"If-None-Match": tag})) < unchanged


@pytest.mark.parametrize("page", OF_STAFF)
def test_an_unchanged_staff_page_is_not_rendered_again(client, organiser, page):
    work = _work(client, organiser, page)
    assert work.queries <= OF_STAFF[page][0]
    assert work.translations <= OF_STAFF[page][1]
    tag = client.get(f"/events/{organiser.slug}/{page}")["ETag"]
    work = _work(client, organiser, page, 304, **{"If-None-Match": tag})
    assert (work.queries, work.translations) == UNCHANGED_OF_STAFF


@pytest.mark.parametrize("page", UNCHANGED)
def test_an_unchanged_page_takes_hardly_any(client, event, page):
    client.get(f"/events/{event.slug}/{page}")
    tag = client.get(f"/events/{event.slug}/{page}")["ETag"]
    work = _work(client, event, page, 304, **{"If-None-Match": tag})
    assert (work.queries, work.translations) == UNCHANGED[page]

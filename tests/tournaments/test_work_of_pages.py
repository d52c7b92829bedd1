"""How much a page of the event costs, in queries and translations: numbers that a change must not raise."""

import pytest
from django.core.cache import cache

from tests.tournaments import worlds
from tests.work import Work, work_of
from tournaments.models import Event, Registration
from tournaments.services.results.entry import Score, enter_result
from tournaments.services.rounds import pairing, publishing

pytestmark = pytest.mark.django_db
FEW, MANY = 12, 40  # the entry page names the last five results
# the most queries and translations of the whole page, of which the frame of every page takes about 15
PAGES = {
    "audit-log/": (17, 59),
    "manage/players/": (14, 47),
    "players/": (11, 32),
    "check-in/": (12, 38),
    "standings/": (20, 30),
    "rounds/1/": (17, 35),
    "hall/": (15, 10),
    "run/": (27, 64),
    "entry/": (22, 63),
}
# the same for a player who reads what was made already, and of these the pages that did not change
READ = {"": (13, 58), "rounds/1/": (7, 16), "standings/": (7, 20)}
UNCHANGED = {"rounds/1/": (5, 0), "standings/": (5, 0)}


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
        return {page: work_of(lambda: _made_anew(client, event, page)) for page in PAGES}  # noqa: B023

    return measure


def _made_anew(client, event: Event, page: str) -> None:
    cache.clear()
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

    return work_of(read)


@pytest.mark.parametrize("page", READ)
def test_a_page_that_others_have_read_takes_little_work(client, event, page):
    work = _work(client, event, page)
    assert work.queries <= READ[page][0]
    assert work.translations <= READ[page][1]


@pytest.mark.parametrize("page", UNCHANGED)
def test_an_unchanged_page_takes_hardly_any(client, event, page):
    client.get(f"/events/{event.slug}/{page}")
    tag = client.get(f"/events/{event.slug}/{page}")["ETag"]
    work = _work(client, event, page, 304, **{"If-None-Match": tag})
    assert (work.queries, work.translations) == UNCHANGED[page]

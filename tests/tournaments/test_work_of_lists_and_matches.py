"""How much a match and lists of events cost, in queries: numbers that may not rise."""

from functools import partial

import pytest

from tests.tournaments import worlds
from tests.tournaments.test_work_of_pages import an_event_of
from tests.work import queries_of
from tournaments.models import EventState, Match, MatchState

pytestmark = pytest.mark.django_db
PLAYERS = 8
# the most queries of the page of an open match, and of one with a result
OF_A_MATCH = {
    "nobody": (7, 7),
    "player": (14, 14),
    "staff": (14, 14),
}
# the same of lists of events, however many there are
OF_LISTS = {"/events/": 9, "/events/?past=all": 9, "/": 13}

OF_MY_GAMES = 9

# the same of the page of a player and of the breakdown, for the staff
OF_A_PLAYER = {"": 18, "breakdown/": 18}


@pytest.fixture
def played() -> tuple[Match, dict[str, object]]:
    event, organiser = an_event_of(PLAYERS)
    match = Match.objects.filter(round__event=event, bye=False)[0]
    me = match.a
    me.user, me.guest_name = worlds.a_user("me"), ""
    me.save()
    return match, {"nobody": None, "player": me.user, "staff": organiser}


def ask(client, path: str) -> None:
    assert client.get(path).status_code == 200


def cost(client, path: str) -> int:
    return queries_of(partial(ask, client, path))


@pytest.mark.parametrize("reader", OF_A_MATCH)
def test_the_page_of_a_match_takes_little_work(client, played, reader):
    match, readers = played
    if readers[reader]:
        client.force_login(readers[reader])
    of_open, of_settled = OF_A_MATCH[reader]
    assert cost(client, match.get_absolute_url()) <= of_settled
    match.results.update(superseded_at=match.round.event.starts_at)
    Match.objects.filter(pk=match.pk).update(state=MatchState.OPEN)
    assert cost(client, match.get_absolute_url()) <= of_open


@pytest.mark.parametrize("path", OF_LISTS)
def test_a_list_of_events_takes_little_work(client, path):
    for _event in range(4):
        worlds.an_event(EventState.REGISTRATION)
        worlds.an_event(EventState.FINISHED)
    client.force_login(worlds.a_user())
    assert cost(client, path) <= OF_LISTS[path]


@pytest.mark.parametrize("page", OF_A_PLAYER)
def test_the_page_of_a_player_takes_little_work(client, played, page):
    match, readers = played
    client.force_login(readers["staff"])
    path = f"/events/{match.round.event.slug}/players/{match.a_id}/{page}"
    assert cost(client, path) <= OF_A_PLAYER[page]


def test_own_games_take_little_work_however_many(client):
    me, found = worlds.a_user("me"), []
    for _event in range(3):
        event, _organiser = an_event_of(PLAYERS)
        event.registrations.filter(pk=Match.objects.filter(round__event=event, bye=False)[0].a_id).update(
            user=me, guest_name=""
        )
        client.force_login(me)
        found.append(cost(client, "/events/mine/"))
    assert found[-1] == found[0] <= OF_MY_GAMES

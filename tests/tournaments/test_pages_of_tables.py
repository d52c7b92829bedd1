"""Every page, print and file that shows a match shows one with three or four seats."""

import itertools

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from tests.database import standing
from tests.tournaments.seated import an_evening
from tests.tournaments.worlds import staff
from tournaments.events.models.formats import TABLES_OF_FOUR
from tournaments.models import Event, Match

pytestmark = pytest.mark.django_db

# one-time links, and a series
ELSEWHERE = {"join", "opt_out", "claim", "series", "edit_series"}


def the_pages(app: str, values: dict[str, list[object]]) -> list[str]:
    """Every address of the app that the values can fill."""
    return [
        reverse(f"{app}:{pattern.name}", kwargs=dict(zip(names, chosen, strict=True)))
        for pattern in patterns_of(app)
        if (names := list(pattern.pattern.converters)) and pattern.name not in ELSEWHERE and set(names) <= set(values)
        for chosen in itertools.product(*(values[name] for name in names))
    ]


def patterns_of(app: str) -> list[URLPattern]:
    _route, resolver = get_resolver().namespace_dict[app]
    return [pattern for pattern in resolver.url_patterns if isinstance(pattern, URLPattern)]


def values_of(event: Event) -> dict[str, list[object]]:
    players = list(event.registrations.all())
    return {
        "slug": [event.slug],
        "number": list(event.rounds.values_list("number", flat=True)),
        "match_id": list(Match.objects.filter(round__event=event).values_list("pk", flat=True)),
        "registration_id": [players[0].pk, players[4].pk, players[-1].pk],
        "token": [player.link_token for player in players[:5]],
        "order": ["by-name", "by-table"],
    }


def failing(client: Client, pages: list[str]) -> list[str]:
    client.raise_request_exception = False
    return [page for page in pages if client.get(page).status_code >= 500]


@pytest.fixture(scope="module")
def evening(django_db_setup, django_db_blocker):
    with standing(an_evening, django_db_blocker) as built:
        yield built


@pytest.mark.parametrize("who", ["visitor", "player", "organiser"])
def test_every_page_of_an_event_at_tables_opens(client, evening, who):
    event, players = evening
    if who != "visitor":
        client.force_login(players[0].user if who == "player" else staff(event))
    assert failing(client, the_pages("tournaments", values_of(event))) == []


@pytest.mark.parametrize("ending", TABLES_OF_FOUR.endings_by_players)
def test_a_table_slip_offers_every_ending_its_players_may_report(client, evening, ending):
    event, _players = evening
    client.force_login(staff(event))
    page = client.get(reverse("tournaments:print_slips", args=[event.slug, 2])).content.decode()
    shown = {"glory": "glory", "krosmasters": "last Krosmaster", "time": "time", "concession": "concession"}[ending]
    assert f"☐ {shown}" in page

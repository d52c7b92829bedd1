"""Every page, print and file that shows a match shows one with three or four seats."""

import itertools

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from tests.database import standing
from tests.tournaments.seated import a_day_of_crews, an_evening
from tests.tournaments.worlds import staff
from tournaments.models import Event, Match

pytestmark = pytest.mark.django_db

# one-time links, and a series
ELSEWHERE = {"join", "opt_out", "claim", "series", "edit_series"}
# these rank crews, or take their results
RANKED = {"standings", "standings_table", "standings_after", "standings_table_after", "standings_csv", "charts"}
RANKED |= {"standings_csv_after", "cross_table", "report_page", "print_standings", "print_standings_after"}
RANKED |= {"personal", "personal_now", "print_certificates", "workings", "workings_after", "entry", "entry_now"}


def the_pages(app: str, values: dict[str, list[object]], left_out: set[str]) -> list[str]:
    """Every address of the app that the values can fill."""
    return [
        reverse(f"{app}:{pattern.name}", kwargs=dict(zip(names, chosen, strict=True)))
        for pattern in patterns_of(app)
        if (names := list(pattern.pattern.converters)) and pattern.name not in left_out and set(names) <= set(values)
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
def worlds(django_db_setup, django_db_blocker):
    def build():
        return {"free-for-all": an_evening(), "two-v-two": a_day_of_crews()}

    with standing(build, django_db_blocker) as built:
        yield built


@pytest.mark.parametrize("who", ["visitor", "player", "organiser"])
@pytest.mark.parametrize(("mode", "left_out"), [("free-for-all", ELSEWHERE), ("two-v-two", ELSEWHERE | RANKED)])
def test_every_page_of_an_event_at_tables_opens(client, worlds, mode, left_out, who):
    event, players = worlds[mode]
    if who != "visitor":
        client.force_login(players[0].user if who == "player" else staff(event))
    assert failing(client, the_pages("tournaments", values_of(event), left_out)) == []

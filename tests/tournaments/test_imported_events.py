"""Events that come from a file as finished: said everywhere, and public only once a moderator agrees."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from core.records.audit import AuditEntry
from tests.tournaments import worlds
from tests.tournaments.people import Person
from tournaments.cut.services.ladder import ladder
from tournaments.events.services.exporting import export_event
from tournaments.lifecycle.services.transitions import set_state
from tournaments.models import Event, Registration, Result, Series
from tournaments.players.services.links import claim
from tournaments.results.services.own_games import events_played_by

pytestmark = pytest.mark.django_db
HERE = "/events/old-cup/"


def a_file(state="finished"):
    """An event with a round, whose players have full names, as another site exports it."""
    event = worlds.an_event("running", name="Old Cup", swiss_rounds=1)
    guests = [
        Registration.objects.create(event=event, guest_name=name, checked_in_at=event.starts_at, lot=place)
        for place, name in enumerate(("Mia Morel", "Ugo Petit"), start=1)
    ]
    match = worlds.a_round(event, tuple(guests), state="closed").matches.get()
    match.state = "done"
    match.save()
    Result.objects.create(match=match, places=[1, 2], tallies=[5, 1], ending="glory", by=worlds.a_user())
    event.state = state
    event.save()
    return json.dumps(export_event(event)).encode()


@pytest.fixture
def importer():
    return Person("ida")


@pytest.fixture
def event(importer):
    return imported(importer, a_file())


def imported(importer, data):
    importer.sends("/events/import/", again="on", file=SimpleUploadedFile("old.json", data))
    return Event.objects.latest("pk")


@pytest.fixture
def moderator():
    person = Person("max")
    person.user.is_superuser = True
    person.user.save()
    return person


def test_every_page_print_and_table_says_the_source(event, importer):
    here = event.get_absolute_url()
    pages = ("", "players/", "standings/", "rounds/1/", "print/standings/", "run/", "settings/", "hall/", "hall/now/")
    for page in pages:
        answer = importer.client.get(f"{here}{page}")
        assert answer.status_code == 404 or 'data-code="imported"' in answer.content.decode(), page
    assert "Ida" in importer.client.get(f"{here}standings.csv").content.decode().splitlines()[-1]
    answer = importer.client.get(f"/api/v1/events/{event.slug}/").json()
    assert answer["imported_by"] == "Ida" and answer["imported_at"]
    assert export_event(event)["imported"]["by"] == "Ida"


def test_it_is_listed_once_a_moderator_agrees(event, client, moderator):
    assert event.get_absolute_url() not in client.get("/events/").content.decode()
    assert client.get(f"/api/v1/events/{event.slug}/").status_code == 404
    assert client.get(event.get_absolute_url()).headers["X-Robots-Tag"] == "noindex"
    moderator.sends(f"/events/imported/{event.slug}/agree/")
    assert event.slug in [found["slug"] for found in client.get("/api/v1/events/").json()["results"]]
    assert "X-Robots-Tag" not in client.get(event.get_absolute_url()).headers


def test_names_are_initials_until_a_moderator_agrees(event, client, importer, moderator):
    here = event.get_absolute_url()
    pages = [f"{here}{page}" for page in ("players/", "standings/", "rounds/1/", "standings.csv", "results.csv", "")]
    assert not any("Morel" in client.get(page).content.decode() for page in pages)
    assert "Morel" in importer.sees(f"{here}manage/players/")
    moderator.sends(f"/events/imported/{event.slug}/agree/")
    assert "Morel" in client.get(pages[0]).content.decode()


def test_only_moderators_decide_and_a_refusal_has_a_reason(event, importer, moderator, mailoutbox):
    for step in ("agree", "refuse"):
        importer.sends(f"/events/imported/{event.slug}/{step}/", 403, why="mine")
    moderator.sends(f"/events/imported/{event.slug}/refuse/", 400, why=" ")
    moderator.sends(f"/events/imported/{event.slug}/refuse/", why="nobody knows this event")
    event.refresh_from_db()
    assert event.is_unconfirmed and event.slug not in moderator.sees("/events/imported/")
    assert AuditEntry.objects.get(action="import-refused").why == "nobody knows this event"


def test_the_only_account_of_a_site_is_its_moderator(client):
    data = a_file()
    Result.objects.all().delete()
    importer = Person("ida")
    worlds.User.objects.exclude(pk=importer.user.pk).update(is_active=False)
    event = imported(importer, data)
    assert not event.is_unconfirmed
    assert "Morel" in client.get(f"{event.get_absolute_url()}players/").content.decode()


def test_a_running_import_waits_once_it_is_over(importer, client):
    event = imported(importer, a_file("running"))
    assert "Morel" in client.get(f"{event.get_absolute_url()}players/").content.decode()
    set_state(event, "finished", importer.user, "")
    event.refresh_from_db()
    assert event.is_unconfirmed
    assert "Morel" not in client.get(f"{event.get_absolute_url()}players/").content.decode()


def test_its_results_count_nowhere_until_agreed_and_claimed(event, importer, moderator):
    event.series = Series.objects.create(name="League", slug="league", owner=importer.user)
    event.save()
    guest = event.registrations.order_by("pk")[0]
    assert not Registration.objects.filter(event=event, user__isnull=False).exists()
    assert ladder(event.series) == []
    claim(token=guest.claim_token, who=moderator.user)
    assert events_played_by(moderator.user) == []
    moderator.sends(f"/events/imported/{event.slug}/agree/")
    assert len(ladder(event.series)) == 2 and len(events_played_by(moderator.user)) == 1


def test_a_file_cannot_say_that_it_was_played_here(importer):
    document = json.loads(a_file())
    document["event"] |= {"imported_at": None, "awaits_moderator": False}
    event = imported(importer, json.dumps(document).encode())
    assert event.imported_at is not None and event.is_unconfirmed

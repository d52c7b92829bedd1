"""The time zone of a new event is chosen by its city."""

import pytest

from accounts.models import User
from core.pages.cities import CITIES, cities, city_of, zone_in, zone_of
from core.pages.locale import zone_names
from tests.tournaments.people import event_fields
from tests.tournaments.worlds import a_user, an_event
from tournaments.mail.services.mail import when
from tournaments.models import Event, Staff


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        *(("Lyon", "Europe/Paris"), ("montreal", "America/Toronto"), ("Québec", "America/Toronto")),
        *(("GENEVE", "Europe/Zurich"), ("Londres", "Europe/London"), ("saint etienne", "Europe/Paris")),
        *(("Buenos Aires", "America/Argentina/Buenos_Aires"), ("Europe/Paris", "Europe/Paris"), ("UTC", "UTC")),
        *(("", ""), ("../../etc/passwd", ""), ("Nowhere\0", ""), ("Lyon " * 1000, "")),
    ],
)
def test_a_city_in_french_or_english_names_its_zone(typed, zone):
    assert zone_of(typed) == zone


def test_every_listed_city_leads_to_a_zone_that_exists():
    assert CITIES.keys() - zone_names() == set()
    assert set(cities().values()) <= zone_names()
    assert len(cities()) > 600


@pytest.mark.parametrize(
    ("zone", "city"),
    [("Europe/Paris", "Paris"), ("America/Argentina/Buenos_Aires", "Buenos Aires"), ("UTC", "UTC")],
)
def test_pages_name_the_city_of_a_zone(zone, city):
    assert city_of(zone) == city


@pytest.mark.django_db
def test_an_event_gets_the_time_zone_of_the_typed_city(client):
    client.force_login(a_user("ana"))
    path = "/events/new/?from=league-day"
    client.cookies["tz"] = "Europe/Zurich"  # as static/js/ui/zone.js writes it
    page = client.get(path).content.decode()
    assert 'name="time_zone" value="Zurich"' in page
    assert '<option value="Lyon">Europe/Paris</option>' in page
    refused = client.post(path, event_fields(time_zone="Atlantis"))
    assert refused.status_code == 400
    assert "No such city is known here" in refused.content.decode()
    assert client.post(path, event_fields(time_zone="Lyon")).status_code == 302
    event = Event.objects.get()
    assert event.time_zone == "Europe/Paris"
    assert event.starts_at.astimezone(event.zone).hour == 10


@pytest.mark.django_db
def test_the_zone_starts_as_the_organisers_own(client):
    olga, path = a_user("olga"), "/events/new/?from=league-day"
    client.force_login(olga)
    assert "data-browser-zone" in client.get(path).content.decode()
    Staff.objects.create(event=an_event(time_zone="America/Toronto"), user=olga, role="owner")
    page = client.get(path).content.decode()
    assert 'name="time_zone" value="Toronto"' in page
    assert "data-browser-zone" in page  # of an earlier event, not chosen for this one
    client.cookies["tz"] = "Europe/Zurich"
    page = client.get(path).content.decode()
    assert 'name="time_zone" value="Zurich"' in page
    assert "data-browser-zone" in page  # the browser may have moved since it wrote its cookie
    User.objects.update(time_zone="Asia/Tokyo")
    page = client.get(path).content.decode()
    assert 'name="time_zone" value="Tokyo"' in page
    assert "data-browser-zone" not in page


@pytest.mark.django_db
def test_a_typed_zone_is_not_the_browsers_again(client):
    client.force_login(a_user("olga"))
    refused = client.post("/events/new/?from=league-day", event_fields(name="", time_zone="Lyon"))
    assert refused.status_code == 400
    assert 'name="time_zone" value="Lyon"' in refused.content.decode()
    assert "data-browser-zone" not in refused.content.decode()


@pytest.mark.django_db
def test_the_typed_city_stays_wherever_the_zone_is_shown(client):
    olga = a_user("olga", time_zone="Asia/Tokyo")
    client.force_login(olga)
    client.post("/events/new/?from=league-day", event_fields(time_zone="lyon"))
    event = Event.objects.get()
    assert (event.time_zone, event.city) == ("Europe/Paris", "Lyon")
    settings = f"/events/{event.slug}/edit/"
    assert 'name="time_zone" value="Lyon"' in client.get(settings).content.decode()
    User.objects.update(time_zone="")
    client.cookies["tz"] = "Asia/Tokyo"
    assert "(Lyon)" in client.get(event.get_absolute_url()).content.decode()
    assert when(event, event.starts_at).endswith("(Lyon)")
    client.post(settings, event_fields(time_zone="Paris"))
    assert Event.objects.get().city == ""
    client.post(settings, event_fields(time_zone="Montréal"))
    assert "(Montréal)" in client.get(event.get_absolute_url()).content.decode()


def test_a_city_of_another_zone_is_not_shown():
    assert city_of(zone_in("Europe/Paris", "Montréal")) == "Paris"
    assert city_of(zone_in("Europe/Paris", "<b>")) == "Paris"

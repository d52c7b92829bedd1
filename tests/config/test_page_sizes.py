"""What a page weighs on the wire: a phone in a full hall has little to share."""

import gzip

import pytest

from tests.tournaments import worlds
from tournaments.models import Registration

pytestmark = pytest.mark.django_db
COMPRESSED = {"Accept-Encoding": "gzip"}
MOST_BYTES = 60_000


@pytest.fixture
def thousand():
    event = worlds.an_event("registration", name="Open", slug="open", lists_required=False)
    names = [f"{first} {last}" for first in ("Ana", "Bo", "Cy", "Élodie") for last in range(250)]
    Registration.objects.bulk_create(Registration(event=event, guest_name=name) for name in names)
    return event


def test_a_list_of_a_thousand_players_weighs_little(client, thousand):
    page = client.get("/events/open/players/", headers=COMPRESSED)
    assert (page.status_code, page["Content-Encoding"]) == (200, "gzip")
    assert gzip.decompress(page.content).decode().count("Élodie") >= 250
    assert len(page.content) < MOST_BYTES


def test_the_list_for_staff_and_programs_weighs_little(client, thousand):
    client.force_login(worlds.staff(thousand))
    for path in ("/events/open/manage/players/", "/api/v1/events/open/players/", "/events/open/check-in/"):
        page = client.get(path, headers=COMPRESSED)
        assert page.status_code == 200, path
        assert len(page.content) < MOST_BYTES, (path, len(page.content))


def test_a_browser_that_reads_plain_text_gets_it(client, thousand):
    page = client.get("/events/open/players/", headers={"Accept-Encoding": "identity"})
    assert "Content-Encoding" not in page
    assert page["Vary"].count("Accept-Encoding") == 1

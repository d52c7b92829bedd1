"""What a page weighs on the wire: a phone in a full hall has little to share."""

import gzip
from html import unescape

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
    assert gzip.decompress(page.content).decode().count("Ana ") >= 200
    assert len(page.content) < MOST_BYTES


def test_the_list_for_staff_and_programs_weighs_little(client, thousand):
    client.force_login(worlds.staff(thousand))
    for path in ("/events/open/manage/players/", "/api/v1/events/open/players/", "/events/open/check-in/"):
        page = client.get(path, headers=COMPRESSED)
        assert page.status_code == 200, path
        assert len(page.content) < MOST_BYTES, (path, len(page.content))


def test_a_long_list_is_shown_in_parts_and_searched_whole(client, thousand):
    client.force_login(worlds.staff(thousand))
    for path in ("/events/open/players/", "/events/open/manage/players/"):
        assert "Ana 249" not in client.get(path, {"page": 5}).content.decode()
        assert "Élodie 249" in client.get(path, {"page": 5}).content.decode()
        assert "Élodie 249" in client.get(path, {"q": "elodie 249"}).content.decode()
        assert "Nobody has such a name." in client.get(path, {"q": "zoe"}).content.decode()
        assert client.get(path, {"page": "x\0"}).status_code == 200


def test_the_list_is_searched_without_apostrophes_hyphens_and_ligatures(client, thousand):
    Registration.objects.create(event=thousand, guest_name="Anne-Lise O'Shun-Œuvrard")
    for typed in ("oshun", "o’shun", "oeuvrard", "annelise", "lise anne"):
        page = unescape(client.get("/events/open/players/", {"q": typed}).content.decode())
        assert "Anne-Lise O'Shun-Œuvrard" in page, typed


def test_a_step_leads_back_to_its_part_of_the_list(client, thousand):
    client.force_login(worlds.staff(thousand))
    path = "/events/open/manage/players/?page=5"
    player = thousand.registrations.get(guest_name="Élodie 249")
    assert f'name="next" value="{path}"' in client.get(path).content.decode()
    answer = client.post(f"/events/open/manage/players/{player.pk}/decide/", {"do": "withdraw", "next": path})
    assert answer.headers["Location"] == path


def test_a_browser_that_reads_plain_text_gets_it(client, thousand):
    page = client.get("/events/open/players/", headers={"Accept-Encoding": "identity"})
    assert "Content-Encoding" not in page
    assert page["Vary"].count("Accept-Encoding") == 1

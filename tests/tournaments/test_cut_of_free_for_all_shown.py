"""The cut of free-for-all events in exports, in the API and on its pages."""

import json

import pytest
from django.urls import reverse

from core.errors import Refused
from tests.cases import some_of
from tests.database import standing
from tests.tournaments.tables import before_the_cut
from tournaments.cut.services.bracket import bracket_of
from tournaments.events.services.exporting import export_event
from tournaments.events.services.importing import import_event
from tournaments.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def played(request, django_db_setup, django_db_blocker):
    """The Swiss round of an event, which several tests begin with."""
    with standing(lambda: before_the_cut(*request.param), django_db_blocker) as hall:
        yield hall


@pytest.fixture
def hall(played, client):
    return played.again(client)


def players_and_cut(*numbers):
    return pytest.mark.parametrize("played", [numbers], ids=str, indirect=True)


@pytest.fixture(scope="module")
def semi_finals(django_db_setup, django_db_blocker):
    """A cut whose first table is over, and that table."""
    with standing(_semi_finals, django_db_blocker) as made:
        yield made


def _semi_finals():
    hall = before_the_cut(16, 16)
    assert "Publish who has qualified" not in hall.sees(f"{hall.here}standings/")
    hall.moves("cut")
    one = hall.publishes(2)[0]
    hall.enters(one, ["absent", 1, 2, 3])
    return hall, one


@players_and_cut(18, 16)
def test_a_cut_goes_on_after_export_and_import(hall, client):
    hall.moves("cut")
    for match in hall.publishes(2):
        hall.enters(match, [2, 1, 4, 3])
    hall.event.refresh_from_db()
    reported = export_event(hall.event)
    assert reported["format"] == "krosmaster-event/2"
    again = import_event(data=json.dumps(reported).encode(), who=hall.organiser)
    names = {player.pk: player.full_name for player in again.registrations.named()}
    old = {player.pk: player.full_name for player in hall.event.registrations.named()}
    assert [names[int(p)] for _r, p in bracket_of(again).placings()] == [
        old[int(p)] for _r, p in bracket_of(hall.event).placings()
    ]
    client.force_login(hall.organiser)
    assert client.post(f"{again.get_absolute_url()}rounds/pair/").status_code == 302
    assert again.rounds.get(number=3).matches.get().bracket_slot == "final"


@players_and_cut(18, 16)
def test_a_cut_with_wrong_size_or_places_is_not_imported(hall):
    hall.moves("cut")
    for match in hall.publishes(2):
        hall.enters(match, [1, 2, 3, 4])
    hall.event.refresh_from_db()
    reported = export_event(hall.event)
    for corrupt in (_fewer_seeds, _nobody_first):
        document = json.loads(json.dumps(reported))
        corrupt(document)
        with pytest.raises(Refused) as refusal:
            import_event(data=json.dumps(document).encode(), who=hall.organiser)
        assert refusal.value.code == "broken-export"


def _fewer_seeds(document):
    document["event"]["cut_seeds"] = document["event"]["cut_seeds"][:8]


def _nobody_first(document):
    document["results"][-1] |= {"places": [4, 4, 4, 4], "tallies": [0, 0, 0, 0], "absent": [0, 1, 2, 3]}


@players_and_cut(16, 4)
def test_matches_of_the_cut_in_the_api(hall, client):
    hall.moves("cut")
    (final,) = hall.publishes(2)
    client.force_login(hall.organiser)
    shared = {"places": [1, 1, 3, 4], "tallies": [3, 3, 0, 0], "ending": "time", "version": final.version}
    address = f"/api/v1/matches/{final.pk}/enter/"
    answer = client.post(address, shared, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "shared-first-place-in-the-cut")
    answer = client.post(address, shared | {"places": [2, 1, 3, 4]}, content_type="application/json")
    assert [seat["place"] for seat in answer.json()["seats"]] == [2, 1, 3, 4]


@players_and_cut(16, 4)
def test_the_settings_and_the_front_page_show_the_cut(hall):
    assert "then the top 4" in hall.sees(hall.here)
    assert 'name="cut_size" value="4"' in hall.sees(reverse("tournaments:edit", args=[hall.event.slug]))
    assert "Start top cut" in hall.sees(f"{hall.here}run/")
    assert Match.objects.filter(round__event=hall.event, round__stage="cut").count() == 0


@pytest.mark.parametrize(
    "page",
    some_of(
        [
            *("run/", "entry/", "hall/", "standings/", "cross-table/", "charts/", "bracket/", "rounds/2/", "print/"),
            *("print/slips/2/", "print/pairings/2/by-name/", "print/pairings/2/by-table/", "results.csv"),
        ],
        4,
    ),
)
def test_pages_of_a_running_cut_open(semi_finals, client, page):
    played, one = semi_finals
    hall = played.again(client)
    said = hall.sees(hall.here + page)
    if page.startswith(("print/slips", "print/pairings", "hall", "bracket", "rounds")):
        assert all(player.shown_name in said for player in one.seats())

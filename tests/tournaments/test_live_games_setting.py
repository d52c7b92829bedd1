"""An event whose games may be followed live, and the lists that have to be public for it."""

import pytest

from core.models import AuditEntry
from tests.tournaments.people import Person, event_fields
from tournaments.models import Event

pytestmark = pytest.mark.django_db
WHY = "Nobody can follow a game yet"


@pytest.fixture
def olga():
    return Person("olga")


@pytest.mark.parametrize(
    ("fields", "warns"),
    [
        ({"live_games": "turn", "lists_required": "on", "lists_during": "opponent"}, True),
        ({"live_games": "minutes", "lists_required": "on", "lists_during": "private"}, True),
        ({"live_games": "turn", "lists_required": "on", "lists_during": "public"}, False),
        ({"live_games": "turn", "lists_during": "opponent"}, False),
        ({"live_games": "none", "lists_required": "on", "lists_during": "opponent"}, False),
    ],
)
def test_an_organiser_learns_that_hidden_lists_stop_live_games(olga, fields, warns):
    sent = {**event_fields(), **fields}
    created = olga.sends("/events/new/", **sent)
    assert (WHY in olga.sees(created.url)) is warns
    settings = f"/events/{Event.objects.get().slug}/edit/"
    assert (WHY in olga.sees(settings)) is warns
    saved = olga.sends(settings, **{**sent, "place": "Elsewhere"})
    assert (WHY in olga.sees(saved.url)) is warns


def test_the_same_arenas_in_another_order_are_no_change(olga):
    olga.sends("/events/new/", **event_fields())
    event = Event.objects.get()
    page = olga.sees(f"/events/{event.slug}/edit/")
    boards = [part.split('"')[0] for part in page.split('name="arenas" value="')[1:]]
    assert len(boards) > 1
    Event.objects.update(arenas=boards[::-1])
    olga.sends(f"/events/{event.slug}/edit/", **event_fields(arenas=boards, place="Elsewhere"))
    event.refresh_from_db()
    assert event.arenas == boards[::-1]
    assert AuditEntry.objects.filter(action="event-edited").latest("pk").after == {"place": "Elsewhere"}

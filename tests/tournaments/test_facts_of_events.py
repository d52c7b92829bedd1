"""An event keeps the card texts it was played with, also on another site, and offers the arenas that people brought."""

import json

import pytest

from core.errors import Invalid
from rules.arena.boards import FOLDER as BOARDS
from tests.teams.facts_people import known, reviewer
from tests.tournaments.worlds import a_user, an_event
from tournaments.events.forms import EventForm
from tournaments.events.services.exporting import export_event
from tournaments.events.services.importing import import_event
from tournaments.lists.services.event_facts import content_for, facts_for
from tournaments.lists.services.facts import pin_facts
from tournaments.models import Event

pytestmark = pytest.mark.django_db
RUINS = {"kind": "board", "slug": "ruins", "body": {"diagram": (BOARDS / "the-pit.txt").read_text()}, "source": "seen"}


@pytest.fixture
def brought(db: None) -> None:
    known(a_user(), reviewer(), RUINS)


def begun() -> Event:
    event = an_event()
    pin_facts(event, who=None)
    return event


def test_the_pinned_card_texts_go_with_an_exported_event(brought):
    event = begun()
    Event.objects.update(arenas=["fog", "ruins"])
    event.refresh_from_db()
    document = export_event(event)
    copy = import_event(data=json.dumps(document).encode(), who=a_user())
    assert copy.arenas == ["fog", "ruins"]
    assert content_for(copy) == content_for(event) != b""
    assert facts_for(copy).board("ruins") is not None


@pytest.mark.parametrize("facts", [{"why": ""}, {"document": {"format": "x"}}, {"document": []}, "all", {"why": 3}])
def test_an_export_with_bad_card_texts_is_refused_whole(brought, facts):
    document = export_event(begun()) | {"facts": facts}
    with pytest.raises(Invalid):
        import_event(data=json.dumps(document).encode(), who=a_user())


def test_brought_arenas_are_among_the_choices_of_an_event(brought):
    form = EventForm(who=a_user())
    assert "ruins" in dict(form.fields["arenas"].choices)
    before = an_event()  # it began before the site kept facts
    assert "ruins" not in dict(EventForm(instance=before, who=a_user()).fields["arenas"].choices)

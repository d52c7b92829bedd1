"""Texts of an event are rendered when they are saved, whichever way they come in, and never while a page is read."""

import json
from unittest import mock

import pyromark
import pytest

from config.backup import archive
from core.errors import Invalid
from core.text import markdown
from tests.accounts.test_markdown import Panic
from tests.database import empty_written_tables
from tests.nasty.markdown import hostile_texts
from tests.tournaments.test_nasty_forms import event_fields
from tests.tournaments.worlds import a_user, an_event, staff
from tournaments.events.services.editing import clone_event, edit_event
from tournaments.events.services.exporting import export_event
from tournaments.events.services.importing import import_event
from tournaments.models import Event, Series

pytestmark = pytest.mark.django_db

BOLD, SHOWN = "**Bring** a board", "<p><strong>Bring</strong> a board</p>"


def shown(event: Event) -> tuple[str, str]:
    event.refresh_from_db()
    return event.description_html.strip(), event.house_rules_html.strip()


@pytest.fixture
def event() -> Event:
    return an_event("announced", description=BOLD, house_rules="*Be* kind")


def test_reading_pages_renders_nothing(client, event, monkeypatch):
    series = Series.objects.create(name="League", slug="league", owner=a_user(), description=BOLD)
    monkeypatch.setattr(markdown, "render", None)
    assert SHOWN in client.get(event.get_absolute_url()).content.decode()
    assert "<p><em>Be</em> kind</p>" in client.get(event.get_absolute_url()).content.decode()
    assert SHOWN in client.get(series.get_absolute_url()).content.decode()


def test_an_event_made_with_the_form_is_rendered(client):
    client.force_login(a_user())
    client.post("/events/new/?from=league-day", event_fields(description=BOLD, house_rules=BOLD))
    assert shown(Event.objects.get()) == (SHOWN, SHOWN)


def test_an_edited_text_is_rendered_again(event):
    edit_event(event_id=event.pk, who=staff(event), changes={"description": "_New_"})
    assert shown(event) == ("<p><em>New</em></p>", "<p><em>Be</em> kind</p>")


def test_a_text_that_panics_the_parser_is_saved_and_shown(client, monkeypatch):
    client.force_login(a_user())
    monkeypatch.setattr(pyromark, "events", mock.Mock(side_effect=Panic("index out of bounds")))
    client.post("/events/new/?from=league-day", event_fields(description=BOLD))
    event = Event.objects.get(description=BOLD)
    assert "<p>**Bring** a board</p>" in client.get(event.get_absolute_url()).content.decode()


def test_an_emptied_text_leaves_nothing(event):
    edit_event(event_id=event.pk, who=staff(event), changes={"description": ""})
    assert shown(event)[0] == ""


def test_a_cloned_event_has_its_texts(event):
    copy = clone_event(event=event, who=staff(event), name="Again", starts_at=event.starts_at)
    assert shown(copy) == (SHOWN, "<p><em>Be</em> kind</p>")


def test_a_series_made_and_edited_is_rendered(client):
    client.force_login(a_user())
    fields = {"name": "League", "points_by_rank": "3, 2", "points_for_taking_part": 1, "description": BOLD}
    client.post("/series/new/", fields)
    series = Series.objects.get()
    assert series.description_html.strip() == SHOWN
    client.post(f"/series/{series.slug}/edit/", fields | {"description": "_New_"})
    assert Series.objects.get().description_html.strip() == "<p><em>New</em></p>"


def test_an_imported_event_is_rendered_here(event):
    document = json.loads(json.dumps(export_event(event)))
    assert not {"description_html", "house_rules_html"} & document["event"].keys()
    document["event"] |= {"description_html": "<script>alert(1)</script>"}
    copy = import_event(data=json.dumps(document).encode(), who=a_user())
    assert shown(copy) == (SHOWN, "<p><em>Be</em> kind</p>")


def test_the_longest_text_comes_back_with_an_import():
    event = an_event("announced", description="a" * markdown.LONGEST)
    copy = import_event(data=json.dumps(export_event(event), default=str).encode(), who=a_user())
    assert copy.description == event.description


def test_an_imported_event_with_a_text_too_long_is_refused(event):
    document = json.loads(json.dumps(export_event(event)))
    document["event"]["description"] = "a" * (markdown.LONGEST + 1)
    with pytest.raises(Invalid, match="50000"):
        import_event(data=json.dumps(document).encode(), who=a_user())


def test_a_text_too_long_stays_in_the_form(client):
    client.force_login(a_user())
    text = "a" * (markdown.LONGEST + 1)
    answer = client.post("/events/new/?from=league-day", event_fields(description=text))
    assert answer.status_code == 400
    assert [error.code for error in answer.context["form"].errors.as_data()["description"]] == ["max_length"]
    assert text in answer.content.decode()


@pytest.mark.check
@pytest.mark.django_db(transaction=True)
def test_a_restored_event_shows_its_texts(event, tmp_path, settings):
    settings.MEDIA_ROOT = tmp_path / "media"
    event.refresh_from_db()
    archive.write(tmp_path / "backup.tar.gz")
    empty_written_tables()
    archive.read(tmp_path / "backup.tar.gz")
    assert shown(Event.objects.get(slug=event.slug)) == (SHOWN, "<p><em>Be</em> kind</p>")


def test_every_hostile_text_is_saved_and_shown(client):
    owner = a_user()
    client.force_login(owner)
    event = an_event("announced")
    for name, text in hostile_texts(markdown.LONGEST - 1_000):
        storable = text.encode("utf-8", "replace").decode().replace("\x00", "")[: markdown.LONGEST]
        event.description = storable
        event.save(update_fields=["description"])
        assert client.get(event.get_absolute_url()).status_code == 200, name

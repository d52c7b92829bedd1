"""Whoever does not run an event that moderators have hidden finds none of its texts anywhere."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db import models
from django.test import Client

from accounts.models import User
from accounts.moderation.models import find_on, kind_of
from tests.config import canaries
from tests.database import standing
from tests.nasty.conftest import a_world
from tests.nasty.routes import Door, doors
from tests.tournaments.worlds import a_user
from tournaments.events.models.event_texts import TEXTS
from tournaments.models import Announcement, Event, OutgoingMail, SubmittedList
from tournaments.moderated import SHOW_TEXTS

# Of players, whom moderators hide one by one: tests/accounts/test_moderation.py.
OF_PLAYERS = {*(f"tournaments.Registration.{name}" for name in ("club", "household")), "tournaments.Crew.name"}
# Addresses of people, and what the program makes.
NO_TEXTS = {
    *("tournaments.OutgoingMail.to", "tournaments.PlayerImport.key", "tournaments.Registration.imported_line"),
    "tournaments.Draw.document",
}
pytestmark = pytest.mark.django_db


def fields_of_events() -> set[str]:
    """Every column that can hold words, of the models that lead to an event."""
    models_ = [model for model in apps.get_app_config("tournaments").get_models() if _leads_to_an_event(model)]
    labels = {model._meta.label for model in models_}
    return {name for name in canaries.fields() if name.rpartition(".")[0] in labels} - canaries.NOT_PERSONAL


def _leads_to_an_event(model: type[models.Model]) -> bool:
    if model is Event:
        return True
    up: list[Any] = [field.related_model for field in model._meta.concrete_fields if field.is_relation]
    return any(_leads_to_an_event(parent) for parent in up if parent not in (model, User) and _is_ours(parent))


def _is_ours(model: Any) -> bool:
    return bool(model._meta.app_label == "tournaments")


def test_every_text_of_an_event_is_in_the_one_list():
    listed = {f"tournaments.{texts.model}.{column}" for texts in TEXTS for column in texts.columns}
    assert fields_of_events() - OF_PLAYERS - NO_TEXTS - listed == set()
    assert listed - fields_of_events() - canaries.CARDS_AND_RULES - canaries.WRITTEN_BY_THE_PROGRAM == set()


MARK = "CanaryOfTheEvent"


def a_hidden_event() -> tuple[dict[str, Any], int]:
    """An event of two against two with a text in each column, which moderators have hidden."""
    found = a_world()
    event = Event.objects.get(slug=found.values["slug"])
    owner = User.objects.get(pk=found.person)
    Announcement.objects.create(event=event, text="x", by=owner)
    event.draws.create(number=1, seed=1, document={})
    locked = {"figures": [], "legal": True, "verdict": {}, "locked_at": event.starts_at, "commitment": "x"}
    for player in event.registrations.all():
        SubmittedList.objects.create(registration=player, **locked)
    for texts in TEXTS:
        model: Any = apps.get_model("tournaments", texts.model)
        for row in texts.of([event.pk]):
            for column in texts.columns:
                _write(row, model._meta.get_field(column))
    Event.objects.filter(pk=event.pk).update(hidden_by_moderators=True, lists_during="public")
    return found.values, a_user("outsider").pk


def _write(row: models.Model, column: Any) -> None:
    text = f"{MARK}-{row._meta.object_name}-{column.name}"
    value: Any = text[: column.max_length or None]
    if column.name == "pinned_legality":
        value = {"title": text}
    elif isinstance(column, models.JSONField):
        value = [{"note": text}] if isinstance(getattr(row, column.name), list) else {"note": text}
    type(row)._base_manager.filter(pk=row.pk).update(**{column.name: value})


@pytest.fixture(scope="module")
def hidden(django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[dict[str, Any], int]]:
    with standing(a_hidden_event, django_db_blocker) as built:
        yield built


def leaks(client: Client, door: Door, values: dict[str, Any]) -> list[str]:
    answer: Any = client.get(door.address(values), follow=True)
    shown = b"".join(answer.streaming_content) if answer.streaming else answer.content
    texts = shown.decode(errors="replace") + str(dict(answer.headers))
    return sorted(set(re.findall(MARK + r"[-\w]*", texts)))


WITH_TOKEN = [door for door in doors() if "token" in dict(door.words)]


def links(slug: str) -> list[str]:
    """The personal link and the claim link of a player without an account, and an invitation to the staff."""
    event = Event.objects.get(slug=slug)
    guest = event.registrations.create(guest_name="Gus")
    invitation = event.invitations.create(role="judge", invited_by=event.staff.get().user)
    return [guest.link_token, guest.claim_token, invitation.token]


@pytest.mark.parametrize("signed_in", [False, True])
def test_no_page_shows_strangers_a_text_of_a_hidden_event(hidden, signed_in):
    values, outsider = hidden
    client = Client(raise_request_exception=False)
    if signed_in:
        client.force_login(User.objects.get(pk=outsider))
    found = {door.name: leaks(client, door, values) for door in doors()}
    for token in links(values["slug"]):
        found |= {f"{door.name} {token}": leaks(client, door, values | {"token": token}) for door in WITH_TOKEN}
    assert {name: texts for name, texts in found.items() if texts} == {}


def test_the_shared_picture_of_a_hidden_event_ignores_its_texts(client, hidden):
    values, _outsider = hidden
    path = f"/events/{values['slug']}/picture.png"
    before = client.get(path).content
    assert before.startswith(b"\x89PNG")
    Event.objects.filter(slug=values["slug"]).update(name="Another name", place="Another place")
    assert client.get(path).content == before


def test_no_mail_with_texts_goes_to_strangers(client, hidden):
    values, outsider = hidden
    event = Event.objects.get(slug=values["slug"])
    Event.objects.filter(pk=event.pk).update(state="registration")
    client.force_login(User.objects.get(pk=outsider))
    client.post(f"/events/{event.slug}/register/", {"public_name": "Out"})
    assert not event.registrations.filter(user=outsider).exists()
    assert not OutgoingMail.objects.filter(to__startswith="outsider").exists()


def test_staff_read_all_texts_of_their_hidden_event(client, hidden):
    values, _outsider = hidden
    event = Event.objects.get(slug=values["slug"])
    client.force_login(event.staff.first().user)
    page = client.get(event.get_absolute_url()).content.decode()
    for name in ("Event-name", "Event-place", "Event-house_rules", "Announcement-text"):
        assert f"{MARK}-{name}" in page


@pytest.mark.parametrize("name", SHOW_TEXTS)
def test_each_page_with_texts_of_an_event_can_be_reported(hidden, name):
    values, outsider = hidden
    Event.objects.update(hidden_by_moderators=False)
    path = next(door.address(values) for door in doors() if door.name == name)
    found = find_on(path, User.objects.get(pk=outsider))
    assert found == Event.objects.get(slug=values["slug"])
    texts = kind_of("tournaments.event").texts(found)
    assert {f"{MARK}-Announcement-text", f"{MARK}-Event-cancelled_because"} <= set(texts)
    assert not [text for text in texts if "Penalty" in text or "guardian" in text]

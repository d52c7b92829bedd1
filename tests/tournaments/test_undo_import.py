"""A whole import is undone: its players go, except those with whom something has happened since, who are named."""

import json
import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from core.errors import Refused
from core.records.audit import AuditEntry
from core.records.mail import TO_THE_LOG
from tests.tournaments.people import Person
from tests.tournaments.worlds import a_player, a_user, an_event, staff
from tournaments.events.services.exporting import export_event
from tournaments.events.services.importing import import_event
from tournaments.models import (
    Event,
    Introduction,
    OutgoingMail,
    PlayerImport,
    Registration,
    Role,
    Seat,
    Staff,
    SubmittedList,
)
from tournaments.players.models.crews import crews_of
from tournaments.players.services import check_in as checking
from tournaments.players.services.importing import import_players, imports_to_undo, undo_import
from tournaments.players.services.registration import edit_player, withdraw

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return an_event("registration", capacity=50)


@pytest.fixture
def owner(event) -> Person:
    person = Person("owner")
    Staff.objects.create(event=event, user=person.user, role=Role.OWNER)
    return person


def imported(event: Event, who: Any, text: str) -> PlayerImport:
    import_players(event_id=event.pk, who=who, text=text)
    return event.player_imports.latest("pk")


def undone(event: Event, who: Any, own: PlayerImport) -> Any:
    return undo_import(event_id=event.pk, who=who, import_id=own.pk)


def names(event: Event) -> set[str]:
    return {player.plain_name for player in event.registrations.named()}


def test_after_an_import_there_is_one_banner(owner, event, settings):
    settings.EMAIL_BACKEND = TO_THE_LOG
    there = f"/events/{event.slug}/manage/players/"
    owner.sends(f"{there}import/", text="name\nAna\nBo", do="import")
    page = owner.sees(there)
    assert "Undo import" in page and "sends no e-mails" in page
    assert re.findall(r'class="([^"]*\bnotice\b[^"]*)"(?! data-unsent)', page) == ["messages notice"]


def test_an_import_is_undone_by_its_button(owner, event):
    a_player(event, "zoe")
    there = f"/events/{event.slug}/manage/players/"
    owner.sends(f"{there}import/", text="name\nAna\nBo\nO'Shun", do="import")
    own = event.player_imports.get()
    undo = f"{there}import/{own.pk}/undo/"
    assert undo in owner.sees(there) and undo in owner.sees(f"{there}import/")
    owner.sends(undo)
    assert names(event) == {"Zoe"}
    page = owner.sees(there)
    assert "3 players removed again: Ana, Bo, O&#x27;Shun." in page and undo not in page
    entry = AuditEntry.objects.get(action="import-undone")
    assert (entry.who, entry.after) == (owner.user, {"players": 3, "removed": ["Ana", "Bo", "O'Shun"], "kept": []})
    owner.sends(undo)  # the second press of a double click
    assert AuditEntry.objects.filter(action="import-undone").count() == 1


def test_the_same_file_comes_in_again_after_it(owner, event):
    sheet = "name;email\nAna;ana@example.org\n"
    own = imported(event, owner.user, sheet)
    assert OutgoingMail.objects.count() == 1
    undone(event, owner.user, own)
    assert not OutgoingMail.objects.exists() and not Introduction.objects.exists()
    imported(event, owner.user, sheet)
    assert names(event) == {"Ana"} and OutgoingMail.objects.count() == 1


def test_a_form_sent_again_after_it_imports_nothing(owner, event):
    there = f"/events/{event.slug}/manage/players/import/"
    owner.sends(there, text="name\nAna", do="import", once="k")
    undone(event, owner.user, event.player_imports.get())
    answer = owner.sends(there, 400, text="name\nAna", do="import", once="k")
    assert answer.context["form"].errors.as_data()["text"][0].code == "import-undone"
    assert not names(event)


def checks_in(player: Registration, who: Any) -> None:
    Event.objects.filter(pk=player.event_id).update(state="check-in")
    checking.check_in(registration=player, who=who)


def checks_in_with_all(player: Registration, who: Any) -> None:
    Event.objects.filter(pk=player.event_id).update(state="check-in")
    player.event.registrations.exclude(pk=player.pk).update(checked_in_at=timezone.now(), created_at=timezone.now())
    checking.check_in_all(event_id=player.event_id, who=who)


def submits_a_list(player: Registration, who: Any) -> None:
    SubmittedList.objects.create(registration=player, figures=[], verdict={}, legal=True)


def is_paired(player: Registration, who: Any) -> None:
    played = player.event.rounds.create(number=1, stage="swiss")
    match = played.matches.create(table=1)
    Seat.objects.create(match=match, round=played, number=0, side=0, registration=player)


def claims(player: Registration, who: Any) -> None:
    Registration.objects.filter(pk=player.pk).update(user=a_user("bo"), guest_name="")


def withdraws(player: Registration, who: Any) -> None:
    withdraw(registration=player, who=who)


def pays(player: Registration, who: Any) -> None:
    checking.mark_paid(registration=player, who=who, paid=True)


def is_edited(player: Registration, who: Any) -> None:
    edit_player(registration=player, who=who, about={"club": "Owls"})


def test_it_says_before_who_goes(owner, event):
    imported(event, owner.user, "name\nAna\nBo\nCy\nDi")
    is_edited(event.registrations.get(guest_name="Bo"), owner.user)
    withdraws(event.registrations.get(guest_name="Di"), owner.user)
    page = owner.sees(f"/events/{event.slug}/manage/players/")
    asks = "Remove 2 players again: Ana, Cy. 2 players with whom something has happened since stay."
    assert f'data-confirm="{asks}"' in page and f'name="asks" value="{asks}"' in page


def test_the_log_is_searched_for_who_was_removed(owner, event):
    own = imported(event, owner.user, "name\nÉlodie Ba\nBo")
    undone(event, owner.user, own)
    log = f"/events/{event.slug}/audit-log/?q="
    assert "Removed: Bo, Élodie Ba" in owner.sees(f"{log}elodie") and "undone" in owner.sees(f"{log}elodie")
    assert "Removed: Bo" not in owner.sees(f"{log}zoe")


@pytest.mark.parametrize("state", ["registration", "check-in", "running"])
def test_its_button_is_in_the_menu_of_the_list(owner, event, state):
    imported(event, owner.user, "name\nAna")
    Event.objects.filter(pk=event.pk).update(state=state, swiss_rounds=3)
    page = owner.sees(f"/events/{event.slug}/manage/players/")
    menu = page.partition('id="more" popover')[2].partition('id="several"')[0]
    assert menu.count("/undo/") == page.count("/undo/") == 1


SINCE = [checks_in, checks_in_with_all, submits_a_list, is_paired, claims, withdraws, pays, is_edited]


@pytest.mark.parametrize("happens", SINCE)
def test_who_has_acted_since_is_kept_and_named(owner, event, happens):
    own = imported(event, owner.user, "name\nAna\nBo\nCy")
    happens(event.registrations.get(guest_name="Bo"), owner.user)
    owner.sends(f"/events/{event.slug}/manage/players/import/{own.pk}/undo/")
    assert names(event) == {"Bo"}
    page = owner.sees(f"/events/{event.slug}/manage/players/")
    assert "2 players removed again: Ana, Cy." in page and "Kept: Bo (" in page
    kept = AuditEntry.objects.get(action="import-undone").after["kept"]
    assert kept == [event.registrations.get().pk]


def test_an_import_of_which_everybody_has_acted_stays(owner, event):
    own = imported(event, owner.user, "name\nAna")
    checks_in(event.registrations.get(), owner.user)
    assert not imports_to_undo(Event.objects.get())
    with pytest.raises(Refused) as caught:
        undone(event, owner.user, own)
    assert caught.value.code == "import-in-use"
    assert names(event) == {"Ana"}


def test_late_entries_are_undone_until_they_are_paired(owner, event):
    Event.objects.filter(pk=event.pk).update(state="running", swiss_rounds=3)
    own = imported(event, owner.user, "name\nAna\nBo")
    is_paired(event.registrations.get(guest_name="Ana"), owner.user)
    assert undone(event, owner.user, own).removed == 1
    assert names(event) == {"Ana"}


def test_nothing_is_undone_in_an_event_that_is_over(owner, event):
    own = imported(event, owner.user, "name\nAna")
    Event.objects.filter(pk=event.pk).update(state="finished")
    with pytest.raises(Refused) as caught:
        undone(event, owner.user, own)
    assert caught.value.code == "event-is-over"


def test_the_next_ones_move_up_from_the_waiting_list(owner):
    event = an_event("registration", capacity=2)
    Staff.objects.create(event=event, user=owner.user, role=Role.OWNER)
    own = imported(event, owner.user, "name\nAna\nBo")
    waits = a_player(event, "zoe", status="waiting", queued_at=timezone.now())
    undone(event, owner.user, own)
    waits.refresh_from_db()
    assert waits.status == "registered"


def test_crews_of_a_sheet_go_with_their_players(owner):
    event = an_event("registration", mode="two-v-two")
    who = staff(event)
    own = imported(event, who, "name,crew\nAna,Rays\nBo,Rays\nCy,Owls\nDi,Owls\n")
    checks_in(event.registrations.get(guest_name="Di"), who)
    undone(event, who, own)
    assert names(event) == {"Di"} and not crews_of(event) and not event.crews.exists()


def test_a_shared_address_of_who_is_kept_is_written_to(owner, event):
    own = imported(event, owner.user, "name;email\nAna;us@example.org\nBo;us@example.org\n")
    is_edited(event.registrations.get(guest_name="Bo"), owner.user)
    undone(event, owner.user, own)
    assert OutgoingMail.objects.get().registration.guest_name == "Bo"


def queries_to_undo(number: int) -> int:
    event = an_event("registration", capacity=2000)
    who = staff(event, "owner")
    own = imported(event, who, "name;email\n" + "".join(f"P{n};p{n}.{number}@example.org\n" for n in range(number)))
    with CaptureQueriesContext(connection) as queries:
        assert undone(event, who, own).removed == number
    return len(queries)


def test_its_queries_do_not_grow_with_its_players():
    assert queries_to_undo(1000) == queries_to_undo(20)


def test_imported_players_move_with_their_event(owner, event):
    imported(event, owner.user, "name\nAna\nBo")
    copy = import_event(data=json.dumps(export_event(event)).encode(), who=owner.user)
    assert names(copy) == {"Ana", "Bo"}
    assert not imports_to_undo(copy)


def test_only_who_manages_players_may_undo_it(owner, event):
    own = imported(event, owner.user, "name\nAna")
    judge = Person("judge")
    Staff.objects.create(event=event, user=judge.user, role=Role.JUDGE)
    judge.sends(f"/events/{event.slug}/manage/players/import/{own.pk}/undo/", 403)
    assert names(event) == {"Ana"}

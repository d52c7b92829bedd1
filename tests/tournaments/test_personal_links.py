"""The personal link of a player without an account does what a player may do, and nothing more."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.records.audit import AuditEntry
from tests.tournaments.people import Person
from tests.tournaments.worlds import a_player, a_round, an_event, staff
from tournaments.events.services.audit_log import describe_entries
from tournaments.models import Event, MatchState, Registration, Role, Status
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score

pytestmark = pytest.mark.django_db

LEGAL = "Queen of the Tofus\nBill Tell\nOscar Kass\nBad Aboum"
CHIP = {"score": "a:6:0:glory"}


def a_guest(event: Event, name: str = "Ana", **fields) -> Registration:
    return Registration.objects.create(event=event, guest_name=name, **fields)


def link(player: Registration, route: str = "personal", *more) -> str:
    return reverse(f"tournaments:{route}", args=[player.link_token, *more])


def opened(client: Client, player: Registration) -> str:
    answer = client.get(link(player))
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_guest_submits_and_replaces_the_list(client):
    event = an_event("registration", lists_required=True)
    guest = a_guest(event)
    assert "no team list yet" in opened(client, guest)
    assert client.post(link(guest, "personal_list"), {"text": "Bill Tell"}).status_code == 302
    assert "Replace the team list" in opened(client, guest)
    page = client.get(link(guest, "personal_list")).content.decode()
    assert "Replace list" in page
    client.post(link(guest, "personal_list"), {"text": LEGAL})
    assert guest.lists.current().get().legal
    assert guest.lists.count() == 2


def test_a_guest_checks_in(client):
    event = an_event("check-in")
    guest = a_guest(event)
    assert link(guest, "personal_check_in") in opened(client, guest)
    client.post(link(guest, "personal_check_in"))
    assert Registration.objects.get(pk=guest.pk).is_checked_in


def a_match_of_guests():
    event = an_event()
    ana, bo = a_guest(event, "Ana"), a_guest(event, "Bo")
    return ana, bo, a_round(event, (ana, bo)).matches.get()


def test_two_guests_report_and_confirm(client):
    ana, bo, match = a_match_of_guests()
    assert link(ana, "personal_report", match.pk, "report") in opened(client, ana)
    assert client.post(link(ana, "personal_report", match.pk, "report"), CHIP).status_code == 302
    page = opened(client, bo)
    assert link(bo, "personal_report", match.pk, "confirm") in page
    match.refresh_from_db()
    client.post(link(bo, "personal_report", match.pk, "confirm"), {"version": match.version})
    match.refresh_from_db()
    assert match.state == MatchState.DONE
    assert match.results.get().by is None


def test_a_guest_disputes_and_takes_back(client):
    ana, bo, match = a_match_of_guests()
    client.post(link(ana, "personal_report", match.pk, "report"), CHIP)
    match.refresh_from_db()
    client.post(link(bo, "personal_report", match.pk, "dispute"), {"version": match.version, "note": "no"})
    match.refresh_from_db()
    assert match.state == MatchState.DISPUTED
    client.post(link(ana, "personal_report", match.pk, "take-back"))
    assert match.reports.last().says == "takes-back"


def test_a_refused_report_stays_on_the_page(client):
    ana, _bo, match = a_match_of_guests()
    fields = {"outcome": "a", "glory_a": 3, "glory_b": 3, "ending": "glory"}
    answer = client.post(link(ana, "personal_report", match.pk, "report"), fields)
    assert answer.status_code == 400
    (field,) = re.findall(r'<input type="number" name="glory_a"[^>]*>', answer.content.decode())
    assert 'value="3"' in field


def test_a_guest_leaves_and_undoes_it(client):
    ana, _bo, match = a_match_of_guests()
    assert "the match is forfeited" in client.get(link(ana, "personal_leave")).content.decode()
    client.post(link(ana, "personal_leave"))
    assert Registration.objects.get(pk=ana.pk).status == Status.DROPPED
    assert link(ana, "personal_undo_leaving") in opened(client, ana)
    client.post(link(ana, "personal_undo_leaving"))
    assert Registration.objects.get(pk=ana.pk).status == Status.REGISTERED
    match.refresh_from_db()
    assert match.state == MatchState.OPEN


def test_a_link_reaches_no_match_of_others(client):
    ana, _bo, _match = a_match_of_guests()
    other = a_round(ana.event, (a_guest(ana.event, "Cy"), a_guest(ana.event, "Di"))).matches.get()
    assert client.post(link(ana, "personal_report", other.pk, "report"), CHIP).status_code == 404


def test_the_link_of_a_player_with_an_account_only_shows(client):
    event = an_event()
    ana, bo = a_player(event), a_player(event)
    match = a_round(event, (ana, bo)).matches.get()
    assert "/report/" not in opened(client, ana)
    for route, more in [("personal_report", (match.pk, "report")), ("personal_leave", ()), ("personal_list", ())]:
        assert client.post(link(ana, route, *more), CHIP).status_code == 404
    assert not match.reports.exists()


def test_the_audit_log_names_the_guest_who_acted(client):
    ana, _bo, match = a_match_of_guests()
    client.post(link(ana, "personal_report", match.pk, "report"), CHIP)
    [line] = describe_entries(AuditEntry.objects.filter(action="result-result"))
    assert (line.entry.who, line.guest) == (None, "Ana")
    page = the_owner_of(ana.event).sees(f"/events/{ana.event.slug}/audit-log/")
    assert "Ana (personal link)" in page


def the_owner_of(event: Event) -> Person:
    person = Person("keeper")
    event.staff.create(user=person.user, role=Role.OWNER)
    return person


def test_no_other_site_learns_the_link(client):
    guest = a_guest(an_event())
    answer = client.get(link(guest))
    assert answer["Referrer-Policy"] == "same-origin"
    assert "no-store" in answer["Cache-Control"]


def test_staff_do_not_act_as_the_player(client):
    ana, bo, match = a_match_of_guests()
    client.force_login(staff(ana.event, Role.SCOREKEEPER))
    assert "/report/" not in opened(client, ana)
    assert client.post(link(ana, "personal_report", match.pk, "report"), CHIP).status_code == 403
    assert client.get(link(ana, "personal_list")).url.endswith(f"/lists/{ana.pk}/hand-in/")
    assert not match.reports.exists()
    assert link(bo) in client.get(bo.get_absolute_url()).content.decode()


def test_staff_who_play_get_no_link_that_opens_a_list(client):
    ana, _bo, _match = a_match_of_guests()
    Event.objects.update(lists_required=True)
    keeper = a_player(ana.event)
    ana.event.staff.create(user=keeper.user, role=Role.SCOREKEEPER)
    client.force_login(keeper.user)
    assert link(ana) not in client.get(ana.get_absolute_url()).content.decode()


def test_staff_who_scan_a_personal_link_check_the_player_in(client):
    event = an_event("check-in")
    guest = a_guest(event)
    client.force_login(staff(event, Role.SCOREKEEPER))
    answer = client.get(link(guest))
    assert answer.url == reverse("tournaments:check_in_code", args=[event.slug, guest.link_token])
    assert "data-sends" in client.get(answer.url).content.decode()


def test_after_the_end_a_personal_link_says_the_final_rank(client):
    event = an_event()
    ana, bo = a_player(event, "ana"), a_player(event, "bo")
    match = a_round(event, (ana, bo)).matches.get()
    who = staff(event)
    enter_result(match_id=match.pk, who=who, score=Score.duel("b", 0, 3))
    here = reverse("tournaments:personal", args=[ana.link_token])
    assert "Final ranking" not in client.get(here).content.decode()
    Event.objects.update(state="finished")
    page = client.get(here).content.decode()
    assert "Final ranking" in page and "2 of 2" in page
    assert reverse("tournaments:report_page", args=[event.slug]) in page and "registered" not in page


def test_who_waits_reads_what_to_do_on_the_day(client):
    event = an_event("check-in", capacity=1)
    waiting = a_player(event, "wim", status=Status.WAITING, queued_at=timezone.now())
    client.force_login(waiting.user)
    page = client.get(event.get_absolute_url()).content.decode()
    assert "tell the staff that you are here" in page
    client.force_login(staff(event))
    start = client.get(reverse("tournaments:start", args=[event.slug])).content.decode()
    assert "1 player waits for a place" in start and "?show=waiting" in start

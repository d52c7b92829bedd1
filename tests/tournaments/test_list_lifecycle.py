"""The lists of an event: due, locked, opened, seen by whom; each rule by itself."""

import datetime as dt
import re

import pytest
from django.core import mail
from django.utils import timezone

from core.errors import Invalid, NotAllowed
from core.records.audit import AuditEntry
from tests.expected_errors import refused
from tests.tournaments.worlds import a_player, a_round, a_user, an_event, staff, undo_time_is_over
from tournaments.lists.services import legality, reminders, submission, visibility
from tournaments.mail.services.mail_queue import send_waiting
from tournaments.models import MatchState, OutgoingMail, Registration, Role, Status, SubmittedList
from tournaments.players.services import closing_lists, dropping, registration

pytestmark = pytest.mark.django_db
LEGAL = ["queen-of-the-tofus", "bill-tell", "oscar-kass", "bad-aboum"]


def listed_event(**fields):
    return an_event("registration", lists_required=True, **fields)


def test_lists_are_locked_with_commitments_and_revealed_later():
    event = listed_event(list_deadline=timezone.now() + dt.timedelta(minutes=5))
    me = a_player(event)
    first = submission.submit_list(registration=me, who=me.user, figures=LEGAL)
    second = submission.submit_list(registration=me, who=me.user, figures=["Bill Tell"])
    assert me.lists.current().get() == second
    assert me.lists.count() == 2 and not second.legal and first.figures == LEGAL
    assert closing_lists.close_due_lists().events == 0
    assert closing_lists.close_due_lists(timezone.now() + dt.timedelta(minutes=6)).events == 1
    locked = me.lists.current().get()
    assert locked.commitment == locked.commit_to() != ""
    refused("lists-locked", lambda: submission.submit_list(registration=me, who=me.user, figures=LEGAL))
    submission.reveal_lists(event)
    assert visibility.visible_list(me, a_user()) is not None


def test_an_illegal_list_drops_the_player_if_configured():
    event = listed_event(illegal_list="drop")
    me = a_player(event)
    submission.submit_list(registration=me, who=me.user, figures=["Bill Tell"])
    closing_lists.close_lists(event_id=event.pk, who=staff(event, Role.OWNER))
    assert Registration.objects.get(pk=me.pk).status == Status.WITHDRAWN


def test_locking_withdraws_nobody_who_is_seated(client):
    event = an_event("running", illegal_list="drop")
    me, opponent, late = (a_player(event) for _ in range(3))
    match = a_round(event, (me, opponent)).matches.get()
    owner = staff(event, Role.OWNER)
    for player in (me, late):
        submission.submit_list(registration=player, who=owner, figures=["Bill Tell"])
    client.force_login(owner)
    client.post(f"/events/{event.slug}/lists/lock/")
    statuses = [Registration.objects.get(pk=player.pk).status for player in (me, late)]
    assert statuses == [Status.REGISTERED, Status.WITHDRAWN]
    match.refresh_from_db()
    assert match.state == MatchState.OPEN
    logged = AuditEntry.objects.filter(action="illegal-list").order_by("pk")
    assert [entry.after["then"] for entry in logged] == ["judge", "drop"]


@pytest.mark.parametrize("state", ["registration", "running"])
def test_players_return_after_correcting_an_illegal_list(state, client):
    event = an_event(state, lists_required=True, illegal_list="drop", swiss_rounds=3)
    me, owner = a_player(event), staff(event, Role.OWNER)
    submission.submit_list(registration=me, who=me.user, figures=["Bill Tell"])
    closing_lists.close_lists(event_id=event.pk, who=owner)
    refused("list-not-legal", lambda: dropping.reinstate(registration=me, who=owner))
    client.force_login(owner)
    page = client.get(f"/events/{event.slug}/lists/").content.decode()
    assert f"/lists/{me.pk}/hand-in/" in page and 'value="reinstate"' not in page
    submission.submit_list(registration=me, who=owner, figures=LEGAL, why="one figure was missing")
    assert 'value="reinstate"' in client.get(f"/events/{event.slug}/lists/").content.decode()
    client.post(f"/events/{event.slug}/manage/players/{me.pk}/decide/", {"do": "reinstate"})
    me.refresh_from_db()
    assert (me.status, me.lists.current().get().legal) == (Status.REGISTERED, True)


def test_staff_readmit_withdrawn_players_while_places_are_free():
    event = an_event("registration", capacity=1)
    me, owner = a_player(event), staff(event, Role.OWNER)
    registration.withdraw(registration=me, who=me.user)
    undo_time_is_over(event)
    taken = a_player(event)
    me.refresh_from_db()
    refused("full", lambda: dropping.reinstate(registration=me, who=owner))
    registration.withdraw(registration=taken, who=taken.user)
    undo_time_is_over(event)
    assert dropping.reinstate(registration=me, who=owner).status == Status.REGISTERED
    refused("not-gone", lambda: dropping.reinstate(registration=me, who=owner))


def test_an_unknown_figure_is_refused_with_the_nearest_names():
    event = listed_event()
    me = a_player(event)
    with pytest.raises(Invalid) as caught:
        submission.submit_list(registration=me, who=me.user, figures=["Bil Tel"])
    assert "bill-tell" in str(caught.value.details["errors"])
    refused("list-size", lambda: submission.submit_list(registration=me, who=me.user, figures=["x"] * 10_000), Invalid)


def test_after_the_lock_only_staff_submit_lists():
    event = listed_event()
    me, judge = a_player(event), staff(event, Role.JUDGE)
    refused("not-your-role", lambda: submission.submit_list(registration=me, who=a_user(), figures=LEGAL), NotAllowed)
    closing_lists.close_lists(event_id=event.pk, who=staff(event, Role.OWNER))
    assert submission.submit_list(registration=me, who=judge, figures=LEGAL).locked_at


@pytest.mark.parametrize(
    ("during", "sees"), [("private", (False, False)), ("opponent", (True, False)), ("public", (True, True))]
)
def test_a_locked_list_is_seen_as_the_event_says(during, sees):
    event = an_event("running", lists_required=True, lists_during=during)
    me, opponent, other, another = (a_player(event) for _ in range(4))
    a_round(event, (me, opponent), (other, another))
    event.lists_locked_at = None
    event.save()
    submission.submit_list(registration=me, who=me.user, figures=LEGAL)
    assert visibility.visible_list(me, opponent.user) is None  # nothing before the lock
    closing_lists.close_lists(event_id=event.pk, who=staff(event, Role.OWNER))
    me.event.refresh_from_db()
    assert tuple(visibility.visible_list(me, who.user) is not None for who in (opponent, other)) == sees
    assert visibility.visible_list(me, staff(event, Role.JUDGE)) is not None


def test_pages_do_not_leak_closed_lists_to_opponents(client):
    event = an_event("running", lists_required=True, lists_during="private")
    me, opponent = a_player(event), a_player(event)
    match = a_round(event, (me, opponent)).matches.get()
    client.force_login(opponent.user)
    here = f"/events/{event.slug}/"
    doors = [f"/matches/{match.pk}/", f"/matches/{match.pk}/state/", here, f"{here}players/", f"{here}charts/"]
    doors += [f"{here}players/{me.pk}/", f"{here}lists/{me.pk}/", f"{here}standings/table/", f"{here}results.csv"]
    doors += [f"/api/v1/matches/{match.pk}/", f"/api/v1/events/{event.slug}/players/"]
    worlds = []
    for figures in (LEGAL, ["queen-of-the-tofus"]):
        submission.submit_list(registration=me, who=me.user, figures=figures)
        worlds.append([TOKENS.sub("", client.get(door).content.decode()) for door in doors])
    assert worlds[0] == worlds[1]


TOKENS = re.compile(r'(csrfmiddlewaretoken" value="|X-CSRFToken": "|name="once" value="|data-version=")[^"]+')


def test_equally_used_figures_are_sorted_by_name(client):
    event = listed_event()
    me = a_player(event)
    figures = ["nox", "ush", "poochan", "oscar-kass", "bill-tell", "bad-aboum", "anna-tommy", "bakara"]
    SubmittedList.objects.create(registration=me, figures=figures, legal=True, verdict={}, revealed_at=timezone.now())
    page = client.get(f"/events/{event.slug}/charts/").content.decode()
    drawn = re.findall(r'chart-head"[^>]*>([^<]+)<', page.split("Krosmasters")[-1])
    assert len(drawn) == len(figures)
    assert drawn == sorted(drawn)


def test_players_cannot_check_their_own_deck():
    event = listed_event()
    me = a_player(event)
    submitted = submission.submit_list(registration=me, who=me.user, figures=LEGAL)
    event.staff.create(user=me.user, role=Role.JUDGE)
    refused(
        "not-your-role",
        lambda: legality.check_deck(submitted=submitted, who=me.user, seen=[], outcome="matches"),
        NotAllowed,
    )
    check = legality.check_deck(submitted=submitted, who=staff(event, Role.JUDGE), seen=LEGAL, outcome="matches")
    assert check.seen == LEGAL


def test_one_click_reminds_everyone_without_a_list_and_nobody_else():
    event = listed_event()
    with_list, without = a_player(event), a_player(event)
    submission.submit_list(registration=with_list, who=with_list.user, figures=LEGAL)
    assert reminders.remind_missing(event_id=event.pk, who=staff(event, Role.OWNER)).notified == 1
    assert OutgoingMail.objects.get().to == without.email
    assert send_waiting() == 1
    assert mail.outbox[0].to == [without.email]
    assert not OutgoingMail.objects.exists()

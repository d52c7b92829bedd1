"""A page offers what can be done as the event stands, and says what must happen first."""

import datetime as dt
import re

import pytest
from django.utils import timezone

from core.pages.live import notify
from tests.tournaments.people import Person
from tests.tournaments.worlds import a_player, a_round, an_event, staff
from tournaments.models import EventState, Role, Staff, Status
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score
from tournaments.standings.services.table import standings_table

pytestmark = pytest.mark.django_db


def event_with_owner(state, **fields):
    event, owner = an_event(state, **fields), Person("owner")
    Staff.objects.create(event=event, user=owner.user, role=Role.OWNER)
    return event, owner


def test_result_entry_is_offered_from_the_first_round():
    event, owner = event_with_owner(EventState.RUNNING)
    address = f'href="/events/{event.slug}/entry/"'
    assert address not in owner.sees(f"/events/{event.slug}/run/")
    a_round(event, (a_player(event), a_player(event)))
    notify(*event.topics("rounds"))
    assert address in owner.sees(f"/events/{event.slug}/run/")


@pytest.mark.parametrize(("state", "offered"), [(EventState.RUNNING, True), (EventState.FINISHED, False)])
def test_entry_links_are_shown_only_while_usable(state, offered):
    event, owner = event_with_owner(state)
    a_round(event, (a_player(event), a_player(event)))
    here = f"/events/{event.slug}"
    pages = owner.sees(f"{here}/run/"), owner.sees(f"{here}/manage/players/")
    shown = [f'href="{here}/entry/"' in pages[0], *(f'href="{here}/manage/players/import/"' in page for page in pages)]
    assert [*shown, f'href="{here}/manage/players/add/"' in pages[1]] == [offered] * 4


def test_finished_events_refuse_imports_before_reading_them():
    event, owner = event_with_owner(EventState.FINISHED)
    answer = owner.sends(f"/events/{event.slug}/manage/players/import/", 400, text="name\nAna")
    assert answer.context["form"].has_error("__all__", "too-late-to-enter")


@pytest.mark.parametrize("status", [Status.REGISTERED, Status.WAITING])
def test_staff_can_withdraw_a_registered_player(status):
    event, owner = event_with_owner(EventState.REGISTRATION)
    player = a_player(event, status=status, queued_at=timezone.now())
    path = f"/events/{event.slug}/manage/players/"
    button = 'name="do" value="withdraw"'
    assert button in owner.sees(path)
    owner.sends(f"{path}{player.pk}/decide/", do="withdraw")
    assert button not in owner.sees(path)


@pytest.mark.parametrize("state", [EventState.DRAFT, EventState.REGISTRATION, EventState.FINISHED])
def test_nobody_is_offered_a_check_in_that_would_be_refused(state):
    event, owner = event_with_owner(state)
    player = a_player(event, checked_in_at=None)
    page = owner.sees(f"/events/{event.slug}/check-in/")
    assert 'data-code="check-in-closed"' in page
    assert f'href="/events/{event.slug}/run/"' in page
    assert row_of(page, player).count("<button") == 0
    owner.sends(f"/events/{event.slug}/check-in/{player.pk}/", 409)


def test_at_the_check_in_everybody_is_ticked_and_unticked():
    event, owner = event_with_owner(EventState.CHECK_IN)
    player = a_player(event, checked_in_at=None)
    path = f"/events/{event.slug}/check-in/"
    assert "check-in-closed" not in owner.sees(path)
    for _press in range(2):
        assert row_of(owner.sees(path), player).count("<button") == 1
        owner.sends(f"{path}{player.pk}/")


def test_absent_players_can_be_ticked_while_the_event_runs():
    event, owner = event_with_owner(EventState.RUNNING)
    late, here = a_player(event, checked_in_at=None, status=Status.ABSENT), a_player(event)
    page = owner.sees(f"/events/{event.slug}/check-in/")
    assert row_of(page, late).count("<button") == 1
    assert row_of(page, here).count("<button") == 0


def move_to(state):
    return f'name="to" value="{state}"'


def scored(event):
    """The last of its rounds, with its one result."""
    played = a_round(event, (a_player(event), a_player(event)))
    enter_result(match_id=played.matches.get().pk, who=staff(event), score=Score.duel("a", 6, 0))


def test_the_cut_is_offered_after_the_last_result():
    event, owner = event_with_owner(EventState.RUNNING, swiss_rounds=1, cut_size=2)
    here = f"/events/{event.slug}"
    page = owner.sees(f"{here}/run/")
    assert move_to("cut") not in page
    assert "Start top cut ·" in page  # when it will be possible
    owner.sends(f"{here}/move/", 409, to="cut")
    scored(event)
    assert move_to("cut") in owner.sees(f"{here}/run/")


def test_a_top_cut_that_nobody_planned_is_never_offered():
    event, owner = event_with_owner(EventState.RUNNING, swiss_rounds=1)
    scored(event)
    assert "Start top cut" not in owner.sees(f"/events/{event.slug}/run/")


def test_clinching_is_offered_during_scored_rounds_before_a_cut():
    event, owner = event_with_owner(EventState.RUNNING, swiss_rounds=3, cut_size=2)
    here, offer = f"/events/{event.slug}/standings/", "/standings/clinch/"
    a_round(event, (a_player(event), a_player(event)))
    assert offer not in owner.sees(here)
    assert owner.sends(f"{here}clinch/", 409).context["refusal"].code == "nothing-scored"
    event.rounds.all().update(state="closed")
    played = a_round(event, *[(a_player(event), a_player(event)) for _ in range(2)])
    first, last = played.matches.by_table()
    keeper = staff(event)
    enter_result(match_id=first.pk, who=keeper, score=Score.duel("a", 6, 0))
    assert offer in owner.sees(here)
    owner.sends(f"{here}clinch/")
    assert any(row.clinched for row in standings_table(event).rows)
    enter_result(match_id=last.pk, who=keeper, score=Score.duel("a", 6, 0))
    assert not any(row.clinched for row in standings_table(event).rows)
    assert "Publish who has qualified" not in owner.sees(here)


@pytest.mark.parametrize("changed", [{"state": "cut", "cut_seeds": [1, 2]}, {"cut_size": None}])
def test_clinching_is_not_offered_without_a_cut(changed):
    event, owner = event_with_owner(EventState.RUNNING, swiss_rounds=3, cut_size=2)
    scored(event)
    type(event).objects.update(**changed)
    assert "Publish who has qualified" not in owner.sees(f"/events/{event.slug}/standings/")


@pytest.mark.parametrize(("minutes_ago", "offered"), [(9, []), (11, ["a", "b", "both"])])
def test_a_no_show_is_offered_after_the_waiting_time(minutes_ago, offered):
    event, owner = event_with_owner(EventState.RUNNING, no_show_minutes=10)
    played = a_round(event, (a_player(event), a_player(event)))
    played.started_at = timezone.now() - dt.timedelta(minutes=minutes_ago)
    played.save()
    page = owner.sees(f"/matches/{played.matches.get().pk}/")
    assert re.findall(r'name="absent" value="(\w+)"', page) == offered
    assert ("Players have until" in page) is not bool(offered)


def row_of(page, player):
    return page.split(f'id="c{player.pk}"')[1].split("</tr>")[0]

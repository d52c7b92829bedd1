"""Before round 1 the organiser sees what is open; an owner is the head judge until somebody else is."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from teams.models import Pool
from tests.tournaments.people import Person
from tests.tournaments.worlds import a_player, an_event, staff
from tournaments.models import Event, Registration, Right, Role, Staff, SubmittedList, rights_of

pytestmark = pytest.mark.django_db


def staffed_by(event: Event, role: str = Role.OWNER) -> Person:
    person = Person("owner")
    Staff.objects.create(event=event, user=person.user, role=role)
    return person


def a_list(player: Registration, *, legal: bool) -> None:
    SubmittedList.objects.create(registration=player, figures=[], legal=legal, verdict={"violations": []})


@pytest.fixture
def event() -> Event:
    """Three here, of whom one list is missing and one illegal; one away; two have not paid."""
    event = an_event("check-in", entry_fee="5 €", lists_required=True, round_minutes=60, break_minutes=0)
    event.ends_at = event.starts_at + dt.timedelta(hours=1)
    event.save()
    legal, illegal, _missing = a_player(event, paid=True), a_player(event, paid=True), a_player(event)
    a_list(legal, legal=True)
    a_list(illegal, legal=False)
    a_list(a_player(event, checked_in_at=None), legal=True)
    return event


def test_the_start_shows_what_is_open_with_links(event):
    owner = staffed_by(event)
    start = f"/events/{event.slug}/start/"
    assert f'href="{start}"' in owner.sees(f"/events/{event.slug}/run/")
    page = owner.sees(start)
    for reported in (
        *("3 players are here", "1 player is not here", "1 list is missing", "1 list is not legal"),
        *("2 players have not paid", "the hall closes at"),
    ):
        assert reported in page
    for where in ("check-in/?show=away", "check-in/?show=unpaid", "lists/", "edit/"):
        assert f'href="/events/{event.slug}/{where}"' in page
    owner.sends(f"/events/{event.slug}/move/", to="running")
    event.refresh_from_db()
    assert event.state == "running"


@pytest.mark.parametrize(
    ("days", "shown"), [(0, None), (1, "in 1 day<"), (30, "in 30 days<"), (-2, "It was to begin on")]
)
def test_the_start_says_that_the_event_is_not_today(days, shown):
    event = an_event("check-in", time_zone="Pacific/Kiritimati")
    event.starts_at = timezone.localtime(timezone=event.zone).replace(hour=23) + dt.timedelta(days=days)
    event.save(update_fields=["starts_at"])
    page = staffed_by(event).sees(f"/events/{event.slug}/start/")
    assert ('data-code="day"' in page) == (shown is not None)
    if shown:
        assert shown in page
        assert date_format(event.starts_at, "j F Y") in page


def test_the_start_is_not_offered_before_two_are_here():
    event = an_event("check-in")
    page = staffed_by(event).sees(f"/events/{event.slug}/start/")
    assert "Check in at least two players" in page
    assert ">Start round 1</button>" not in page


def test_missing_and_illegal_lists_stand_on_the_dashboard(event):
    page = staffed_by(event).sees(f"/events/{event.slug}/run/")
    assert 'data-code="missing-lists"' in page
    assert 'data-code="illegal-lists"' in page


def test_an_owner_is_the_head_judge_until_somebody_else_is():
    event = an_event()
    owner = staff(event, Role.OWNER)
    assert {Right.RULE, Right.HEAR_APPEALS} <= rights_of(event, owner)
    head = staff(event, Role.HEAD_JUDGE)
    assert Right.HEAR_APPEALS not in rights_of(event, owner)
    assert Right.RULE in rights_of(event, owner)
    assert Right.HEAR_APPEALS in rights_of(event, head)
    assert Right.RULE not in rights_of(event, staff(event, Role.ORGANISER))


def test_the_judges_desk_stands_in_the_navigation_of_an_owner():
    event = an_event()
    owner = staffed_by(event)
    desk = reverse("judging:desk", args=[event.slug])
    assert f'href="{desk}"' in owner.sees(f"/events/{event.slug}/")
    owner.sees(desk)


def test_starting_round_1_leads_to_its_pairings(event):
    owner = staffed_by(event)
    start = f"/events/{event.slug}/start/"
    page = owner.client.post(start, {"once": "x"}, follow=True)
    assert page.redirect_chain == [(f"/events/{event.slug}/rounds/1/", 302)]
    assert "Publish round" in page.content.decode()
    expected = {str(message): message.level_tag for message in page.context["messages"]}
    assert [level for text, level in expected.items() if "was illegal at the deadline" in text] == ["warning"]
    assert not any("Lists locked" in text or "Rounds started" in text for text in expected)
    assert owner.sends(start, once="x").url == f"/events/{event.slug}/rounds/1/"
    owner.sends(start, 409, once="y")


def test_a_draft_starts_without_pairings_while_pools_are_open():
    event = an_event("check-in", team_format="limited", limited_kind="draft", lists_required=True, swiss_rounds=2)
    for seat in range(4):
        player = a_player(event)
        if not seat:
            player.pool = Pool.objects.create(owner=player.user, figures=["ush"])
            player.save(update_fields=["pool"])
    assert staffed_by(event).sends(f"/events/{event.slug}/start/").url == f"/events/{event.slug}/run/"
    assert not event.rounds.exists()


@pytest.mark.parametrize("planned", [None, 5])
def test_a_copy_has_the_rounds_set_before_the_start(planned):
    event = an_event("check-in", swiss_rounds=planned)
    owner = staffed_by(event)
    for _number in range(4):
        a_player(event)
    owner.sends(f"/events/{event.slug}/move/", to="running")
    assert Event.objects.get(pk=event.pk).swiss_rounds == (planned or 3)
    owner.sends(f"/events/{event.slug}/clone/", name="Again", starts_at="2030-10-05T10:00")
    assert Event.objects.get(name="Again").swiss_rounds == planned

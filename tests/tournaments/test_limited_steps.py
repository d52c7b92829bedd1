"""Pods and pools are steps of a limited event, one after the other, before its first pairings."""

import pytest
from django.utils import timezone

from teams.models import Pool
from tests.tournaments.test_next_step import step_of
from tests.tournaments.worlds import a_player, a_user, an_event, staff
from tournaments.events.services.editing import preset
from tournaments.lifecycle.services.next_step import LimitedStep, StepKind
from tournaments.lifecycle.services.transitions import change_event_state
from tournaments.lists.services import pods
from tournaments.models import Event

pytestmark = pytest.mark.django_db


def a_draft(state: str = "check-in", **fields) -> Event:
    event = an_event(state, team_format="limited", limited_kind="draft", pod_rounds=1, swiss_rounds=3, **fields)
    for _seat in range(6):
        a_player(event)
    return event


def locked_pools(event: Event) -> None:
    for player in event.registrations.all():
        player.pool = Pool.objects.create(owner=player.user, figures=["ush"], state="locked", locked_at=timezone.now())
        player.save()


def test_a_template_draft_pairs_round_1_inside_its_pods():
    found = preset("draft")
    assert found is not None
    _game, template = found
    assert template.fields["pod_rounds"] >= 1


def test_pods_come_then_seats_then_pools_then_the_start():
    event = a_draft(lists_required=True)
    who = staff(event)
    assert step_of(event).prepare == LimitedStep.DRAW_PODS
    pods.draw_pods(event_id=event.pk, who=who)
    late = a_player(event)
    assert step_of(event).prepare == LimitedStep.SEAT_PLAYERS
    pods.seat_late_player(event, late, who=who)
    assert step_of(event).prepare == LimitedStep.LOCK_POOLS
    locked_pools(event)
    assert step_of(event).kind == StepKind.TRANSITION
    change_event_state(event_id=event.pk, who=who, to="running")
    assert step_of(event).kind == StepKind.PAIR


def test_pools_kept_on_paper_are_no_step():
    event = a_draft()
    pods.draw_pods(event_id=event.pk, who=staff(event))
    assert step_of(event).kind == StepKind.TRANSITION


def test_pods_are_drawn_when_enough_players_are_here():
    event = a_draft()
    event.registrations.update(checked_in_at=None)
    assert step_of(event).kind == StepKind.TRANSITION


def test_the_dashboard_leads_to_pods_and_pools(client):
    event = a_draft(lists_required=True)
    client.force_login(staff(event))
    run = f"/events/{event.slug}/run/"
    assert f'href="/events/{event.slug}/pods/">Draw pods</a>' in client.get(run).content.decode()
    client.post(f"/events/{event.slug}/pods/draw/", {"once": "a"})
    shown = client.get(run).content.decode()
    assert "0 of 6 pools are locked." in shown
    assert f'href="/events/{event.slug}/pools/">Enter and lock pools</a>' in shown


def test_a_running_draft_can_be_paired_without_its_pools(client):
    event = a_draft("running", lists_required=True)
    client.force_login(staff(event))
    client.post(f"/events/{event.slug}/pods/draw/", {"once": "a"})
    assert ">Pair next round</button>" in client.get(f"/events/{event.slug}/run/").content.decode()
    client.post(f"/events/{event.slug}/rounds/pair/", {"once": "b"})
    assert event.rounds.count() == 1


def test_each_row_of_the_pools_offers_its_next_step(client):
    event = an_event("check-in", team_format="limited", limited_kind="sealed")
    players = [a_player(event) for _seat in range(4)]
    for player, state in zip(players, ("open", "registered", "locked"), strict=False):
        at = timezone.now() if state == "locked" else None
        player.pool = Pool.objects.create(owner=player.user, figures=["ush"], state=state, locked_at=at)
        player.save()
    client.force_login(staff(event))
    page = client.get(f"/events/{event.slug}/pools/").content.decode()
    for offer in ("Register pool</a>", "Check and lock pool</a>", "View pool</a>", "Create pool</button>"):
        assert page.count(offer) == 1, offer


def test_the_pool_table_names_in_full_who_registered_them(client):
    event = an_event("check-in", team_format="limited", limited_kind="sealed")
    owner, minor = a_player(event), a_user("nina ray", is_minor=True)
    owner.pool = Pool.objects.create(owner=owner.user, registered_by=minor, figures=["ush"], state="registered")
    owner.save()
    client.force_login(staff(event))
    assert ">Nina Ray</td>" in client.get(f"/events/{event.slug}/pools/").content.decode()


def test_pools_on_paper_do_not_hold_up_the_rounds():
    event = a_draft("running", lists_required=True)
    pods.draw_pods(event_id=event.pk, who=staff(event))
    assert step_of(event).kind == StepKind.PAIR

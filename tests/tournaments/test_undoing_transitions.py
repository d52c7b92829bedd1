"""An event that was moved on too early goes back, and is what it was, while nothing of the new stage is out."""

import pytest
from django.urls import reverse

from core.models import AuditEntry
from tests.tournaments.worlds import a_player, an_event, staff
from tournaments.lifecycle.services.transitions import change_event_state
from tournaments.lists.services import submission
from tournaments.models import Event, Registration, Role, Round, RoundState, Stage, Status
from tournaments.players.services import check_in, registration
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score
from tournaments.rounds.services import pairing, publishing

pytestmark = pytest.mark.django_db
LEGAL = ["queen-of-the-tofus", "bill-tell", "oscar-kass", "bad-aboum"]


@pytest.fixture
def begun():
    """Two have checked in, one has not, one waited for approval; the rounds were begun with lists open until then."""
    event = an_event("check-in", lists_required=True, illegal_list="drop", capacity=4)
    owner = staff(event, Role.OWNER)
    for status, here in (("registered", True), ("registered", True), ("registered", False), ("pending", False)):
        player = a_player(event, status=status, **({} if here else {"checked_in_at": None}))
        submission.submit_list(registration=player, who=player.user, figures=LEGAL)
    before = as_it_is(event)
    change_event_state(event_id=event.pk, who=owner, to="running")
    assert as_it_is(event) != before
    return event, owner, before


@pytest.fixture
def in_the_cut():
    event = an_event("running", swiss_rounds=1, cut_size=4)
    owner = staff(event, Role.OWNER)
    for _ in range(5):
        a_player(event)
    publishing.publish_round(round_id=pairing.pair_round(event_id=event.pk, who=owner).pk, who=owner)
    for match in Round.objects.get(event=event).matches.undecided():
        enter_result(match_id=match.pk, who=owner, score=Score.duel("a", 6, 0))
    before = as_it_is(event)
    change_event_state(event_id=event.pk, who=owner, to="cut")
    return event, owner, before


def as_it_is(event):
    kept = [*Event.objects.filter(pk=event.pk).values()]
    kept += event.registrations.values()
    kept += event.rounds.values()
    for player in event.registrations.all():
        kept += player.lists.values("locked_at", "commitment", "legal")
    return kept


def back(client, event, owner, to, key=""):
    client.force_login(owner)
    return client.post(reverse("tournaments:move", args=[event.slug]), {"to": to, "once": key})


def offered(client, event, owner) -> str:
    client.force_login(owner)
    return client.get(reverse("tournaments:run", args=[event.slug])).content.decode()


def code_of(answer) -> str:
    assert answer.status_code == 409
    return answer.context["refusal"].code


def test_undoing_the_start_restores_the_check_in(client, begun):
    event, owner, before = begun
    assert 'value="check-in"' in offered(client, event, owner)
    assert back(client, event, owner, "check-in").status_code == 302
    assert as_it_is(event) == before
    entry = AuditEntry.objects.filter(action="event-moved").first()
    assert (entry.who, entry.before, entry.after) == (owner, "running", "check-in")


def test_undoing_the_start_discards_unpublished_pairings(client, begun):
    event, owner, before = begun
    pairing.pair_round(event_id=event.pk, who=owner)
    back(client, event, owner, "check-in")
    assert as_it_is(event) == before


def test_undoing_the_start_readmits_players_with_illegal_lists(client):
    event = an_event("check-in", lists_required=True, illegal_list="drop")
    owner, player = staff(event, Role.OWNER), a_player(event)
    a_player(event), a_player(event)
    submission.submit_list(registration=player, who=player.user, figures=LEGAL[:2])
    change_event_state(event_id=event.pk, who=owner, to="running")
    assert Registration.objects.get(pk=player.pk).status == Status.WITHDRAWN
    back(client, event, owner, "check-in")
    assert Registration.objects.get(pk=player.pk).status == Status.REGISTERED


def test_undoing_the_start_keeps_late_entries_as_regular_players(client, begun):
    event, owner, _before = begun
    absent = event.registrations.filter(status=Status.ABSENT).earliest("pk")
    check_in.check_in(registration=absent, who=owner)
    back(client, event, owner, "check-in")
    absent.refresh_from_db()
    assert (absent.status, absent.is_checked_in, absent.is_late) == (Status.REGISTERED, True, False)


def test_the_start_is_not_undone_without_enough_places(client, begun):
    event, owner, _before = begun
    registration.add_player(event_id=event.pk, who=owner, about={"guest_name": "Eve"})
    assert code_of(back(client, event, owner, "check-in")) == "full"
    assert 'value="check-in"' not in offered(client, event, owner)


def test_rounds_that_are_published_or_played_hold_the_event(client, begun):
    event, owner, _before = begun
    unpublished = pairing.pair_round(event_id=event.pk, who=owner)
    publishing.publish_round(round_id=unpublished.pk, who=owner)
    assert code_of(back(client, event, owner, "check-in")) == "round-is-out"
    assert 'value="check-in"' not in offered(client, event, owner)
    enter_result(match_id=unpublished.matches.first().pk, who=owner, score=Score.duel("a", 6, 0))
    assert code_of(back(client, event, owner, "check-in")) == "round-has-begun"


def test_an_unpublished_round_does_not_block_undoing(client, begun):
    event, owner, before = begun
    unpublished = pairing.pair_round(event_id=event.pk, who=owner)
    publishing.publish_round(round_id=unpublished.pk, who=owner)
    publishing.unpublish_round(round_id=unpublished.pk, who=owner, why="too early")
    back(client, event, owner, "check-in")
    assert as_it_is(event) == before


def test_a_second_tab_repeats_no_transition(client, begun):
    event, owner, before = begun
    back(client, event, owner, "check-in", key="tab")
    assert back(client, event, owner, "check-in", key="tab").status_code == 302
    assert code_of(back(client, event, owner, "check-in", key="another")) == "no-such-move"
    assert as_it_is(event) == before


@pytest.mark.parametrize("role", [Role.SCOREKEEPER, Role.HEAD_JUDGE, Role.JUDGE])
def test_only_staff_with_edit_rights_undo_transitions(client, begun, role):
    event, _owner, _before = begun
    assert back(client, event, staff(event, role), "check-in").status_code == 403
    event.refresh_from_db()
    assert event.state == "running"


def test_undoing_the_cut_removes_seeds_and_reopens_the_round(client, in_the_cut):
    event, owner, before = in_the_cut
    assert 'value="running"' in offered(client, event, owner)
    assert back(client, event, owner, "running").status_code == 302
    assert as_it_is(event) == before
    assert AuditEntry.objects.filter(action="draft-discarded", who=owner).count() == 1
    change_event_state(event_id=event.pk, who=owner, to="cut")
    assert Round.objects.filter(event=event, stage=Stage.CUT, state=RoundState.UNPUBLISHED).count() == 1


def test_a_cut_whose_first_round_is_published_goes_on(client, in_the_cut):
    event, owner, _before = in_the_cut
    publishing.publish_round(round_id=event.rounds.cut().get().pk, who=owner)
    assert code_of(back(client, event, owner, "running")) == "round-is-out"
    event.refresh_from_db()
    assert (event.state, len(event.cut_seeds)) == ("cut", 4)


def test_the_cut_is_left_once_from_two_tabs(client, in_the_cut):
    event, owner, before = in_the_cut
    back(client, event, owner, "running", key="tab")
    back(client, event, owner, "running", key="tab")
    assert code_of(back(client, event, owner, "running", key="another")) == "no-such-move"
    assert as_it_is(event) == before


def test_players_who_dropped_can_return_after_undoing(client, begun):
    event, owner, _before = begun
    player = event.registrations.filter(status=Status.REGISTERED).earliest("pk")
    decide = reverse("tournaments:decide", args=[event.slug, player.pk])
    client.force_login(owner)
    client.post(decide, {"do": "drop"})
    back(client, event, owner, "check-in")
    assert 'value="reinstate"' in client.get(reverse("tournaments:manage_players", args=[event.slug])).content.decode()
    client.post(decide, {"do": "reinstate"})
    player.refresh_from_db()
    assert player.status == Status.REGISTERED

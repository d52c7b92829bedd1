"""The organiser sees the one thing that comes next, from the first announcement to the archive."""

import pytest
from django.urls import reverse

from tests.tournaments.worlds import a_player, an_event, staff
from tournaments.lifecycle.services.next_step import NextStep, StepKind, next_step
from tournaments.lifecycle.services.transitions import change_event_state
from tournaments.models import EventState, Match, Role, Round
from tournaments.results.services.entry import enter_result
from tournaments.results.services.scores import Score
from tournaments.rounds.services import pairing, publishing

pytestmark = pytest.mark.django_db


def step_of(event) -> NextStep:
    event.refresh_from_db()
    return next_step(event, Round.objects.filter(event=event).order_by("-number").first())


def published(event, keeper) -> None:
    unpublished = Round.objects.filter(event=event).order_by("-number")[0]
    assert step_of(event).kind == StepKind.REVIEW_PAIRINGS
    publishing.publish_round(round_id=unpublished.pk, who=keeper)


def played(event, keeper) -> None:
    published(event, keeper)
    for match in Match.objects.filter(round__event=event).undecided():
        assert step_of(event).kind == StepKind.ENTER_RESULTS
        enter_result(match_id=match.pk, who=keeper, score=Score.duel("a", 6, 0))


def paired(event, keeper) -> None:
    assert step_of(event).kind == StepKind.PAIR
    pairing.pair_round(event_id=event.pk, who=keeper)


@pytest.mark.parametrize(
    ("state", "to"),
    [
        ("draft", "announced"),
        ("announced", "registration"),
        ("registration", "check-in"),
        ("check-in", "running"),
        ("finished", "archived"),
        ("cancelled", "archived"),
    ],
)
def test_before_and_after_rounds_the_next_step_is_a_transition(state, to):
    assert step_of(an_event(state)) == NextStep(StepKind.TRANSITION, EventState(to))


def test_nothing_is_left_to_do_with_an_archived_event():
    assert step_of(an_event("archived")) == NextStep(StepKind.NOTHING)


def test_without_a_cut_the_last_round_leads_to_the_end():
    event = an_event("running", swiss_rounds=1)
    keeper = staff(event, Role.OWNER)
    for _ in range(2):
        a_player(event)
    paired(event, keeper)
    played(event, keeper)
    assert step_of(event) == NextStep(StepKind.TRANSITION, EventState.FINISHED)


def test_the_cut_is_paired_until_the_bracket_is_complete(client):
    event = an_event("running", swiss_rounds=1, cut_size=4)
    keeper = staff(event, Role.OWNER)
    for _ in range(4):
        a_player(event)
    paired(event, keeper)
    played(event, keeper)
    assert step_of(event) == NextStep(StepKind.TRANSITION, EventState.CUT)
    change_event_state(event_id=event.pk, who=keeper, to="cut")
    played(event, keeper)
    client.force_login(keeper)
    page = client.get(reverse("tournaments:run", args=[event.slug])).content.decode()
    assert reverse("tournaments:pair", args=[event.slug]) in page
    paired(event, keeper)
    played(event, keeper)
    assert step_of(event) == NextStep(StepKind.TRANSITION, EventState.FINISHED)

"""A whole event through the services, by many hands in any order: whatever they do, the state stays right.

Refusals are answers, so a step that is refused is fine as long as it is the services' own refusal and leaves nothing
behind. EVENT_EXAMPLES=500 looks harder.
"""

import os
from collections import Counter
from unittest import mock

import pytest
from django.db.models import Count
from hypothesis import Phase, settings
from hypothesis.stateful import invariant, run_state_machine_as_test

from tests.tournaments.random_actions import RandomActions
from tournaments.cut.services.bracket import bracket_of
from tournaments.models import Match, Result, Round, RoundState, Seat, Stage
from tournaments.players.services.places import places_taken
from tournaments.standings.services.ranking import standings

WORTH = {"a": (3, 0), "b": (0, 3), "draw": (1, 1), "both-lose": (0, 0)}


class EventThroughServices(RandomActions):
    @invariant()
    def what_was_done_is_in_the_audit_log_and_stays(self):
        self.event.refresh_from_db()
        assert self.audit_log() >= self.written
        self.written = self.audit_log()

    @invariant()
    def no_match_has_two_results(self):
        twice = Result.objects.current().values("match").annotate(n=Count("pk")).filter(n__gt=1)
        assert not twice.exists()

    @invariant()
    def a_match_is_done_when_it_has_a_result(self):
        played = Match.objects.filter(round__event=self.event, bye=False)
        decided = set(Result.objects.current().values_list("match", flat=True))
        assert {match.pk for match in played if match.is_done} == {match.pk for match in played} & decided

    @invariant()
    def nobody_sits_twice_and_every_table_has_two_seats(self):
        for drawn in Round.objects.filter(event=self.event):
            seats = Seat.objects.filter(round=drawn).values_list("match", "number", "side")
            numbers = [range(1, 2 if match.bye else 3) for match in drawn.matches.order_by("pk")]
            paired = zip(drawn.matches.order_by("pk"), numbers, strict=True)
            assert sorted(seats) == [(match.pk, n, n) for match, of_match in paired for n in of_match]
            players = list(drawn.seats.values_list("registration", flat=True))
            assert len(set(players)) == len(players)

    @invariant()
    def no_table_stands_twice(self):
        for drawn in Round.objects.filter(event=self.event):
            tables = [table for table in drawn.matches.values_list("table", flat=True) if table is not None]
            assert len(set(tables)) == len(tables)

    @invariant()
    def nobody_is_in_beyond_the_places(self):
        self.event.refresh_from_db()  # more places let in at once who waits for one
        assert places_taken(self.event) <= self.event.capacity

    @invariant()
    def who_plays_on_is_present(self):
        if self.event.is_playing:
            assert not self.event.registrations.registered().filter(checked_in_at__isnull=True).exists()

    @invariant()
    def rounds_follow_each_other_and_only_the_last_is_open(self):
        states = list(Round.objects.filter(event=self.event).order_by("number").values_list("number", "state"))
        assert [number for number, _state in states] == list(range(1, len(states) + 1))
        assert all(state == RoundState.CLOSED for _number, state in states[:-2])
        assert RoundState.UNPUBLISHED not in [state for _number, state in states[:-1]]

    @invariant()
    def a_closed_round_is_decided(self):
        assert not Match.objects.filter(round__event=self.event, round__state=RoundState.CLOSED).undecided().exists()

    @invariant()
    def who_has_left_waits_at_no_table(self):
        waiting = Match.objects.filter(round__event=self.event, bye=False).public().undecided()
        assert all(player.can_play for match in waiting.named() for player in match.seats())

    @invariant()
    def points_are_what_the_results_gave(self):
        given = Counter()
        swiss = Result.objects.current().filter(match__round__event=self.event, match__round__stage=Stage.SWISS)
        for result in swiss.select_related("match"):
            given.update(dict(zip((result.match.a_id, result.match.b_id), WORTH[result.outcome], strict=True)))
        byes = Match.objects.filter(round__event=self.event, round__stage=Stage.SWISS, bye=True)
        given.update({row.a_id: 3 for row in byes.exclude(round__state=RoundState.UNPUBLISHED)})
        seen = {int(row.player): row.points for row in standings(self.event)}
        assert seen == {player: given[player] for player in seen}

    @invariant()
    def the_bracket_can_be_drawn_from_the_results(self):
        drawn = bracket_of(self.event)
        assert self.event.state != "finished" or drawn is None or drawn.is_over


LOOKED_AT = int(os.environ.get("EVENT_EXAMPLES", "4"))


def with_examples(number: int) -> settings:
    """Not shrunk: each step asks the database, and the steps as they came can be read."""
    return settings(max_examples=number, stateful_step_count=40, deadline=None, database=None, phases=[Phase.generate])


@pytest.mark.ci
@pytest.mark.django_db
def test_random_actions_keep_the_event_consistent():
    run_state_machine_as_test(EventThroughServices, settings=with_examples(LOOKED_AT))


@pytest.mark.ci
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("guard", "planted"),
    [
        ("tournaments.players.services.registration.places_left", lambda event: 1),
        ("tournaments.rounds.services.pairing._refuse_pairing_now", lambda event, last: None),
    ],
)
def test_a_removed_guard_is_detected(guard, planted):
    """The control: a machine that finds nothing here would prove nothing above."""
    with mock.patch(guard, planted), pytest.raises(AssertionError):
        one_bug = settings(with_examples(60), derandomize=True, report_multiple_bugs=False)
        run_state_machine_as_test(EventThroughServices, settings=one_bug)

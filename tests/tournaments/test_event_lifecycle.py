"""Registration, waiting list, check-in, late entries, drops and the clock: each rule of an event by itself."""

import datetime as dt

import pytest
from django.utils import timezone

from core.errors import Invalid
from tests.expected_errors import refused
from tests.tournaments.worlds import a_match, a_player, a_round, a_user, an_event, staff, undo_time_is_over
from tournaments.events.services import editing
from tournaments.lifecycle.services import transitions
from tournaments.models import DuelOutcome, EventState, Match, Registration, Result, Role, Status
from tournaments.players.services import check_in, dropping, penalties, registration
from tournaments.results.services import entry, reporting, scores
from tournaments.rounds.services import pairing, publishing, timer
from tournaments.standings.services.pairing_input import records_of

pytestmark = pytest.mark.django_db
LEGAL = ["queen-of-the-tofus", "bill-tell", "oscar-kass", "bad-aboum"]


@pytest.mark.parametrize("state", EventState.values)
def test_only_allowed_transitions_are_possible(state):
    event = an_event(state)
    owner = staff(event, Role.OWNER)
    for to in set(EventState.values) - set(event.transitions):
        refused("no-such-move", lambda to=to: transitions.change_event_state(event_id=event.pk, who=owner, to=to))


def test_a_withdrawal_promotes_the_first_in_the_queue():
    event = an_event("registration", capacity=1)
    first, second, third = (registration.register(event_id=event.pk, who=a_user()) for _ in range(3))
    assert [row.status for row in (first, second, third)] == ["registered", "waiting", "waiting"]
    registration.withdraw(registration=first, who=first.user)
    assert Registration.objects.get(pk=second.pk).status == Status.WAITING
    undo_time_is_over(event)
    assert Registration.objects.get(pk=second.pk).status == Status.REGISTERED
    again = registration.register(event_id=event.pk, who=first.user)
    assert (again.pk, again.status) == (first.pk, "waiting")
    assert list(event.registrations.waiting()) == [third, again]


def test_capacity_changes_promote_the_queue_or_are_refused():
    event = an_event("registration", capacity=1)
    owner = staff(event, Role.OWNER)
    for _ in range(3):
        registration.register(event_id=event.pk, who=a_user())
    editing.edit_event(event_id=event.pk, who=owner, changes={"capacity": 2})
    assert event.registrations.registered().count() == 2
    call = lambda: editing.edit_event(event_id=event.pk, who=owner, changes={"capacity": 1})  # noqa: E731
    refused("more-players-than-places", call)


def test_format_and_tie_breaks_are_fixed_from_round_one():
    event = an_event("running")
    owner = staff(event, Role.OWNER)
    for change in ({"tie_breaks": ["wins"]}, {"points_win": 2}, {"team_format": "limited"}):
        refused("fixed-at-the-start", lambda c=change: editing.edit_event(event_id=event.pk, who=owner, changes=c))


def test_a_minor_needs_a_guardian_where_the_event_asks():
    event = an_event("registration", asks_guardian=True)
    child = a_user(is_minor=True)
    refused("guardian-missing", lambda: registration.register(event_id=event.pk, who=child), Invalid)
    assert registration.register(event_id=event.pk, who=child, about={"guardian": "Parent"}).pk


def test_no_shows_return_as_late_entries():
    event = an_event("check-in")
    owner = staff(event, Role.OWNER)
    here, there, late = a_player(event), a_player(event), a_player(event, checked_in_at=None)
    transitions.change_event_state(event_id=event.pk, who=owner, to="running")
    late.refresh_from_db()
    assert late.status == Status.ABSENT
    a_round(event, (here, there))
    late = check_in.check_in(registration=late, who=owner)
    assert (late.status, late.entered_round) == (Status.REGISTERED, 2)
    assert [game.why for game in records_of(event)[late.pk].games] == ["missed"]


def test_players_check_in_themselves_once_staff_have_opened_it():
    event = an_event("registration")
    me = a_player(event, checked_in_at=None)
    refused("check-in-closed", lambda: check_in.check_in(registration=me, who=me.user))
    transitions.change_event_state(event_id=event.pk, who=staff(event), to="check-in")
    assert check_in.check_in(registration=me, who=me.user).is_checked_in


def test_drops_forfeit_and_reinstated_players_missed_the_rounds_between():
    event = an_event("running", swiss_rounds=3)
    keeper = staff(event)
    a, b, c, d = (a_player(event) for _ in range(4))
    a_round(event, (a, b), (c, d))
    dropping.drop(registration=a, who=a.user)
    result = Result.objects.get(match__seat_rows__registration=a)
    assert (result.outcome, result.ending) == (DuelOutcome.B, "drop")
    Match.objects.filter(round__event=event).exclude(results__isnull=False).update(state="done")
    a_round(event, (b, c), (d, None))
    dropping.reinstate(registration=a, who=keeper)
    assert [game.why for game in records_of(event)[a.pk].games] == ["drop", "missed"]


def test_a_round_with_a_departed_player_is_not_published():
    event = an_event("running", swiss_rounds=3)
    keeper = staff(event)
    players = [a_player(event) for _ in range(4)]
    unpublished_round = pairing.pair_round(event_id=event.pk, who=keeper)
    dropping.drop(registration=players[0], who=players[0].user)
    refused("not-playing", lambda: publishing.publish_round(round_id=unpublished_round.pk, who=keeper))
    again = pairing.pair_again(round_id=unpublished_round.pk, who=keeper, why="x")
    publishing.publish_round(round_id=again.pk, who=keeper)


def test_a_round_is_unpublished_only_before_it_starts():
    event = an_event("running", swiss_rounds=3)
    keeper = staff(event)
    for _ in range(4):
        a_player(event)
    unpublished_round = pairing.pair_round(event_id=event.pk, who=keeper)
    publishing.publish_round(round_id=unpublished_round.pk, who=keeper)
    publishing.unpublish_round(round_id=unpublished_round.pk, who=keeper, why="wrong hall")
    publishing.publish_round(round_id=unpublished_round.pk, who=keeper)
    match = Match.objects.named().filter(round=unpublished_round).first()
    reporting.report_result(match_id=match.pk, who=match.a.user, score=scores.Score.duel("a", 1, 0))
    call = lambda: publishing.unpublish_round(round_id=unpublished_round.pk, who=keeper, why="too late")  # noqa: E731
    refused("round-has-begun", call)


def test_the_timer_does_not_run_while_paused():
    match = a_match()
    keeper, played = staff(match.round.event), match.round
    played = timer.start_timer(played=played, who=keeper)
    played.started_at -= dt.timedelta(minutes=10)
    played.save()
    played = timer.pause_timer(played=played, who=keeper)
    later = timezone.now() + dt.timedelta(hours=1)
    assert played.seconds_left(later) == pytest.approx(50 * 60, abs=5)
    played.paused_at -= dt.timedelta(minutes=5)
    played.save()
    played = timer.resume_timer(played=played, who=keeper)
    assert played.paused_seconds == pytest.approx(300, abs=5)


def test_an_empty_seat_loses_only_after_the_announced_minutes():
    match = a_match()
    keeper = staff(match.round.event)
    timer.start_timer(played=match.round, who=keeper)
    refused("not-yet", lambda: entry.no_show(match_id=match.pk, who=keeper, absent="b"))
    later = timezone.now() + dt.timedelta(minutes=11)
    settled = entry.no_show(match_id=match.pk, who=keeper, absent="b", now=later)
    assert settled.results.current().get().outcome == DuelOutcome.A


def test_penalties_escalate_and_revoked_ones_do_not_count():
    event = an_event("running", penalty_ladder=["caution", "warning", "match-loss"])
    judge, player = staff(event, Role.JUDGE), a_player(event)
    assert penalties.proposed_penalty(player) == "caution"
    first = penalties.apply_penalty(registration=player, who=judge, kind="caution", why="late")
    assert penalties.proposed_penalty(player) == "warning"
    penalties.revoke_penalty(penalty=first, who=judge, why="the clock was wrong")
    assert penalties.proposed_penalty(player) == "caution"
    refused("penalty-not-standing", lambda: penalties.revoke_penalty(penalty=first, who=judge, why="again"))


@pytest.mark.parametrize(
    ("given", "proposed"),
    [
        ("", "caution"),
        ("caution", "warning"),
        ("caution caution", "game-loss"),
        ("game-loss", "match-loss"),
        ("game-loss caution", "match-loss"),
        ("disqualification", "disqualification"),
        ("disqualification game-loss", "disqualification"),
    ],
)
def test_the_next_step_comes_after_the_heaviest_one_reached(given, proposed):
    event = an_event("running")
    judge, player = staff(event, Role.JUDGE), a_player(event)
    for kind in given.split():
        penalties.apply_penalty(registration=player, who=judge, kind=kind, why="late")
    assert penalties.proposed_penalty(player) == proposed


def test_no_lighter_penalty_is_proposed_than_already_given():
    event = an_event("running", penalty_ladder=["caution", "caution", "warning"])
    judge, player = staff(event, Role.JUDGE), a_player(event)
    seen = []
    for kind in ("caution", "caution", "match-loss"):
        penalties.apply_penalty(registration=player, who=judge, kind=kind, why="late")
        seen.append(penalties.proposed_penalty(player))
    assert seen == ["caution", "warning", "match-loss"]

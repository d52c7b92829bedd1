"""The hazards of two people at once, on SQLite as on PostgreSQL, each with its negative control."""

import contextlib
import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from tests.tournaments.races import Interruption, at_once, both_wait_after, error_codes, is_clean, no_lock
from tests.tournaments.worlds import a_player, a_round, a_user, an_event, staff
from tournaments.corrections.services import correction
from tournaments.events.services import staffing
from tournaments.models import Event, EventState, Match, MatchState, Registration, Result, Round, RoundState, Status
from tournaments.players.services import dropping, registration
from tournaments.results.services import entry, reporting
from tournaments.results.services.scores import Score
from tournaments.rounds.services import pairing, publishing, re_pairing

pytestmark = pytest.mark.django_db(transaction=True)
A_WINS, B_WINS = Score.duel("a", 4, 0), Score.duel("b", 0, 4)


@dataclasses.dataclass
class Hazard:
    """Two calls, the place where both could stand with the same view, and whether all is well afterwards."""

    gate: str
    calls: list[Callable[[], Any]]
    is_well: Callable[[list[Any]], bool]
    interrupts: bool = False  # the second call comes while the first stands at the gate; else both come to it


def players(event: Event, count: int) -> list[Registration]:
    return [a_player(event) for _ in range(count)]


def one_match(event: Event) -> Match:
    return a_round(event, (a_player(event), a_player(event))).matches.with_players().get()


def a_round_paired_twice() -> Hazard:
    event = an_event(swiss_rounds=3)
    organiser = staff(event)
    players(event, 4)
    return Hazard(
        "tournaments.rounds.services.pairing._refuse_pairing_now",
        [lambda: pairing.pair_round(event_id=event.pk, who=organiser)] * 2,
        lambda answers: error_codes(answers) == ["draft-exists"] and event.rounds.count() == 1,
    )


def one_form_sent_twice() -> Hazard:
    event = an_event(swiss_rounds=3)
    organiser = staff(event)
    players(event, 4)
    return Hazard(
        "tournaments.rounds.services.pairing._refuse_pairing_now",
        [lambda: pairing.pair_round(event_id=event.pk, who=organiser, key="form-1")] * 2,
        lambda answers: error_codes(answers) == [] and event.rounds.count() == 1 and answers[0] == answers[1],
    )


def two_results_for_one_match() -> Hazard:
    event = an_event()
    one, other = staff(event), staff(event)
    match = one_match(event)

    def enter(who: Any, score: Score) -> Match:
        return entry.enter_result(match_id=match.pk, who=who, score=score, seen_version=1)

    return Hazard(
        "tournaments.results.services.entry.require_version",
        [lambda: enter(one, A_WINS), lambda: enter(other, B_WINS)],
        lambda answers: len(error_codes(answers)) == 1 and match.results.current().count() == 1,
    )


def both_players_report_the_same() -> Hazard:
    event = an_event()
    match = one_match(event)
    ana, bo = User.objects.filter(registrations__in=[seat.pk for seat in match.seats()])
    return Hazard(
        "tournaments.results.services.reporting._open_seat",
        [
            lambda: reporting.report_result(match_id=match.pk, who=ana, score=A_WINS),
            lambda: reporting.report_result(match_id=match.pk, who=bo, score=A_WINS),
        ],
        lambda answers: (
            error_codes(answers) == []
            and Match.objects.get(pk=match.pk).state == MatchState.DONE
            and match.results.count() == 1
            and Match.objects.get(pk=match.pk).version == 3
        ),
    )


def two_swaps_in_one_draft() -> Hazard:
    event = an_event(swiss_rounds=3)
    organiser = staff(event)
    a, b, c, d, e, f = players(event, 6)
    unpublished_round = a_round(event, (a, b), (c, d), (e, f), state=RoundState.UNPUBLISHED)

    def swap(first: Registration, second: Registration) -> Round:
        return re_pairing.swap(
            round_id=unpublished_round.pk, who=organiser, first=first.pk, second=second.pk, why="asked", seen_version=1
        )

    def everyone_sits_once(answers: list[Any]) -> bool:
        seated = [pk for match in unpublished_round.matches.all() for pk in (match.a_id, match.b_id)]
        return error_codes(answers) == ["stale"] and len(set(seated)) == 6 == unpublished_round.seats.count()

    return Hazard(
        "tournaments.rounds.services.re_pairing.require_version",
        [lambda: swap(a, c), lambda: swap(a, e)],
        everyone_sits_once,
    )


def published_before_all_results() -> Hazard:
    event = an_event(swiss_rounds=3)
    organiser = staff(event)
    a, b, c, d = players(event, 4)
    first = a_round(event, (a, b), (c, d))
    replayed = first.matches.get(table=1)
    for match in first.matches.all():
        entry.enter_result(match_id=match.pk, who=organiser, score=A_WINS)
    unpublished_round = a_round(event, (a, c), (b, d), state=RoundState.UNPUBLISHED)

    def no_gap_below_a_published_round(_answers: list[Any]) -> bool:
        is_out = Round.objects.get(pk=unpublished_round.pk).state == RoundState.PUBLISHED
        return not (is_out and first.matches.undecided().exists())

    return Hazard(
        "tournaments.rounds.services.pairing.refuse_unless_decided",
        [
            lambda: publishing.publish_round(round_id=unpublished_round.pk, who=organiser),
            lambda: correction.reopen_match(match_id=replayed.pk, who=organiser, why="replay"),
        ],
        no_gap_below_a_published_round,
        interrupts=True,
    )


def two_corrections_of_one_result() -> Hazard:
    event = an_event()
    one, other = staff(event), staff(event)
    match = one_match(event)
    entry.enter_result(match_id=match.pk, who=one, score=A_WINS)

    def correct(who: Any, score: Score) -> Match:
        return correction.correct_result(match_id=match.pk, who=who, score=score, why="typed wrong", seen_version=2)

    return Hazard(
        "tournaments.corrections.services.correction.require_version",
        [lambda: correct(one, B_WINS), lambda: correct(other, Score.duel("a", 2, 0))],
        lambda answers: (
            error_codes(answers) == ["stale"]
            and Result.objects.filter(match=match).count() == 2
            and match.results.current().count() == 1
        ),
    )


def a_drop_while_the_round_is_published() -> Hazard:
    event = an_event(swiss_rounds=3)
    organiser = staff(event)
    a, b, c, d = players(event, 4)
    unpublished_round = a_round(event, (a, b), (c, d), state=RoundState.UNPUBLISHED)

    def nobody_waits_for_who_left(_answers: list[Any]) -> bool:
        open_matches = Match.objects.of(a).undecided().filter(round__state=RoundState.PUBLISHED)
        return Registration.objects.get(pk=a.pk).status == Status.DROPPED and not open_matches.exists()

    return Hazard(
        "tournaments.rounds.services.publishing.refuse_bad_round",
        [
            lambda: publishing.publish_round(round_id=unpublished_round.pk, who=organiser),
            lambda: dropping.drop(registration=a, who=organiser),
        ],
        nobody_waits_for_who_left,
        interrupts=True,
    )


def two_for_the_last_place() -> Hazard:
    event = an_event(EventState.REGISTRATION, capacity=2, has_waiting_list=False)
    a_player(event)
    newcomers = [a_user(), a_user()]
    return Hazard(
        "tournaments.players.services.registration.places_left",
        [lambda who=who: registration.register(event_id=event.pk, who=who) for who in newcomers],  # type: ignore[misc]
        lambda answers: error_codes(answers) == ["full"] and event.registrations.holding_a_place().count() == 2,
    )


def one_player_registers_twice() -> Hazard:
    event = an_event(EventState.REGISTRATION)
    newcomer = a_user()
    return Hazard(
        "tournaments.players.services.registration._set_fields",
        [lambda: registration.register(event_id=event.pk, who=newcomer)] * 2,
        lambda answers: error_codes(answers) == ["already-registered"] and event.registrations.count() == 1,
    )


def published_and_drawn_again() -> Hazard:
    event = an_event(swiss_rounds=3)
    organiser = staff(event)
    players(event, 16)
    unpublished_round = pairing.pair_round(event_id=event.pk, who=organiser)
    looked_at = set(unpublished_round.matches.pairs())

    def what_is_out_was_looked_at(answers: list[Any]) -> bool:
        now = Round.objects.get(pk=unpublished_round.pk)
        is_same = set(unpublished_round.matches.pairs()) == looked_at
        return len(error_codes(answers)) == 1 and (now.state == RoundState.UNPUBLISHED or is_same)

    return Hazard(
        "tournaments.rounds.services.publishing.require_version",
        [
            lambda: publishing.publish_round(
                round_id=unpublished_round.pk, who=organiser, seen_version=unpublished_round.version
            ),
            lambda: pairing.pair_again(
                round_id=unpublished_round.pk, who=organiser, why="x", seen_version=unpublished_round.version
            ),
        ],
        what_is_out_was_looked_at,
        interrupts=True,
    )


def one_invitation_accepted_by_two() -> Hazard:
    event = an_event()
    invitation = staffing.invite(event=event, who=staff(event, "owner"), role="judge")
    friends = [a_user(), a_user()]
    return Hazard(
        "tournaments.models.StaffInvitation.is_open",
        [lambda who=who: staffing.accept_invitation(token=invitation.token, who=who) for who in friends],  # type: ignore[misc]
        lambda answers: error_codes(answers) == ["invitation-used"] and event.staff.filter(role="judge").count() == 1,
    )


HAZARDS = [
    a_round_paired_twice,
    one_form_sent_twice,
    two_results_for_one_match,
    both_players_report_the_same,
    two_swaps_in_one_draft,
    published_before_all_results,
    two_corrections_of_one_result,
    a_drop_while_the_round_is_published,
    two_for_the_last_place,
    one_player_registers_twice,
    published_and_drawn_again,
    one_invitation_accepted_by_two,
]


def all_is_well(hazard: Hazard, guard: Callable[[], Any]) -> bool:
    if hazard.interrupts:
        interruption = Interruption(hazard.gate)
        with interruption.armed(), guard():
            answers = at_once(hazard.calls[0], interruption.meanwhile(hazard.calls[1]))
    else:
        with both_wait_after(hazard.gate), guard():
            answers = at_once(*hazard.calls)
    return is_clean(answers) and hazard.is_well(answers)


@pytest.mark.parametrize("hazard", HAZARDS, ids=lambda hazard: hazard.__name__)
def test_with_the_lock_concurrent_actions_are_safe(hazard):
    assert all_is_well(hazard(), contextlib.nullcontext)


@pytest.mark.parametrize("hazard", HAZARDS, ids=lambda hazard: hazard.__name__)
def test_without_the_lock_concurrent_actions_fail(hazard):
    assert not all_is_well(hazard(), no_lock)

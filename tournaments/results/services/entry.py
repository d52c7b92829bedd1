"""The result that counts: entered by the staff, set by a rule after a no-show or a drop, or corrected."""

import datetime as dt
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid, NotAllowed, Refused
from core.pages import live
from core.records.audit import record
from tournaments.base.services.locking import claim_form_key, match_lock, require, require_version
from tournaments.models import DuelOutcome, Ending, Match, MatchState, Registration, Result, Right, Stage, account_of
from tournaments.results.services.player_reports import current_reports_details, reopened_state
from tournaments.results.services.scores import (
    NEEDS_A_WINNER,
    Score,
    checked_score,
    describe_score,
    refuse_other_kind,
)

OTHER_PAIRINGS = _("The pairings have changed since this line was typed. Compare it with the slip and save it again.")
LOSES = {"a": DuelOutcome.B, "b": DuelOutcome.A, "both": DuelOutcome.BOTH_LOSE}


def enter_result(
    *, match_id: int, who: User, score: Score, seen_version: int | None = None, pairings: str = "", key: str = ""
) -> Match:
    """Enter a result from a slip. A settled match is refused, because it needs a correction; so is a result for other
    pairings than those that its page showed (`Round.pairings_key`)."""
    with match_lock(match_id) as match:
        require_neutral_staff(match, who)
        if not claim_form_key(match.round.event, key, "enter"):
            return match
        if pairings and pairings != match.round.pairings_key:
            raise Refused("other-pairings", OTHER_PAIRINGS)
        refuse_closed_round(match)
        refuse_settled(match)
        refuse_other_kind(score, match)
        submitted = {"asked": score.fields(), "sent": describe_score(match, score.fields())}
        require_version(match, seen_version, **submitted, **current_reports_details(match))
        return settle(match, checked_score(score, match), source=Result.Source.STAFF, by=who)


def settle_by_rule(match: Match, *, outcome: str, ending: str, who: User, why: str) -> Match:
    """Settle an open match after a no-show or a drop. Call under the event's lock."""
    return settle(match, Score.duel(outcome=outcome, ending=ending), source=Result.Source.SYSTEM, by=who, why=why)


def waited_until(match: Match) -> dt.datetime | None:
    """Return the end of the waiting time; None before the timer has started."""
    begins = match.round.started_at
    return begins and begins + dt.timedelta(minutes=match.round.event.no_show_minutes)


def waiting_is_over(match: Match, now: dt.datetime | None = None) -> bool:
    until = waited_until(match)
    return until is not None and until <= (now or timezone.now())


def no_show(*, match_id: int, who: User, absent: str, now: dt.datetime | None = None) -> Match:
    """Record a no-show. `absent` is the missing side: "a", "b" or "both"."""
    with match_lock(match_id) as match:
        require(match.round.event, who, Right.ENTER_RESULTS, Right.RULE)
        if seat_of(match, who):
            raise NotAllowed("own-match", _("You are playing this match: ask another judge."))
        if match.format.plays_on:
            text = _("The others play on: enter their result, with “did not come” for the absent player.")
            raise Refused("table-plays-on", text)
        if absent not in LOSES or match.is_bye:
            raise Invalid("unknown-side", _("Choose the absent player."))
        refuse_settled(match)
        refuse_closed_round(match)
        if not waiting_is_over(match, now):
            raise Refused("not-yet", _("The waiting time for a player is not over yet."))
        if absent == "both" and match.round.stage == Stage.CUT:
            raise Invalid("bracket-needs-a-winner", NEEDS_A_WINNER)
        return settle_by_rule(match, outcome=LOSES[absent], ending=Ending.NO_SHOW, who=who, why=str(_("no-show")))


def undo_forfeit(match: Match, *, who: User) -> None:
    """Reopen the match of a player who came back, unless it was decided otherwise or the next round is paired."""
    drops = match.results.current().filter(source=Result.Source.SYSTEM, ending=Ending.DROP)
    is_last = not match.round.event.rounds.filter(number__gt=match.round.number).exists()
    before = current_score(match)
    if match.round.is_open and is_last and drops.update(superseded_at=timezone.now()):
        match.state = reopened_state(match)
        record("match-reopened", who=who, subject=match, scope=match.round.event, before=before)
        save_changed_match(match)


def amend_result(*, match: Match, who: User, score: Score, why: str, source: str = Result.Source.STAFF) -> Match:
    """Replace the current result by the corrected one, and keep the old row. Call under the event's lock."""
    require_neutral_staff(match, who)
    if not why.strip():
        raise Invalid("reason-missing", _("A correction needs a reason."))
    refuse_bye(match)
    return settle(match, checked_score(score, match), source=source, by=who, why=why)


def refuse_closed_round(match: Match) -> None:
    """Refuse unless the round is published and the next one is not: only then can results be entered."""
    if not match.round.is_open:
        raise Refused("round-not-open", _("This round is not open for results."))


def refuse_settled(match: Match) -> None:
    """Refuse a match that has a result, because it needs a correction."""
    if match.is_done:
        raise Refused("already-settled", _("This match already has a final result."), **current_result_details(match))


def refuse_bye(match: Match) -> None:
    if match.is_bye:
        raise Refused("bye-has-no-result", _("A bye has no result to correct."))


def current_result_details(match: Match) -> dict[str, Any]:
    """Return the current result for error responses, as data and as text."""
    score = current_score(match)
    return {"now": score, "stands": describe_score(match, score) if score else ""}


def seat_of(match: Match, who: User) -> Registration | None:
    """Return the registration of the user in this match, if any."""
    return next((seat for seat in match.players() if seat.belongs_to(who)), None)


def require_neutral_staff(match: Match, who: User) -> None:
    """Refuse staff who play this match themselves: they report like other players."""
    require(match.round.event, who, Right.ENTER_RESULTS, Right.RULE)
    if seat_of(match, who):
        raise NotAllowed("own-match", _("You are playing this match: report the result as a player."))


def current_score(match: Match) -> dict[str, Any] | None:
    current = match.results.current().first()
    return current.score() if current else None


def settle(match: Match, score: Score, *, source: str, by: Any, why: str = "") -> Match:
    before = current_score(match)
    match.results.current().update(superseded_at=timezone.now())
    result = Result(
        match=match, source=source, by=account_of(by), why=why, is_correction=before is not None, **score.columns()
    )
    result.refuse_senseless(match)
    result.save()
    match.state = MatchState.DONE
    action = "result-corrected" if before else "result-settled"
    record(action, who=by, subject=match, scope=match.round.event, before=before, after=score.fields(), why=why)
    return save_changed_match(match)


def save_changed_match(match: Match) -> Match:
    match.version += 1
    match.save(update_fields=["state", "version"])
    players = [seat.topic for seat in match.players()]
    live.notify(match.topic, *players, *match.round.event.topics("results", "standings"))
    return match

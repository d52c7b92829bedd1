"""The result that counts: entered by the staff, set by a rule, corrected."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core import live
from core.audit import record
from core.errors import Invalid, NotAllowed, Refused
from tournaments.models import Match, MatchState, Registration, Result, Right
from tournaments.services.base.locking import match_lock, require, unchanged_since
from tournaments.services.results.player_reports import what_they_say
from tournaments.services.results.scores import Score, checked, told


def enter_result(*, match_id: int, who: User, score: Score, seen_version: int | None = None) -> Match:
    """A scorekeeper types the slip. A settled match is not entered over: that is a correction."""
    with match_lock(match_id) as match:
        staff_of_others(match, who)
        if not match.round.is_open:
            raise Refused("round-not-open", _("This round is not open for results."))
        refuse_settled(match)
        sent = {"asked": score.fields(), "sent": told(match, score.fields())}
        unchanged_since(match, seen_version, **sent, **what_they_say(match))
        return settle(match, checked(score, match), source=Result.Source.STAFF, by=who)


def settle_by_rule(match: Match, *, outcome: str, ending: str, who: User, why: str) -> Match:
    """A no-show or a drop decides an open match. Call under the event's lock."""
    return settle(match, Score(outcome=outcome, ending=ending), source=Result.Source.SYSTEM, by=who, why=why)


def amend_result(*, match: Match, who: User, score: Score, why: str, source: str = Result.Source.STAFF) -> Match:
    """The corrected result takes the place of the standing one; the old row stays. Call under the event's lock."""
    staff_of_others(match, who)
    if not why.strip():
        raise Invalid("reason-missing", _("A correction needs a reason."))
    refuse_bye(match)
    return settle(match, checked(score, match), source=source, by=who, why=why)


def refuse_settled(match: Match) -> None:
    """A result that stands is corrected, not entered over."""
    if match.is_done:
        raise Refused("already-settled", _("This match already has a final result."), **what_stands(match))


def refuse_bye(match: Match) -> None:
    if match.is_bye:
        raise Refused("bye-has-no-result", _("A bye has no result to correct."))


def what_stands(match: Match) -> dict[str, Any]:
    """For programs the score, for people a sentence."""
    score = current_score(match)
    return {"now": score, "stands": told(match, score) if score else ""}


def seat_of(match: Match, who: User) -> Registration | None:
    """The registration with which the user sits at this match."""
    return next((seat for seat in match.seats() if seat.belongs_to(who)), None)


def staff_of_others(match: Match, who: User) -> None:
    """Staff who play enter no result of their own match: they report like everyone (a conflict of interest)."""
    require(match.round.event, who, Right.ENTER_RESULTS, Right.RULE)
    if seat_of(match, who):
        raise NotAllowed("own-match", _("You are playing this match: report the result as a player."))


def current_score(match: Match) -> dict[str, Any] | None:
    standing = match.results.standing().first()
    return standing.score() if standing else None


def settle(match: Match, score: Score, *, source: str, by: Any, why: str = "") -> Match:
    before = current_score(match)
    match.results.standing().update(superseded_at=timezone.now())
    Result.objects.create(
        match=match, source=source, by=by, why=why, is_correction=before is not None, **score.fields()
    )
    match.state = MatchState.DONE
    action = "result-corrected" if before else "result-settled"
    record(action, who=by, subject=match, scope=match.round.event, before=before, after=score.fields(), why=why)
    return changed(match)


def changed(match: Match) -> Match:
    match.version += 1
    match.save(update_fields=["state", "version"])
    players = [seat.topic for seat in match.seats()]
    live.notify(match.topic, *players, *match.round.event.topics("results", "standings"))
    return match

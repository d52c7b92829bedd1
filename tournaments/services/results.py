"""From what players say to what counts: two equal reports, or one report confirmed, settle a match."""

import dataclasses
from collections.abc import Mapping
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import live
from accounts.errors import Invalid, NotAllowed, Refused
from accounts.journal import record
from accounts.models import User
from tournaments.models import (
    Ending,
    Match,
    MatchState,
    Outcome,
    Registration,
    Result,
    ResultReport,
    Right,
    Stage,
)
from tournaments.models.results import MOST_GLORY
from tournaments.services.safety import match_lock, require, unchanged_since

Says = ResultReport.Says


@dataclasses.dataclass(frozen=True)
class Score:
    """Who won with what; `a` and `b` are the seats of the match."""

    outcome: str
    glory_a: int = 0
    glory_b: int = 0
    ending: str = Ending.GLORY

    def fields(self) -> dict[str, Any]:
        return dataclasses.asdict(self)


def checked(score: Score, match: Match | None = None) -> Score:
    """Refuses what no game can end with; a tie of the bracket must have a winner."""
    if match and match.round.stage == Stage.CUT and score.outcome not in {Outcome.A, Outcome.B}:
        raise Invalid("bracket-needs-a-winner", _("In the top cut every match has a winner."))
    if score.outcome not in Outcome.values or score.ending not in Ending.values:
        raise Invalid("unknown-outcome", _("There is no such result."))
    if not all(0 <= glory <= MOST_GLORY for glory in (score.glory_a, score.glory_b)):
        raise Invalid("glory-out-of-range", _("GG go from 0 to %(most)s.") % {"most": MOST_GLORY})
    if score.ending == Ending.INTENTIONAL_DRAW and (score.outcome != Outcome.DRAW or score.glory_a or score.glory_b):
        raise Invalid("intentional-draw-has-no-glory", _("An intentional draw is a draw without GG."))
    if score.ending == Ending.GLORY and not _won_by_glory(score):
        raise Invalid(
            "glory-needs-a-loser-without", _("Who wins by glory has GG left, and the loser has none (1.4.1).")
        )
    return score


def _won_by_glory(score: Score) -> bool:
    mine, theirs = (score.glory_a, score.glory_b) if score.outcome == Outcome.A else (score.glory_b, score.glory_a)
    return score.outcome in {Outcome.A, Outcome.B} and mine > 0 and theirs == 0


# --- players -----------------------------------------------------------------------------------------------------


def report_result(*, match_id: int, who: User, score: Score) -> Match:
    """The word of one player. It settles the match when the other has said the same."""
    with match_lock(match_id) as match:
        seat = _open_seat(match, who)
        return _say(match, seat, who, Says.RESULT, checked(score, match))


def confirm_result(*, match_id: int, who: User, seen_version: int) -> Match:
    """The other player agrees with what he saw; a report changed meanwhile is not confirmed unseen."""
    with match_lock(match_id) as match:
        seat = _open_seat(match, who)
        unchanged_since(match, seen_version, **_what_they_say(match))
        claim = standing_claims(match).get("b" if match.side_of(seat) == "a" else "a")
        if claim is None:
            raise Refused("nothing-to-confirm", _("The other player has not reported a result."))
        return _say(match, seat, who, Says.AGREES, Score(**claim))


def dispute_result(*, match_id: int, who: User, seen_version: int, note: str = "") -> Match:
    with match_lock(match_id) as match:
        seat = _open_seat(match, who)
        unchanged_since(match, seen_version, **_what_they_say(match))
        claim = standing_claims(match).get("b" if match.side_of(seat) == "a" else "a")
        if claim is None:
            raise Refused("nothing-to-dispute", _("The other player has not reported a result."))
        return _say(match, seat, who, Says.DISPUTES, Score(**claim), note)


def take_back_report(*, match_id: int, who: User) -> Match:
    """Undo, as long as the match is not settled."""
    with match_lock(match_id) as match:
        seat = _open_seat(match, who)
        mine = match.reports.filter(by=seat).last()
        if mine is None or mine.says == Says.TAKES_BACK:
            raise Refused("nothing-to-take-back", _("You have not reported a result."))
        return _say(match, seat, who, Says.TAKES_BACK, Score(**mine.score()))


def _open_seat(match: Match, who: User) -> Registration:
    seat = seat_of(match, who)
    if seat is None:
        raise NotAllowed("not-your-match", _("Only the two players of this match can do this."))
    if not match.round.is_open:
        raise Refused("round-not-open", _("This round is not open for results."))
    refuse_settled(match)
    return seat


def refuse_settled(match: Match) -> None:
    """A result that stands is corrected, not entered over."""
    if match.is_done:
        raise Refused("already-settled", _("The result of this match is settled."), **what_stands(match))


def what_stands(match: Match) -> dict[str, Any]:
    """For programs the score, for people a sentence."""
    score = current_score(match)
    return {"now": score, "stands": told(match, score) if score else ""}


def _what_they_say(match: Match) -> dict[str, Any]:
    claims = standing_claims(match)
    names = {"a": match.a.shown_name, "b": match.b.shown_name if match.b else ""}
    return {"now": claims, "stands": "; ".join(f"{names[side]}: {told(match, claims[side])}" for side in claims)}


def told(match: Match, score: Mapping[str, Any]) -> str:
    """As one says it across a table; a form may hold an outcome that is none."""
    outcome = dict(Outcome.choices).get(score["outcome"], "")
    return f"{match.a.shown_name} {score['glory_a']} : {score['glory_b']} {match.b and match.b.shown_name}, {outcome}"


def seat_of(match: Match, who: User) -> Registration | None:
    """The registration with which the user sits at this match."""
    return next((seat for seat in match.seats() if seat.belongs_to(who)), None)


def standing_claims(match: Match) -> dict[str, dict[str, Any]]:
    """What each side ("a", "b") says now; a side that said nothing, disputes or took back is left out."""
    last = {match.side_of(report.by): report for report in match.reports.select_related("by")}
    return {side: report.score() for side, report in last.items() if report.says in {Says.RESULT, Says.AGREES}}


def is_disputed(match: Match) -> bool:
    last = {report.by_id: report.says for report in match.reports.all()}
    claims = list(standing_claims(match).values())
    return Says.DISPUTES in last.values() or (len(claims) == 2 and claims[0] != claims[1])


def _say(match: Match, seat: Registration, who: User, says: str, score: Score, note: str = "") -> Match:
    ResultReport.objects.create(match=match, by=seat, says=says, note=note[:300], **score.fields())
    event = match.round.event
    record(f"result-{says}", who=who, subject=match, scope=event, after=score.fields())
    match.state = _state_by_what_is_said(match)
    if match.is_done:
        return _settle(match, score, source=Result.Source.PLAYERS, by=who)
    return _changed(match)


def _state_by_what_is_said(match: Match) -> MatchState:
    if is_disputed(match):
        return MatchState.DISPUTED
    return (MatchState.OPEN, MatchState.REPORTED, MatchState.DONE)[len(standing_claims(match))]


# --- staff and rules -------------------------------------------------------------------------------------------


def enter_result(*, match_id: int, who: User, score: Score, seen_version: int | None = None) -> Match:
    """A scorekeeper types the slip. A settled match is not entered over: that is a correction."""
    with match_lock(match_id) as match:
        staff_of_others(match, who)
        if not match.round.is_open:
            raise Refused("round-not-open", _("This round is not open for results."))
        refuse_settled(match)
        sent = {"asked": score.fields(), "sent": told(match, score.fields())}
        unchanged_since(match, seen_version, **sent, **_what_they_say(match))
        return _settle(match, checked(score, match), source=Result.Source.STAFF, by=who)


def settle_by_rule(match: Match, *, outcome: str, ending: str, who: User, why: str) -> Match:
    """A no-show or a drop decides an open match. Call under the event's lock."""
    return _settle(match, Score(outcome=outcome, ending=ending), source=Result.Source.SYSTEM, by=who, why=why)


def amend_result(*, match: Match, who: User, score: Score, why: str, source: str = Result.Source.STAFF) -> Match:
    """The corrected result takes the place of the standing one; the old row stays. Call under the event's lock."""
    staff_of_others(match, who)
    if not why.strip():
        raise Invalid("reason-missing", _("A correction needs a reason."))
    if match.is_bye:
        raise Refused("bye-has-no-result", _("A bye has no result to correct."))
    return _settle(match, checked(score, match), source=source, by=who, why=why)


def reopen_match(*, match_id: int, who: User, why: str) -> Match:
    """The game is played again: the result no longer stands, the reports are taken back in the players' names."""
    with match_lock(match_id) as match:
        staff_of_others(match, who)
        if not match.round.is_open:
            raise Refused("round-not-open", _("This round is closed; correct the result instead."))
        before = current_score(match)
        match.results.standing().update(superseded_at=timezone.now())
        for report in last_words(match):
            if report.says != Says.TAKES_BACK:
                ResultReport.objects.create(match=match, by=report.by, says=Says.TAKES_BACK, **report.score())
        match.state = MatchState.OPEN
        record("match-reopened", who=who, subject=match, scope=match.round.event, before=before, why=why)
        return _changed(match)


def put_back(match: Match, *, result: Result | None, words: list[ResultReport], who: User, why: str) -> Match:
    """What stood before a judge ruled stands again: that result, or none and what the players had said.

    Call under the event's lock.
    """
    staff_of_others(match, who)
    if result is not None:
        return _settle(match, Score(**result.score()), source=Result.Source.RULING, by=who, why=why)
    before = current_score(match)
    match.results.standing().update(superseded_at=timezone.now())
    now = {report.by_id: report.says for report in last_words(match)}
    for report in words:
        if report.says != now[report.by_id] == Says.TAKES_BACK:
            said = {"by": report.by, "says": report.says, "note": report.note, **report.score()}
            ResultReport.objects.create(match=match, **said)
    match.state = _state_by_what_is_said(match)
    record("match-reopened", who=who, subject=match, scope=match.round.event, before=before, why=why)
    return _changed(match)


def last_words(match: Match) -> list[ResultReport]:
    """What each side said last."""
    return list({report.by_id: report for report in match.reports.select_related("by")}.values())


def staff_of_others(match: Match, who: User) -> None:
    """Staff who play enter no result of their own match: they report like everyone (a conflict of interest)."""
    require(match.round.event, who, Right.ENTER_RESULTS, Right.RULE)
    if seat_of(match, who):
        raise NotAllowed("own-match", _("You play this match yourself: report it as a player."))


def current_score(match: Match) -> dict[str, Any] | None:
    standing = match.results.standing().first()
    return standing.score() if standing else None


def _settle(match: Match, score: Score, *, source: str, by: Any, why: str = "") -> Match:
    before = current_score(match)
    match.results.standing().update(superseded_at=timezone.now())
    Result.objects.create(
        match=match, source=source, by=by, why=why, is_correction=before is not None, **score.fields()
    )
    match.state = MatchState.DONE
    action = "result-corrected" if before else "result-settled"
    record(action, who=by, subject=match, scope=match.round.event, before=before, after=score.fields(), why=why)
    return _changed(match)


def _changed(match: Match) -> Match:
    match.version += 1
    match.save(update_fields=["state", "version"])
    live.touch(match.topic, *match.round.event.topics("results", "standings"))
    return match

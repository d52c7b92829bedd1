"""Player reports: a match is settled when all sides report the same, or the others confirm one report."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import NotAllowed, Refused
from core.records.audit import record
from tournaments.base.services.locking import match_lock, require_version
from tournaments.models import Match, Registration, Result, ResultReport
from tournaments.results.services.entry import refuse_closed_round, refuse_settled, save_changed_match, seat_of, settle
from tournaments.results.services.player_reports import (
    confirmations_at_the_end,
    current_reports_details,
    latest_reports,
    reported_by_others,
    state_from_reports,
)
from tournaments.results.services.scores import Score, checked_score, read_score

NOTHING_REPORTED = _("Nobody else at the table has reported a result, or their reports differ.")


def report_result(*, match_id: int, who: User, score: Score) -> Match:
    """Report a result. It settles the match if the other player has reported the same."""
    with match_lock(match_id) as match:
        seat = _open_seat(match, who)
        return _add_report(match, seat, who, ResultReport.Kind.RESULT, checked_score(score, match))


def confirm_result(*, match_id: int, who: User, seen_version: int) -> Match:
    """Confirm the opponent's report; refused if it has changed since the page was loaded."""
    with match_lock(match_id) as match:
        seat = _open_seat(match, who)
        reported = reported_by_others(match, seat)
        if reported is not None and _has_reported(match, seat, ResultReport.Kind.AGREES, read_score(reported), ""):
            return match
        _require_report_seen(match, seen_version)
        if reported is None:
            raise Refused("nothing-to-confirm", NOTHING_REPORTED)
        return _add_report(match, seat, who, ResultReport.Kind.AGREES, read_score(reported))


def dispute_result(*, match_id: int, who: User, seen_version: int, note: str = "") -> Match:
    with match_lock(match_id) as match:
        seat = _open_seat(match, who)
        reported = reported_by_others(match, seat)
        if reported is not None and _has_reported(match, seat, ResultReport.Kind.DISPUTES, read_score(reported), note):
            return match
        _require_report_seen(match, seen_version)
        if reported is None:
            raise Refused("nothing-to-dispute", NOTHING_REPORTED)
        return _add_report(match, seat, who, ResultReport.Kind.DISPUTES, read_score(reported), note)


def take_back_report(*, match_id: int, who: User) -> Match:
    """Withdraw one's own report, as long as the match is not settled."""
    with match_lock(match_id) as match:
        seat = _open_seat(match, who)
        mine = match.reports.current().filter(by=seat).last()
        if mine is None or mine.says == ResultReport.Kind.TAKES_BACK:
            raise Refused("nothing-to-take-back", _("You have not reported a result."))
        return _add_report(match, seat, who, ResultReport.Kind.TAKES_BACK, read_score(mine.score()))


def _require_report_seen(match: Match, seen_version: int) -> None:
    """Refuse if the report has changed since it was shown. Confirmations by others at a larger table do not change
    it."""
    if not match.version - confirmations_at_the_end(match) <= seen_version <= match.version:
        require_version(match, seen_version, **current_reports_details(match))


def _open_seat(match: Match, who: User) -> Registration:
    seat = seat_of(match, who)
    if seat is None:
        raise NotAllowed("not-your-match", _("Only the players of this match can do this."))
    refuse_closed_round(match)
    refuse_settled(match)
    if match.format.plays_on and not seat.can_play:
        raise Refused("you-have-left", _("You have left the event: the others at the table report its result."))
    return seat


def has_reported(match: Match, who: User, score: Score) -> bool:
    """Whether the player's latest report is this result."""
    seat = seat_of(match, who)
    return seat is not None and _has_reported(match, seat, ResultReport.Kind.RESULT, score, "")


def _has_reported(match: Match, seat: Registration, says: str, score: Score, note: str) -> bool:
    """Whether the player's latest report is the same, as after a double click."""
    last = next((report for report in latest_reports(match) if report.by_id == seat.pk), None)
    return last is not None and (last.says, last.score(), last.note) == (says, score.fields(), note[:300])


def _add_report(match: Match, seat: Registration, who: User, says: str, score: Score, note: str = "") -> Match:
    report = ResultReport(match=match, by=seat, says=says, note=note[:300], **score.columns())
    report.refuse_senseless(match)
    report.save()
    event = match.round.event
    record(f"result-{says}", who=who, subject=match, scope=event, after=score.fields())
    match.state = state_from_reports(match)
    if match.is_done:
        return settle(match, score, source=Result.Source.PLAYERS, by=who)
    return save_changed_match(match)

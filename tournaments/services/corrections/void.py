"""A game is played again: its result and what was said of it are set aside, and put back as they were said."""

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.audit import record
from core.errors import Refused
from tournaments.models import Match, MatchState, Result, ResultReport
from tournaments.services.base.locking import match_lock
from tournaments.services.results.entry import (
    current_score,
    refuse_bye,
    require_neutral_staff,
    save_changed_match,
    settle,
)
from tournaments.services.results.player_reports import latest_reports, state_from_reports
from tournaments.services.results.scores import Score
from tournaments.services.rounds.repairing import discard_outdated_round


def reopen_match(*, match_id: int, who: User, why: str) -> Match:
    """Nothing is said in the players' names: their words stay as they were spoken, and count no more."""
    with match_lock(match_id) as match:
        require_neutral_staff(match, who)
        refuse_bye(match)
        if not match.round.is_open:
            raise Refused("round-not-open", _("This round is closed: correct the result instead."))
        before = current_score(match)
        match.results.current().update(superseded_at=timezone.now())
        match.reports.current().update(set_aside_at=timezone.now())
        match.state = MatchState.OPEN
        record("match-reopened", who=who, subject=match, scope=match.round.event, before=before, why=why)
        discard_outdated_round(match, who=who)
        return save_changed_match(match)


def reinstate_result(
    match: Match, *, result: Result | None, reports: QuerySet[ResultReport], who: User, why: str
) -> Match:
    """What stood before a judge ruled stands again: that result, or none, and what the players had said.

    Call under the event's lock.
    """
    require_neutral_staff(match, who)
    _reinstate_reports(match, reports)
    if result is not None:
        return settle(match, Score(**result.score()), source=Result.Source.RULING, by=who, why=why)
    before = current_score(match)
    match.results.current().update(superseded_at=timezone.now())
    match.state = state_from_reports(match)
    record("result-withdrawn", who=who, subject=match, scope=match.round.event, before=before, why=why)
    return save_changed_match(match)


def _reinstate_reports(match: Match, reports: QuerySet[ResultReport]) -> None:
    """All that was set aside with them; not of a player who has spoken since."""
    reported_since = [report.by_id for report in latest_reports(match)]
    voided_at = set(reports.exclude(set_aside_at=None).values_list("set_aside_at", flat=True))
    match.reports.filter(set_aside_at__in=voided_at).exclude(by__in=reported_since).update(set_aside_at=None)

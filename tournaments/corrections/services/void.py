"""Voiding the result and the player reports of a match, so that it can be replayed; and, when a ruling is replaced,
reinstating what stood before it, from a snapshot."""

from collections.abc import Iterable, Sequence
from typing import TypedDict

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Refused
from core.records.audit import record
from tournaments.base.services.locking import match_lock
from tournaments.cut.services.bracket import refuse_another_winner
from tournaments.models import Event, EventState, Match, MatchState, Registration, Result, ResultReport
from tournaments.results.services.entry import (
    current_score,
    refuse_bye,
    require_neutral_staff,
    save_changed_match,
    settle,
)
from tournaments.results.services.forfeits import forfeit_open_matches
from tournaments.results.services.player_reports import latest_reports, reopened_state
from tournaments.results.services.scores import read_score
from tournaments.rounds.services.re_pairing import discard_outdated_round


def reopen_match(*, match_id: int, who: User, why: str) -> Match:
    """Void the result and the reports: the rows stay unchanged but no longer count."""
    with match_lock(match_id) as match:
        require_neutral_staff(match, who)
        refuse_bye(match)
        if not match.round.is_open:
            raise Refused("round-not-open", _("This round is closed: correct the result instead."))
        _refuse_players_who_left(match)
        before = current_score(match)
        match.results.current().update(superseded_at=timezone.now())
        match.reports.current().update(set_aside_at=timezone.now())
        match.state = MatchState.OPEN
        record("match-reopened", who=who, subject=match, scope=match.round.event, before=before, why=why)
        discard_outdated_round(match, who=who)
        return save_changed_match(match)


def _refuse_players_who_left(match: Match) -> None:
    """Refuse unless at least two players of the match are still in the event."""
    gone = _players_who_left(match)
    if len(match.seats()) - len(gone) < 2:
        message = _("%(name)s is no longer in the event, so this match cannot be played again.")
        raise Refused("player-has-left", message % {"name": gone[0].full_name}, player=gone[0].pk)


def _players_who_left(match: Match) -> list[Registration]:
    """Return the players who have left, read under the event's lock because the match may be older."""
    return [player for player in Registration.objects.filter(seats__match=match).named() if not player.can_play]


class MatchSnapshot(TypedDict):
    """The result of a match before a ruling, if any, its player reports, and the result set by the ruling. Stored as
    JSON."""

    match: int
    result: int | None
    words: list[int]
    then: int | None


def snapshot_matches(matches: Iterable[Match]) -> list[MatchSnapshot]:
    return [
        MatchSnapshot(
            match=match.pk,
            result=_current_result(match.pk),
            words=[report.pk for report in latest_reports(match)],
            then=None,
        )
        for match in matches
    ]


def changed_matches(before: Sequence[MatchSnapshot]) -> list[MatchSnapshot]:
    now = snapshot_matches(Match.objects.get(pk=snapshot["match"]) for snapshot in before)
    return [
        MatchSnapshot(match=was["match"], result=was["result"], words=was["words"], then=is_["result"])
        for was, is_ in zip(before, now, strict=True)
        if was != is_
    ]


def is_reinstatable(snapshot: MatchSnapshot) -> bool:
    """Whether the result set by the ruling is still the current one."""
    return _current_result(snapshot["match"]) == snapshot["then"]


def reinstate_results(event: Event, changed: Iterable[MatchSnapshot], *, who: User, why: str) -> None:
    """Reinstate the results; call under the event's lock. Published pairings stay, unpublished ones based on the
    results are discarded."""
    reinstatable = [snapshot for snapshot in changed if is_reinstatable(snapshot)]
    if reinstatable and event.state == EventState.ARCHIVED:
        raise Refused("event-is-over", _("This event is over."))
    for snapshot in reinstatable:
        match = Match.objects.named().get(pk=snapshot["match"])
        match.round.event = event
        result = Result.objects.filter(pk=snapshot["result"] or 0).first()
        reports = ResultReport.objects.filter(pk__in=snapshot["words"])
        _reinstate_result(match, result=result, reports=reports, who=who, why=why)
        discard_outdated_round(match, who=who)


def _reinstate_result(
    match: Match, *, result: Result | None, reports: QuerySet[ResultReport], who: User, why: str
) -> Match:
    """Restore the state before a ruling: its result, or none, and the player reports.

    Call under the event's lock.
    """
    require_neutral_staff(match, who)
    _reinstate_reports(match, reports)
    if result is not None:
        return settle(match, read_score(result.score()), source=Result.Source.RULING, by=who, why=why)
    before = current_score(match)
    match.results.current().update(superseded_at=timezone.now())
    match.state = reopened_state(match)
    record("result-withdrawn", who=who, subject=match, scope=match.round.event, before=before, why=why)
    save_changed_match(match)
    for player in _players_who_left(match):  # players who left while the ruling stood and had no open match to forfeit
        forfeit_open_matches(player, who=who, why=str(_("left the event")))
    return match


def _reinstate_reports(match: Match, reports: QuerySet[ResultReport]) -> None:
    """Reinstate all reports voided together with these, except of players who have reported since."""
    reported_since = [report.by_id for report in latest_reports(match)]
    voided_at = set(reports.exclude(set_aside_at=None).values_list("set_aside_at", flat=True))
    match.reports.filter(set_aside_at__in=voided_at).exclude(by__in=reported_since).update(set_aside_at=None)


def refuse_unresolved_matches(before: Iterable[MatchSnapshot]) -> None:
    """Refuse to leave a closed round without a result, or a bracket that moved on with another winner."""
    for snapshot in before:
        match = Match.objects.named().get(pk=snapshot["match"])
        if not match.is_done and not match.round.is_open:
            text = _("%(match)s had no result before that ruling, and the round is over (%(round)s): enter one first.")
            raise Refused("result-needed", text % {"round": match.round_name_in_sentence, "match": match})
        if snapshot["result"] and _winners(snapshot["result"]) != _winners(_current_result(match.pk)):
            refuse_another_winner(match)


def _winners(result: int | None) -> list[int] | None:
    """Return the seats in first place, which decide who advances."""
    found = Result.objects.filter(pk=result or 0).first()
    return read_score(found.score()).first if found else None


def _current_result(match: int) -> int | None:
    return Result.objects.current().filter(match=match).values_list("pk", flat=True).first()

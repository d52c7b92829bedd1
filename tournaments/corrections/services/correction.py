"""Correcting a result, with a reason: the correction, its consequences, and when it is refused.
A result can also be voided, so that the match is played again, and reinstated when a ruling is replaced."""

from collections.abc import Iterable, Sequence
from typing import TypedDict

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid, Refused
from core.records.audit import record
from tournaments.base.services.locking import claim_form_key, match_lock, require_version
from tournaments.cut.services.bracket import refuse_another_winner
from tournaments.lifecycle.services.transitions import reopen_cut
from tournaments.models import (
    Event,
    EventState,
    Match,
    MatchState,
    Registration,
    Result,
    ResultReport,
    Round,
    RoundState,
    Stage,
)
from tournaments.results.services.entry import (
    amend_result,
    current_result_details,
    current_score,
    refuse_bye,
    require_neutral_staff,
    save_changed_match,
    settle,
)
from tournaments.results.services.forfeits import forfeit_open_matches
from tournaments.results.services.player_reports import latest_reports, reopened_state
from tournaments.results.services.scores import (
    Score,
    checked_score,
    describe_score,
    read_score,
    refuse_other_kind,
)
from tournaments.rounds.services.re_pairing import (
    KEEP,
    REDRAW,
    discard_outdated_round,
    open_tables,
    pair_open_tables_again,
)


def correct_result(
    *,
    match_id: int,
    who: User,
    score: Score,
    why: str,
    seen_version: int | None = None,
    then: str = KEEP,
    key: str = "",
) -> Match:
    """Replace the result. Published pairings stay, unless `then` asks to pair unstarted tables again."""
    with match_lock(match_id) as match:
        event = match.round.event
        if not claim_form_key(event, key, "correct"):
            return match
        refuse_bye(match)
        refuse_other_kind(score, match)
        submitted = {"asked": score.fields(), "sent": describe_score(match, score.fields())}
        require_version(match, seen_version, **submitted, **current_result_details(match))
        refuse_unchanged(match, score)
        refuse_impossible_score(match, score)
        apply_correction(match, who=who, score=score, why=why, then=then)
        return match


def apply_correction(
    match: Match, *, who: User, score: Score, why: str, then: str, source: str = Result.Source.STAFF
) -> None:
    """Correct a result for the staff or for a ruling, with all consequences. Call under the event's lock.

    The caller checks whether the bracket allows another winner, because an earlier result may have been reinstated
    first.
    """
    event = match.round.event
    _refuse_wrong_state(match, then)
    amend_result(match=match, who=who, score=score, why=why, source=source)
    if then == REDRAW:
        pair_open_tables_again(event, _affected_round(match), who=who, why=why)
    discard_outdated_round(match, who=who)
    reopen_cut(event, who=who, why=why)


def _affected_round(match: Match) -> Round | None:
    """Return the Swiss round in progress if it was paired from this result."""
    current = Round.objects.filter(event=match.round.event, state=RoundState.PUBLISHED, stage=Stage.SWISS).last()
    return current if current and current.number > match.round.number else None


def tables_to_redraw(match: Match) -> list[int | None]:
    """Return the tables that would be paired again, if that is asked for."""
    return [each.table for each in open_tables(_affected_round(match))]


def refuse_unchanged(match: Match, score: Score) -> None:
    if current_score(match) == score.fields():
        raise Invalid("nothing-changes", _("Nothing changes: this is already the result."))


def refuse_impossible_score(match: Match, score: Score) -> None:
    """Refuse an impossible score, and another winner if the bracket has moved on."""
    checked_score(score, match)
    was = current_score(match)
    if was is not None and read_score(was).first != score.first:
        refuse_another_winner(match)


def _refuse_wrong_state(match: Match, then: str) -> None:
    if then not in {KEEP, REDRAW}:
        raise Invalid(
            "unknown-choice", _("Choose whether to keep the pairings or re-pair the tables that have not started.")
        )
    if match.round.is_unpublished:
        raise Refused("round-not-published", _("This match has not been published yet."))
    if match.round.event.state == EventState.ARCHIVED:
        raise Refused("event-is-over", _("This event is over."))


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
    """Refuse unless enough players of the match for a game are still in the event."""
    gone = _players_who_left(match)
    if len(match.seats()) - len(gone) < match.format.least_in_a_game:
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

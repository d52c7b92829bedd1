"""Snapshots of matches before a ruling, so that their results can be reinstated when the ruling is replaced."""

from collections.abc import Iterable, Sequence
from typing import TypedDict

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Refused
from tournaments.models import Event, EventState, Match, Result, ResultReport
from tournaments.services.corrections.void import reinstate_result
from tournaments.services.cut.bracket import refuse_another_winner
from tournaments.services.results.player_reports import latest_reports
from tournaments.services.results.scores import winning_seats
from tournaments.services.rounds.re_pairing import discard_outdated_round


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
        reinstate_result(match, result=result, reports=reports, who=who, why=why)
        discard_outdated_round(match, who=who)


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
    return winning_seats(found.score()) if found else None


def _current_result(match: int) -> int | None:
    return Result.objects.current().filter(match=match).values_list("pk", flat=True).first()

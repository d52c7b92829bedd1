"""Correcting a result, with a reason: the correction, its consequences, and when it is refused."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid, Refused
from tournaments.base.services.locking import claim_form_key, match_lock, require_version
from tournaments.cut.services.bracket import refuse_another_winner
from tournaments.lifecycle.services.transitions import reopen_cut
from tournaments.models import EventState, Match, Result, Round, RoundState, Stage
from tournaments.results.services.entry import amend_result, current_result_details, current_score, refuse_bye
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

"""A result is corrected, with a reason: the correction, its consequences, and what cannot be."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid, Refused
from tournaments.models import EventState, Match, Result, Round, RoundState, Stage
from tournaments.services.base.locking import first_time, match_lock, unchanged_since
from tournaments.services.lifecycle.transitions import reopen_the_cut
from tournaments.services.results.entry import amend_result, current_score, what_stands
from tournaments.services.results.scores import Score, checked, told
from tournaments.services.rounds.publishing import has_begun
from tournaments.services.rounds.repairing import discard_stale_draft, redraw_open_tables

KEEP, REDRAW = "keep", "redraw"


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
    """The new result counts; published pairings stay, unless `then` asks for a new draw of the tables not yet begun."""
    with match_lock(match_id) as match:
        event = match.round.event
        if not first_time(event, key, "correct"):
            return match
        sent = {"asked": score.fields(), "sent": told(match, score.fields())}
        unchanged_since(match, seen_version, **sent, **what_stands(match))
        refuse_same_again(match, score)
        refuse_forbidden(match, score)
        carry_out(match, who=who, score=score, why=why, then=then)
        return match


def carry_out(match: Match, *, who: User, score: Score, why: str, then: str, source: str = Result.Source.STAFF) -> None:
    """The correction and its consequences; a judge's ruling comes here too. Call under the event's lock.

    Whether a bracket allows another winner is for the caller to ask: what stood may have been put back before.
    """
    event = match.round.event
    _refuse_wrong_moment(match, then)
    amend_result(match=match, who=who, score=score, why=why, source=source)
    if then == REDRAW:
        redraw_open_tables(event, current_after(match), who=who, why=why)
    discard_stale_draft(match, who=who)
    reopen_the_cut(event, who=who, why=why)


def current_after(match: Match) -> Round | None:
    """The Swiss round being played now, if it was paired from this result."""
    current = Round.objects.filter(event=match.round.event, state=RoundState.PUBLISHED, stage=Stage.SWISS).last()
    return current if current and current.number > match.round.number else None


def refuse_same_again(match: Match, score: Score) -> None:
    if current_score(match) == score.fields():
        raise Invalid("nothing-changes", _("Nothing changes: this is already the result."))


def refuse_forbidden(match: Match, score: Score) -> None:
    """What no game can end with, and what the bracket does not bear any more."""
    checked(score, match)
    was = current_score(match)
    if was is not None and was["outcome"] != score.outcome:
        refuse_another_winner(match)


def _refuse_wrong_moment(match: Match, then: str) -> None:
    if then not in {KEEP, REDRAW}:
        raise Invalid(
            "unknown-choice", _("Choose whether to keep the pairings or re-pair the tables that have not started.")
        )
    if match.round.is_draft:
        raise Refused("round-not-published", _("This match has not been published yet."))
    if match.round.event.state == EventState.ARCHIVED:
        raise Refused("event-is-over", _("This event is over."))


def refuse_another_winner(match: Match) -> None:
    """In a bracket whose next round is out; also asked by the page, which then offers the score alone."""
    later = match.round.event.rounds.public().filter(number__gt=match.round.number).first()
    if match.round.stage != Stage.CUT or later is None:
        return
    if later.is_open and not has_begun(later):
        said = _(
            "The pairings of round %(number)s depend on this result: unpublish that round first to correct the winner."
        )
        raise Refused("bracket-went-on", said % {"number": later.number})
    said = _("The bracket has gone on from this result: you can correct its score but no longer its winner.")
    raise Refused("bracket-played-on", said)

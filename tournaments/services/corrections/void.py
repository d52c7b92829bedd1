"""A game is played again: its result and what was said of it are set aside, and put back as they were said."""

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.audit import record
from core.errors import Refused
from tournaments.models import Match, MatchState, Registration, Result, ResultReport
from tournaments.services.base.locking import match_lock
from tournaments.services.players.dropping import forfeit_open_matches
from tournaments.services.results.entry import changed, current_score, refuse_bye, settle, staff_of_others
from tournaments.services.results.player_reports import last_words, state_by_what_is_said
from tournaments.services.results.scores import Score
from tournaments.services.rounds.repairing import discard_stale_draft


def reopen_match(*, match_id: int, who: User, why: str) -> Match:
    """Nothing is said in the players' names: their words stay as they were spoken, and count no more."""
    with match_lock(match_id) as match:
        staff_of_others(match, who)
        refuse_bye(match)
        if not match.round.is_open:
            raise Refused("round-not-open", _("This round is closed: correct the result instead."))
        _refuse_who_has_left(match)
        before = current_score(match)
        match.results.standing().update(superseded_at=timezone.now())
        match.reports.standing().update(set_aside_at=timezone.now())
        match.state = MatchState.OPEN
        record("match-reopened", who=who, subject=match, scope=match.round.event, before=before, why=why)
        discard_stale_draft(match, who=who)
        return changed(match)


def _refuse_who_has_left(match: Match) -> None:
    """They would sit at an open table, and nobody would come to it."""
    gone = _who_has_left(match)
    if gone:
        said = _("%(name)s is no longer in the event, so this match cannot be played again.")
        raise Refused("player-has-left", said % {"name": gone[0].full_name}, player=gone[0].pk)


def _who_has_left(match: Match) -> list[Registration]:
    """As it is under the event's lock, whenever the match was read."""
    return [player for player in Registration.objects.filter(seats__match=match).named() if not player.can_play]


def put_back(match: Match, *, result: Result | None, words: QuerySet[ResultReport], who: User, why: str) -> Match:
    """What stood before a judge ruled stands again: that result, or none, and what the players had said.

    Call under the event's lock.
    """
    staff_of_others(match, who)
    _put_words_back(match, words)
    if result is not None:
        return settle(match, Score(**result.score()), source=Result.Source.RULING, by=who, why=why)
    before = current_score(match)
    match.results.standing().update(superseded_at=timezone.now())
    match.state = state_by_what_is_said(match)
    record("result-withdrawn", who=who, subject=match, scope=match.round.event, before=before, why=why)
    changed(match)
    for player in _who_has_left(match):  # while the ruling stood, when there was nothing left to forfeit
        forfeit_open_matches(player, who=who, why=str(_("left the event")))
    return match


def _put_words_back(match: Match, words: QuerySet[ResultReport]) -> None:
    """All that was set aside with them; not of a player who has spoken since."""
    spoken_since = [said.by_id for said in last_words(match)]
    together = set(words.exclude(set_aside_at=None).values_list("set_aside_at", flat=True))
    match.reports.filter(set_aside_at__in=together).exclude(by__in=spoken_since).update(set_aside_at=None)

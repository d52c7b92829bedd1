"""No-shows: after the announced waiting time the match is lost."""

import datetime as dt

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid, NotAllowed, Refused
from tournaments.models import Ending, Match, Outcome, Right, Stage
from tournaments.services.base.locking import match_lock, require
from tournaments.services.results.entry import refuse_closed_round, refuse_settled, seat_of, settle_by_rule
from tournaments.services.results.scores import NEEDS_A_WINNER

LOSES = {"a": Outcome.B, "b": Outcome.A, "both": Outcome.BOTH_LOSE}


def waited_until(match: Match) -> dt.datetime | None:
    """Return the end of the waiting time; None before the timer has started."""
    begins = match.round.started_at
    return begins and begins + dt.timedelta(minutes=match.round.event.no_show_minutes)


def waiting_is_over(match: Match, now: dt.datetime | None = None) -> bool:
    until = waited_until(match)
    return until is not None and until <= (now or timezone.now())


def no_show(*, match_id: int, who: User, absent: str, now: dt.datetime | None = None) -> Match:
    """Record a no-show. `absent` is the missing side: "a", "b" or "both"."""
    with match_lock(match_id) as match:
        require(match.round.event, who, Right.ENTER_RESULTS, Right.RULE)
        if seat_of(match, who):
            raise NotAllowed("own-match", _("You are playing this match: ask another judge."))
        if len(match.seats()) > 2:
            text = _("The others play on: enter their result, with “did not come” for the absent player.")
            raise Refused("table-plays-on", text)
        if absent not in LOSES or match.is_bye:
            raise Invalid("unknown-side", _("Choose the absent player."))
        refuse_settled(match)
        refuse_closed_round(match)
        if not waiting_is_over(match, now):
            raise Refused("not-yet", _("The waiting time for a player is not over yet."))
        if absent == "both" and match.round.stage == Stage.CUT:
            raise Invalid("bracket-needs-a-winner", NEEDS_A_WINNER)
        return settle_by_rule(match, outcome=LOSES[absent], ending=Ending.NO_SHOW, who=who, why=str(_("no-show")))

"""Publishing which players have clinched the cut, computed for all at once."""

from typing import cast

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Refused
from core.pages import live
from core.records.audit import record
from tournaments.base.services.locking import event_lock, require
from tournaments.core.clinch import Cut, clinch
from tournaments.core.places import PlayerId
from tournaments.core.scoring import WinDrawLoss
from tournaments.models import Event, Match, Result, Right, Round, RoundState
from tournaments.players.models.crews import staying
from tournaments.rounds.models.rounds import RoundQuerySet
from tournaments.standings.services.pairing_input import records_of

CLINCH_LABELS: dict[str, str | Promise] = {
    "in": _("in"),
    "draw-is-safe": _("a draw is enough"),
    "win-and-in": _("a win qualifies"),
    "alive": _("still possible"),
    "out": _("out"),
}


def publish_clinch(*, event_id: int, who: User) -> Round:
    with event_lock(event_id) as event:
        require(event, who, Right.RUN_ROUNDS)
        current = round_to_clinch(event)
        current.keep(clinch=_clinched(event, current))
        record("clinch-published", who=who, subject=current, scope=event)
        live.notify(*event.topics("standings"))
        return current


def round_to_clinch(event: Event) -> Round:
    """Return the round to compute; refuse if there is nothing to publish. The page calls this to explain why."""
    current = swiss_round_in_play(event)
    if current is None or not event.format.can_clinch or not event.has_planned_cut:
        raise Refused("nothing-to-clinch", _("This works during a Swiss round before a cut."))
    if not Result.objects.current().filter(match__round__event=event).exists():
        raise Refused("nothing-scored", _("You can publish who has qualified after the first result."))
    return current


def swiss_round_in_play(event: Event) -> Round | None:
    """Return the Swiss round with open matches; after its last result the standings decide."""
    return _rounds_in_play(event).first()


def shown_clinch(event: Event) -> dict[str, str]:
    """Return what is published about the players while a Swiss round has open matches."""
    return _rounds_in_play(event).values_list("kept_details__clinch", flat=True).first() or {}


def _rounds_in_play(event: Event) -> RoundQuerySet:
    undecided = Match.objects.undecided()
    return event.rounds.swiss().filter(state=RoundState.PUBLISHED, matches__in=undecided).order_by("number")


def _clinched(event: Event, current: Round) -> dict[str, str]:
    """Return the status of each active player, by points and the open tables of this round."""
    found = records_of(event)
    points: dict[PlayerId, int] = {pk: found[pk].points if pk in found else 0 for pk in staying(event)}
    open_tables = Match.objects.filter(round=current).at_tables().undecided()
    tables: list[tuple[PlayerId, PlayerId]] = [(a, b) for a, b in open_tables.pairs() if b is not None]
    cut = Cut(event.cut_size or 0, event.cut_points)
    after = max((event.swiss_rounds or 0) - current.number, 0)
    answers = clinch(points, tables, cut, scoring=cast(WinDrawLoss, event.scoring), rounds_after=after)
    return {str(player): answer for player, answer in answers.items()}

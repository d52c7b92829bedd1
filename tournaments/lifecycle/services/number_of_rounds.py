"""Adding or removing Swiss rounds while the event runs, and the consequences."""

import dataclasses
import datetime as dt

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from core.errors import Invalid, Refused, Stale
from core.pages import live
from core.records.audit import record
from tournaments.base.services.locking import event_lock, require
from tournaments.events.models.limits import MOST_ROUNDS
from tournaments.events.services.schedule import estimated_end
from tournaments.models import Event, EventState, Right, RoundDetails
from tournaments.players.models.crews import count_to_pair

MORE = 3  # how many rounds beyond the planned number are offered


@dataclasses.dataclass(frozen=True)
class RoundsOption:
    """A possible number of Swiss rounds with its consequences."""

    rounds: int
    ends_at: dt.datetime
    is_planned: bool
    consequences: list[str]


def change_number_of_rounds(*, event_id: int, who: User, rounds: int, seen: int | None, why: str = "") -> Event:
    """Change the number of rounds; refuse if it differs from `seen`, the number that the organiser saw."""
    with event_lock(event_id) as event:
        require(event, who, Right.EDIT_EVENT)
        refuse_other_number(event)
        if seen is not None and seen != event.swiss_rounds:
            raise Stale("stale", _("Somebody has changed the number of rounds since you opened the page."))
        fewest = paired_rounds(event)
        if not max(1, fewest) <= rounds <= MOST_ROUNDS:
            text = _("Enter a number of rounds from %(fewest)s to %(most)s.")
            raise Invalid("rounds-out-of-range", text % {"fewest": max(1, fewest), "most": MOST_ROUNDS})
        before, event.swiss_rounds = event.swiss_rounds, rounds
        event.save(update_fields=["swiss_rounds"])
        RoundDetails.objects.filter(round__event=event).update(clinch=None)  # computed for the old number
        was, now = {"swiss_rounds": before}, {"swiss_rounds": rounds}
        record("event-edited", who=who, subject=event, scope=event, before=was, after=now, why=why)
        live.notify(*event.topics("settings", "rounds", "state", "standings"))
        return event


def refuse_other_number(event: Event) -> None:
    if event.state != EventState.RUNNING:
        message = gettext_lazy("The number of rounds can be changed while the Swiss rounds are played.")
        raise Refused("not-in-swiss-rounds", message)


def paired_rounds(event: Event) -> int:
    return event.rounds.swiss().count()


def rounds_options(event: Event) -> list[RoundsOption]:
    planned, fewest = event.swiss_rounds or 1, max(1, paired_rounds(event))
    players = count_to_pair(event)
    last = min(MOST_ROUNDS, max(planned, fewest) + MORE)
    return [_option(event, number, players, timezone.now()) for number in range(fewest, last + 1)]


def _option(event: Event, number: int, players: int, now: dt.datetime) -> RoundsOption:
    planned = event.swiss_rounds or 1
    ends_at = estimated_end(event, number, now)
    return RoundsOption(number, ends_at, number == planned, list(_consequences(event, number, players, ends_at)))


def _consequences(event: Event, number: int, players: int, ends_at: dt.datetime) -> list[str]:
    planned = event.swiss_rounds or 1
    texts = []
    if number > planned:
        text = ngettext("%(n)s round more than announced", "%(n)s rounds more than announced", number - planned)
        texts.append(text % {"n": number - planned})
    elif number < planned:
        text = ngettext("%(n)s round fewer than announced", "%(n)s rounds fewer than announced", planned - number)
        texts.append(text % {"n": planned - number})
    if number == paired_rounds(event):
        texts.append(_("no further Swiss round: then the top cut") if event.has_planned_cut else _("no further round"))
    if players > 1 and number > event.format.rounds_without_rematch(players):
        texts.append(event.format.words.meet_again % {"n": players})
    if event.ends_at and ends_at > event.ends_at:
        texts.append(_("after the hall closes"))
    if number != planned and event.rounds.filter(kept_details__clinch__isnull=False).exists():
        texts.append(_("what was published about qualified players no longer holds and is withdrawn"))
    return texts

"""A checklist before round 1: who is here, whose list is missing or illegal, who has not paid, and whether the venue
closes too early."""

import dataclasses
import datetime as dt

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Event, Status, SubmittedList
from tournaments.models.crews import count_to_pair, without_partner
from tournaments.models.players import RegistrationQuerySet
from tournaments.models.settings import IllegalList
from tournaments.services.events.schedule import schedule_of
from tournaments.services.lifecycle.preconditions import least_players
from tournaments.services.lists.reminders import missing_lists


@dataclasses.dataclass(frozen=True)
class OpenPoint:
    code: str  # decides where the page links
    text: str
    is_open: bool = True  # False if the point is settled


def illegal_lists(event: Event) -> RegistrationQuerySet:
    """Return the players in the event whose current list is not legal."""
    illegal = SubmittedList.objects.current().filter(registration__event=event, legal=False)
    return event.registrations.registered().filter(pk__in=illegal.values("registration")).named()


def open_points_of_lists(event: Event) -> list[OpenPoint]:
    if not event.lists_required or event.is_over:
        return []
    missing, illegal = missing_lists(event).count(), illegal_lists(event).count()
    points = []
    if missing:
        text = ngettext("%(n)s list is missing", "%(n)s lists are missing", missing)
        points.append(OpenPoint("missing-lists", text % {"n": missing}))
    if illegal:
        points.append(OpenPoint("illegal-lists", _illegal(event, illegal)))
    return points


def _illegal(event: Event, number: int) -> str:
    if event.lists_locked_at is None and event.illegal_list == IllegalList.DROP:
        text = ngettext(
            "%(n)s list is not legal: the start withdraws this player",
            "%(n)s lists are not legal: the start withdraws these players",
            number,
        )
    else:
        text = ngettext("%(n)s list is not legal", "%(n)s lists are not legal", number)
    return text % {"n": number}


def open_points(event: Event) -> list[OpenPoint]:
    """Return the checklist before the start of round 1."""
    return [
        *_people(event),
        *_crews(event),
        *open_points_of_lists(event),
        *_limited(event),
        *_fees(event),
        *_schedule(event),
    ]


def _people(event: Event) -> list[OpenPoint]:
    here = event.registrations.to_be_paired().count()
    away = event.registrations.registered().filter(checked_in_at__isnull=True).count()
    pending = event.registrations.filter(status=Status.PENDING).count()
    text = ngettext("%(n)s player is here", "%(n)s players are here", here)
    points = [OpenPoint("here", text % {"n": here}, here < least_players(event))]
    if away:
        text = ngettext(
            "%(n)s player is not here and becomes a no-show", "%(n)s players are not here and become no-shows", away
        )
        points.append(OpenPoint("away", text % {"n": away}))
    if pending:
        text = ngettext("%(n)s registration awaits approval", "%(n)s registrations await approval", pending)
        points.append(OpenPoint("pending", text % {"n": pending}))
    return points


def _crews(event: Event) -> list[OpenPoint]:
    alone = len(without_partner(event))
    if not alone:
        return []
    text = ngettext("%(n)s player has no partner", "%(n)s players have no partner", alone)
    return [OpenPoint("no-partner", text % {"n": alone})]


def _limited(event: Event) -> list[OpenPoint]:
    if event.is_limited and event.pod_rounds and event.pods_seed is None:
        return [OpenPoint("no-pods", _("No pods are drawn yet"))]
    return []


def _fees(event: Event) -> list[OpenPoint]:
    unpaid = event.registrations.registered().filter(paid=False).count() if event.entry_fee else 0
    if not unpaid:
        return []
    text = ngettext("%(n)s player has not paid", "%(n)s players have not paid", unpaid)
    return [OpenPoint("unpaid", text % {"n": unpaid})]


def _schedule(event: Event) -> list[OpenPoint]:
    """Return how many rounds would be played now and when they would end."""
    schedule = schedule_of(event, players=count_to_pair(event))
    values = {"rounds": schedule.rounds, "ends": _clock(event, schedule.ends_at)}
    text = ngettext(
        "%(rounds)s round, until about %(ends)s", "%(rounds)s rounds, until about %(ends)s", schedule.rounds
    )
    if schedule.closes_at is None:
        return [OpenPoint("schedule", text % values, is_open=False)]
    closes = _("; the venue closes at %(closes)s") % {"closes": _clock(event, schedule.closes_at)}
    return [OpenPoint("schedule", text % values + closes, is_open=not schedule.fits)]


def _clock(event: Event, moment: dt.datetime) -> str:
    return date_format(moment.astimezone(event.zone), "H:i")

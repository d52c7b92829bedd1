"""Players of an earlier event as lines for the import."""

import csv
import io
from typing import Any

from core.text.names import as_sorted
from tournaments.events.models.events import EventQuerySet
from tournaments.events.models.staff import RIGHTS, Right
from tournaments.models import Event, Role, Staff

MANAGE = [role for role in Role.values if Right.MANAGE_PLAYERS in RIGHTS[role]]


def earlier_events(event: Event, user: Any) -> EventQuerySet:
    """Return other events whose players this person manages."""
    run = Staff.objects.filter(user=user, role__in=MANAGE).values("event")
    others = Event.objects.filter(pk__in=run, registrations__isnull=False).exclude(pk=event.pk)
    return others.distinct().order_by("-starts_at")


def players_as_lines(earlier: Event, event: Event) -> str:
    """Return players of the earlier event who are not registered here, without their payment, which begins anew."""
    here = {player.plain_name.casefold() for player in event.registrations.named()}
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\n")
    writer.writerow(["name", "email", "club", "household", "rating", "minor"])
    for player in sorted(earlier.registrations.taking_part().named(), key=lambda row: as_sorted(row.full_name)):
        if player.plain_name.casefold() not in here:
            cells = (player.plain_name, player.email, player.club, player.household)
            minor = "yes" if player.is_of_minor else ""
            writer.writerow([*cells, "" if player.rating is None else player.rating, minor])
    return out.getvalue()

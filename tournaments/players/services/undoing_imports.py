"""Undoing a whole import: its players are removed, except those with whom something has happened since."""

import dataclasses
import datetime as dt
from collections.abc import Iterator
from typing import NamedTuple

from django.db.models import PROTECT, Count, Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from core.errors import Refused
from core.pages import live
from core.records.audit import AuditEntry, key, record
from core.text.names import as_sorted
from tournaments.base.services.locking import event_lock, require
from tournaments.mail.services.introductions import withdraw_introductions
from tournaments.mail.services.mail import introduce_strangers
from tournaments.models import (
    Crew,
    Event,
    ForbiddenPair,
    PartnerLink,
    PlayerImport,
    Registration,
    Right,
    Seat,
    Status,
    SubmittedList,
)
from tournaments.players.services.names import number_names
from tournaments.players.services.registration import promote_waiting

HAS_NOT_LEFT = (Status.REGISTERED, Status.WAITING)
BY_HAND = ("player-edited", "fee-paid", "fee-not-paid", "let-in")
DETAILS_CHANGED = gettext_lazy("details changed")
REASONS = {
    "is_seated": gettext_lazy("paired"),
    "has_list": gettext_lazy("list submitted"),
    "is_claimed": gettext_lazy("registration claimed"),
    "has_checked_in": gettext_lazy("checked in"),
    "has_pool": gettext_lazy("in a pod, or with a pool"),
    "is_protected": gettext_lazy("penalty or case"),
}


class OpenImport(NamedTuple):
    pk: int
    at: dt.datetime
    players: int


@dataclasses.dataclass(frozen=True)
class Undone:
    removed: int
    kept: list[tuple[str, str]]  # each player's name, and what has happened


def _happened() -> dict[str, Q]:
    """Return what keeps a player, apart from their status and what the staff changed by hand."""
    mine = OuterRef("pk")
    protecting = [each for each in Registration._meta.related_objects if each.on_delete is PROTECT]
    rows = [each.related_model._base_manager.filter(**{each.field.name: mine}) for each in protecting]
    return {
        "is_seated": Q(Exists(Seat.objects.filter(registration=mine))),
        "has_list": Q(Exists(SubmittedList.objects.filter(registration=mine))),
        "is_claimed": Q(user__isnull=False),
        "has_checked_in": Q(checked_in_at__gt=F("created_at")),  # late entries are checked in as they come in
        "has_pool": Q(pool__isnull=False) | Q(pod__isnull=False),
        "is_protected": Q(*(Exists(each) for each in rows), _connector=Q.OR),
    }


def _untouched(event: Event) -> QuerySet[Registration]:
    players = event.registrations.filter(status__in=HAS_NOT_LEFT)
    return players.exclude(Q(*_happened().values(), _connector=Q.OR))


def imports_to_undo(event: Event) -> list[OpenImport]:
    """Return the imports of which somebody can still be removed, the latest first."""
    if event.is_over:
        return []
    removable = Exists(_untouched(event).filter(imported=OuterRef("pk")))
    found = event.player_imports.filter(removable, undone_at=None)
    return [OpenImport(*row) for row in found.values_list("pk", "at", Count("players"))]


def undo_import(*, event_id: int, who: User, import_id: int) -> Undone | None:
    """Remove the players of an import, except those with whom something has happened. None if it was undone before."""
    with event_lock(event_id) as event:
        require(event, who, Right.MANAGE_PLAYERS)
        own = event.player_imports.get(pk=import_id)
        if own.undone_at is not None:
            return None
        if event.is_over:
            raise Refused("event-is-over", _("This event is over."))
        why = dict(_kept(event, own))
        kept = list(event.registrations.filter(pk__in=why).named())
        removed = event.registrations.filter(imported=own).exclude(pk__in=why)
        number = removed.count()
        if not number:
            raise Refused("import-in-use", _("Something has happened with every player of this import since."))
        _remove(event, removed, who)
        own.undone_at = timezone.now()
        own.save(update_fields=["undone_at"])
        record("import-undone", who=who, subject=event, scope=event, after={"players": number, "kept": sorted(why)})
        introduce_strangers(event, kept)  # an e-mail to a shared address waited under the name of who was removed
        number_names(event)
        promote_waiting(event, who=who)
        live.notify(*event.topics("players"))
        names = sorted(((player.full_name, why[player.pk]) for player in kept), key=lambda one: as_sorted(one[0]))
        return Undone(number, names)


def _kept(event: Event, own: PlayerImport) -> Iterator[tuple[int, str]]:
    """Yield each player who stays, and why."""
    entries = AuditEntry.objects.filter(scope=key(event), at__gte=own.at, action__in=BY_HAND)
    changed = set(entries.values_list("subject", flat=True))
    for player in own.players.annotate(**_happened()):
        reasons = [str(reason) for name, reason in REASONS.items() if getattr(player, name)]
        if player.status not in HAS_NOT_LEFT:
            reasons.append(player.get_status_display())
        if key(player) in changed:
            reasons.append(str(DETAILS_CHANGED))
        if reasons:
            yield player.pk, reasons[0]


def _remove(event: Event, removed: QuerySet[Registration], who: User) -> None:
    """Remove players in a number of queries that does not depend on theirs, and what belongs to them alone."""
    withdraw_introductions(event, removed)
    crews = list(event.crews.filter(members__in=removed).distinct())
    ForbiddenPair.objects.filter(Q(first__in=removed) | Q(second__in=removed)).delete()
    PartnerLink.objects.filter(player__in=removed).delete()
    Registration.objects.filter(wished_partner__in=removed).update(wished_partner=None)
    removed._raw_delete(removed.db)
    left = list(event.registrations.filter(crew__in=crews))
    event.registrations.filter(crew__in=crews).update(crew=None, crew_seat=None)
    Crew.objects.filter(pk__in=[crew.pk for crew in crews]).delete()
    if left:
        players = sorted(player.pk for player in left)
        record("crew-disbanded", who=who, subject=event, scope=event, after={"players": players})
        live.notify(*(player.topic for player in left))

"""Pairs of players who must not meet in the Swiss rounds."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid
from core.records.audit import record
from tournaments.base.services.locking import event_lock, require
from tournaments.models import ForbiddenPair, Registration, Right


def forbid_pair(*, event_id: int, who: User, first: Registration, second: Registration, why: str = "") -> ForbiddenPair:
    with event_lock(event_id) as event:
        require(event, who, Right.MANAGE_PLAYERS)
        if first.pk == second.pk or {first.event_id, second.event_id} != {event_id}:
            raise Invalid("not-a-pair", _("Choose two players of this event."))
        one, other = sorted((first, second), key=lambda player: player.pk)
        row, is_new = ForbiddenPair.objects.get_or_create(event=event, first=one, second=other, defaults={"why": why})
        if is_new:
            record("kept-apart", who=who, subject=event, scope=event, after={"players": [one.pk, other.pk]}, why=why)
        return row


def allow_pair(*, pair: ForbiddenPair, who: User) -> None:
    with event_lock(pair.event_id) as event:
        require(event, who, Right.MANAGE_PLAYERS)
        if not event.forbidden_pairs.filter(pk=pair.pk).exists():
            return
        record("may-meet", who=who, subject=event, scope=event, before={"players": [pair.first_id, pair.second_id]})
        pair.delete()

"""Players without a list, and reminders to them."""

import dataclasses

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.sign_in.confirmed_addresses import confirmed_users
from core.errors import Refused
from core.records.audit import record
from tournaments.base.services.locking import event_lock, require
from tournaments.mail.services.mail import notify_missing_list
from tournaments.models import Event, Registration, Right, SubmittedList


def missing_lists(event: Event) -> QuerySet[Registration]:
    has_one = SubmittedList.objects.current().filter(registration__event=event).values("registration")
    return event.registrations.registered().exclude(pk__in=has_one).named()


@dataclasses.dataclass(frozen=True)
class Reminded:
    notified: int
    without_address: int
    unconfirmed: int  # players without an account or with an unconfirmed address
    unwilling: int  # players who do not want such e-mails


def remind_missing(*, event_id: int, who: User) -> Reminded:
    """Send a reminder to everyone without a list."""
    with event_lock(event_id) as event:
        require(event, who, Right.OPEN_LISTS, Right.MANAGE_PLAYERS)
        if event.lists_locked_at is not None:
            raise Refused(
                "lists-locked", _("Lists are locked, so players can no longer submit one. Staff can do it here.")
            )
        missing = list(missing_lists(event))
        notified = notify_missing_list(event, missing)
        with_address = [player for player in missing if player.email]
        confirmed = confirmed_users(player.user for player in with_address if player.user)
        known = sum(player.user_id in confirmed for player in with_address)
        record("lists-reminded", who=who, subject=event, scope=event, after={"mails": notified})
        return Reminded(notified, len(missing) - len(with_address), len(with_address) - known, known - notified)

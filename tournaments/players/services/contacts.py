"""Deletion of contact data of players without an account, once the event has been over for long enough."""

import datetime as dt

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournaments.models import Event, OutgoingMail, Registration, Round

CONTACT_RETENTION = dt.timedelta(days=90)
CONTACTS = ("guest_email", "guardian", "household", "note")


def long_over() -> QuerySet[Event]:
    """Return events that ended long ago by date, even if nobody finished them. A league that still publishes rounds is
    not over."""
    limit = timezone.now() - CONTACT_RETENTION
    still_played = Round.objects.filter(event=OuterRef("pk"), published_at__gte=limit)
    ended = Event.objects.alias(last_day=Coalesce("ends_at", "starts_at")).filter(
        last_day__lt=limit, starts_at__lt=limit
    )
    return ended.exclude(Exists(still_played))


def delete_old_contacts() -> int:
    """Delete old contact data but not names, which stay in the standings. Return the number of players affected."""
    guests = Registration.objects.filter(user=None, event__in=long_over())
    OutgoingMail.objects.filter(registration__in=guests).delete()
    OutgoingMail.objects.filter(
        to__in=guests.exclude(guest_email="").values("guest_email"), event__in=long_over()
    ).delete()
    kept = Q()
    for name in CONTACTS:
        kept |= ~Q(**{name: ""})
    return guests.filter(kept).update(**dict.fromkeys(CONTACTS, ""))

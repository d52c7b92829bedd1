"""Who reads closed lists: staff who have said that they do not play, and each time with an entry in the audit log."""

import datetime as dt
from collections.abc import Iterable

from allauth.account.models import EmailAddress
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid, NotAllowed, Refused
from core.pages import live
from core.records.audit import record
from tournaments.base.services.locking import event_lock, require
from tournaments.events.models.staff import place_of
from tournaments.lists.models import LONGEST_REASON, OPEN_FOR
from tournaments.models import (
    Event,
    ListReader,
    ListReading,
    Registration,
    Right,
)

MAY_DECLARE = (Right.OPEN_LISTS, Right.MANAGE_PLAYERS)  # whoever manages players hands out links that open lists


def declare_not_playing(*, event_id: int, who: User) -> None:
    """Record that somebody on the staff does not play, so that they may open lists. It is said once."""
    with event_lock(event_id) as event:
        require(event, who, *MAY_DECLARE)
        place = place_of(event, who)
        if place.has_place:
            raise NotAllowed(
                "had-a-place", _("You have or had a place in this event: its closed lists stay closed to you.")
            )
        if place.does_not_play:
            return
        fresh = {"declared_at": timezone.now(), "may_play_since": None, "may_play_by": None, "may_play_why": ""}
        ListReader.objects.update_or_create(event=event, user=who, defaults=fresh)
        record("does-not-play", who=who, subject=event, scope=event)
        live.notify(*event.topics("lists"))


def open_lists(*, event_id: int, who: User, player: Registration | None = None) -> None:
    """Open the list and pool of a player, or all of the event, for a while. Each time is an entry."""
    with event_lock(event_id) as event:
        require(event, who, Right.SEE_LISTS)
        reader = event.list_readers.not_playing().get(user=who)
        ListReading.objects.create(reader=reader, player=player)
        if player is None:
            record("lists-opened", who=who, subject=event, scope=event, after={"minutes": OPEN_FOR.seconds // 60})
        else:
            record("list-opened", who=who, subject=player, scope=event)


def let_play(*, reader: ListReader, who: User, why: str) -> None:
    """Let somebody who could open lists register, with the reason of an owner. Their page says when they read."""
    with event_lock(reader.event_id) as event:
        require(event, who, Right.MANAGE_STAFF)
        if not why.strip():
            raise Invalid("reason-missing", _("Please give a reason."))
        reader.refresh_from_db()
        if reader.may_play_since:
            return
        reader.may_play_since, reader.may_play_by = timezone.now(), who
        reader.may_play_why = why.strip()[:LONGEST_REASON]
        reader.save(update_fields=["may_play_since", "may_play_by", "may_play_why"])
        record("reader-may-play", who=who, subject=event, scope=event, after={"user": reader.user_id}, why=why.strip())
        live.notify(*event.topics("lists"))


def readers_of_lists(event: Event) -> list[ListReader]:
    """Return who has said that they do not play, with `times`: when they opened lists."""
    readers = list(event.list_readers.select_related("user", "may_play_by"))
    times: dict[int, list[dt.datetime]] = {}
    for pk, at in ListReading.objects.filter(reader__in=readers).values_list("reader", "at"):
        times.setdefault(pk, []).append(at)
    for reader in readers:
        reader.times = times.get(reader.pk, [])
    return readers


def reader_of(player: Registration) -> ListReader | None:
    """Return what this player opened before they were let play."""
    return next((each for each in readers_of_lists(player.event) if each.user_id == player.user_id), None)


def refuse_reader(event: Event, *, user: int | None = None, addresses: Iterable[str] = ()) -> None:
    """Refuse a place for a person who has said that they do not play: an owner decides, with a reason."""
    folded = [address.lower() for address in addresses if address]
    known = EmailAddress.objects.filter(email__in=folded, verified=True).values("user") if folded else []
    readers = event.list_readers.not_playing()
    if user is not None and readers.filter(user=user).exists():
        raise Refused(
            "does-not-play",
            _(
                "You have said that you do not play in this event. An owner of the event can let you play, with a "
                "reason, on the page “Staff”."
            ),
        )
    if folded and readers.filter(user__in=known).exists():
        raise Refused(
            "does-not-play",
            _(
                "The person with this address has said that they do not play in this event. An owner of the event "
                "can let them play, with a reason, on the page “Staff”."
            ),
        )

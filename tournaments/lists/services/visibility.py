"""Who sees which list and when, and who enters and sees a pool. Staff read closed lists
once they have said that they do not play, each time with an entry in the audit log."""

import datetime as dt
from collections.abc import Iterable
from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import Prefetch
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import Invalid, NotAllowed, Refused
from core.pages import live
from core.records.audit import record
from tournaments.base.services.locking import event_lock, require
from tournaments.events.models.settings import ListsDuring
from tournaments.events.models.staff import PLAYER_STATUSES, place_of
from tournaments.lists.models import LONGEST_REASON, OPEN_FOR
from tournaments.models import (
    Event,
    ListReader,
    ListReading,
    Match,
    Registration,
    Right,
    RoundState,
    SubmittedList,
    rights_of,
)


def current_lists() -> Prefetch:
    return Prefetch("lists", queryset=SubmittedList.objects.current())


def visible_list(registration: Registration, viewer: Any) -> SubmittedList | None:
    """Return the current list if the viewer may see it now."""
    return _if_visible(registration, registration.lists.current().first(), viewer)


def lists_at(match: Match) -> list[SubmittedList]:
    """Return the current lists of the players of the match."""
    lists = SubmittedList.objects.filter(registration__seats__match=match).current()
    return list(lists.select_related("registration__user").defer("verdict"))


def visible_lists(
    match: Match, lists: Iterable[SubmittedList], viewer: Any
) -> list[tuple[Registration, SubmittedList | None]]:
    """Return the players of the match, each with their current list if the viewer may see it now."""
    submitted = {one.registration_id: one for one in lists}
    for player in match.players():
        player.event = match.round.event
    return [(player, _if_visible(player, submitted.get(player.pk), viewer)) for player in match.players()]


def replaced_lists(match: Match, lists: Iterable[SubmittedList]) -> list[SubmittedList]:
    """Return the current lists at this table that took the place of a locked one; none of a hidden event."""
    if match.round.event.has_forgotten_texts:
        return []
    return [submitted for submitted in lists if submitted.replaced_a_locked_list]


def _if_visible(player: Registration, submitted: SubmittedList | None, viewer: Any) -> SubmittedList | None:
    return submitted if submitted and may_see_list(player, submitted, viewer) else None


def may_see_list(registration: Registration, submitted: SubmittedList, viewer: Any) -> bool:
    event = registration.event
    if registration.belongs_to(viewer):
        return True
    if submitted.revealed_at is not None or reads_list(registration, viewer, rights_of(event, viewer)):
        return True
    if submitted.locked_at is None or event.lists_during == ListsDuring.PRIVATE or not event.is_playing:
        return False
    return event.lists_during == ListsDuring.PUBLIC or _is_current_opponent(registration, viewer)


def reads_list(registration: Registration, viewer: Any, rights: frozenset[Right]) -> bool:
    """Whether a person of the staff has opened the list and pool of this player, alone or with all others."""
    return Right.READ_LISTS in rights or (Right.SEE_LISTS in rights and _has_opened(registration, viewer))


def _has_opened(registration: Registration, viewer: Any) -> bool:
    return ListReading.objects.still_open().filter(reader__user=viewer, player=registration).exists()


def _is_current_opponent(registration: Registration, viewer: Any) -> bool:
    if not viewer.is_authenticated:
        return False
    in_play = Match.objects.of(registration).filter(round__state=RoundState.PUBLISHED)
    return in_play.played_by(viewer).exists()


def may_enter(event: Event, registration: Registration, who: User) -> bool:
    """Whether this is another player of the event or its staff."""
    if registration.belongs_to(who):
        return False
    return bool(rights_of(event, who)) or event.registrations.of(who).filter(status__in=PLAYER_STATUSES).exists()


def may_see_pool(registration: Registration, who: User, rights: frozenset[Right]) -> bool:
    """Whether to show the pool: while there is nothing in it also to staff who let somebody enter it."""
    if registration.belongs_to(who):
        return True
    pool = registration.pool
    if (pool is None or not pool.figures) and Right.OPEN_LISTS in rights:
        return True
    entered_it = pool is not None and who.is_authenticated and pool.registered_by_id == who.pk
    return entered_it or reads_list(registration, who, rights)


def may_see_level(event: Event, rights: frozenset[Right]) -> bool:
    """Whether to show the level that a pool allows: to judges who do not play here, and to everyone if the event says
    so."""
    return event.tells_level or {Right.RULE, Right.SEE_LISTS} <= rights


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
    given = [address.lower() for address in addresses if address]
    known = EmailAddress.objects.filter(email__in=given, verified=True).values("user") if given else []
    readers = event.list_readers.not_playing()
    if user is not None and readers.filter(user=user).exists():
        raise Refused(
            "does-not-play",
            _(
                "You have said that you do not play in this event. An owner of the event can let you play, with a "
                "reason, on the page “Staff”."
            ),
        )
    if given and readers.filter(user__in=known).exists():
        raise Refused(
            "does-not-play",
            _(
                "The person with this address has said that they do not play in this event. An owner of the event "
                "can let them play, with a reason, on the page “Staff”."
            ),
        )

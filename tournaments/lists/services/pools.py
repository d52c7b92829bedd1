"""Limited pools of an event (1.1.2): entered by another player or by staff, checked by the owner, locked."""

import dataclasses
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import NotAllowed, Refused
from core.pages import live
from core.records.audit import record
from core.text.names import as_sorted
from rules.games import Catalogue
from teams.models import Pool
from teams.pools import services as pools
from teams.pools.models import PoolState
from tournaments.base.services.locking import event_lock, require
from tournaments.lists.services.event_facts import cards_for
from tournaments.lists.services.submission import recheck_list
from tournaments.lists.services.visibility import may_enter
from tournaments.models import Event, Registration, Right


def open_pool(*, registration: Registration, who: User) -> Pool:
    """Create an empty pool unless there is one. The owner shows its code to the player who enters it."""
    with _pool_lock(registration) as event:
        if not registration.belongs_to(who):
            require(event, who, Right.OPEN_LISTS)
        return registration.pool or _create_pool(event, registration, who)


def open_all_pools(*, event_id: int, who: User) -> None:
    """Create an empty pool for each player without one."""
    with event_lock(event_id) as event:
        _refuse_pools_now(event)
        require(event, who, Right.OPEN_LISTS)
        for registration in event.registrations.registered().filter(pool__isnull=True).order_by("pk"):
            _create_pool(event, registration, who)


def remove_empty_pools(*, event_id: int, who: User) -> None:
    """Remove the pools into which nothing has been entered; codes that are printed or shown already open nothing
    then."""
    with event_lock(event_id) as event:
        _refuse_pools_now(event)
        require(event, who, Right.OPEN_LISTS)
        empty = list(empty_pools(event).select_for_update(of=("self",)))
        if not empty:
            return
        record("empty-pools-removed", who=who, subject=event, scope=event, after={"pools": len(empty)})
        players = list(event.registrations.filter(pool__in=empty))
        for pool in empty:
            pool.delete()
        for player in players:
            _notify_pages(event, player)


def empty_pools(event: Event) -> QuerySet[Pool]:
    """Return the pools that are still as they were created: nothing entered, and never sent back."""
    return Pool.objects.filter(registration__event=event, state=PoolState.OPEN, figures=[], returned_because="")


def _create_pool(event: Event, registration: Registration, who: User) -> Pool:
    home = pool_page(event, registration)
    registration.pool = Pool.objects.create(owner=registration.user, name=event.name, home=home)
    registration.save(update_fields=["pool"])
    record("pool-opened", who=who, subject=registration.pool, scope=event)
    _notify_pages(event, registration)
    return registration.pool


def pool_page(event: Event, registration: Registration) -> str:
    return reverse("tournaments:pool", args=[event.slug, registration.pk])


def entry_page(event: Event, registration: Registration, pool: Pool) -> str:
    return reverse("tournaments:enter_pool", args=[event.slug, registration.pk, pool.code])


def register_pool(*, registration: Registration, who: User) -> Pool:
    """Register the pool; only the person who entered it can, never the owner."""
    with _pool_lock(registration) as event:
        if not may_enter(event, registration, who):
            raise NotAllowed(
                "not-in-this-event", _("Another player of this event or the staff has to register the pool.")
            )
        return _step(event, registration, pools.register_pool, by=who)


def lock_pool(*, registration: Registration, who: User) -> Pool:
    """Lock the pool, as its owner or as staff for a player who has no phone, and check the current list against it."""
    with _pool_lock(registration) as event:
        _require_owner_or_staff(event, registration, who)
        pool = _step(event, registration, pools.lock_pool, by=who)
        registration.pool = pool
        recheck_list(event, registration)
        return pool


def return_pool(*, registration: Registration, who: User, why: str) -> Pool:
    with _pool_lock(registration) as event:
        _require_owner_or_staff(event, registration, who)
        return _step(event, registration, pools.return_pool, by=who, why=why)


def unlock_pool(*, registration: Registration, who: User, why: str) -> Pool:
    """Unlock the pool with a reason; only for staff who do not play here. A list built from it is not legal until it is
    locked again."""
    with _pool_lock(registration) as event:
        require(event, who, Right.SEE_LISTS)
        registration.pool = _step(event, registration, pools.unlock_pool, by=who, why=why)
        recheck_list(event, registration)
        return registration.pool


@contextmanager
def _pool_lock(registration: Registration) -> Iterator[Event]:
    """Lock the event and read the registration again."""
    with event_lock(registration.event_id) as event:
        registration.refresh_from_db(fields=["pool", "user", "status"])
        _refuse_pools_now(event)
        yield event


def _refuse_pools_now(event: Event) -> None:
    if not event.is_limited:
        raise Refused("not-limited", _("Only limited events have pools."))
    if event.is_over:
        raise Refused("event-is-over", _("This event is over."))


def _step(event: Event, registration: Registration, step: Callable[..., Pool], **how: Any) -> Pool:
    if registration.pool is None:
        raise Refused("no-pool", _("This player has no pool yet."))
    done = step(pool=registration.pool, scope=event, **how)
    _notify_pages(event, registration)
    return done


def _notify_pages(event: Event, registration: Registration) -> None:
    live.notify(registration.topic, *event.topics("lists"))


def _require_owner_or_staff(event: Event, registration: Registration, who: User) -> None:
    if not registration.belongs_to(who):
        require(event, who, Right.SEE_LISTS)


@dataclasses.dataclass(frozen=True, slots=True)
class PoolRow:
    player: Registration
    pool: Pool | None
    level: int | None


def pool_rows(event: Event, *, sees_level: bool) -> list[PoolRow]:
    players = event.registrations.registered().named().select_related("pool__registered_by")
    known = cards_for(event)
    return [_row(player, sees_level, known) for player in sorted(players, key=lambda row: as_sorted(row.full_name))]


def _row(player: Registration, sees_level: bool, known: Catalogue) -> PoolRow:
    best = player.pool.reachable(known) if sees_level and player.pool else None
    return PoolRow(player, player.pool, best.level if best else None)


def players_without_pool(event: Event) -> int:
    """Count the players who cannot submit a limited list yet."""
    return event.registrations.registered().filter(pool__locked_at__isnull=True).count() if event.is_limited else 0

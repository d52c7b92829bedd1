"""Pools: their figures, and their steps: a pool is registered, checked by its owner and locked. Each step is a
transaction with audit entry.

Locking, returning and unlocking check no rights: the callers do.
"""

from collections.abc import Sequence

from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.profile.models import User
from core.errors import Refused
from core.records import audit
from teams.lists.services import slugs_of
from teams.models import LARGEST_POOL, Pool, PoolState

MOST_POOLS = 100


@transaction.atomic
def open_pool(*, owner: User, name: str) -> Pool:
    User.objects.select_for_update().get(pk=owner.pk)  # two windows that open one at once do not pass the limit
    _refuse_many(owner)
    return Pool.objects.create(owner=owner, name=name)


def _refuse_many(owner: User) -> None:
    if Pool.objects.private().filter(owner=owner).count() >= MOST_POOLS:
        raise Refused("too-many-pools", _("You have reached the maximum number of pools. Delete one first."))


@transaction.atomic
def delete_pool(*, pool: Pool) -> None:
    """Delete a pool. For a while it can be restored."""
    pool = locked_row(pool)
    _refuse_locked(pool)
    pool.removed_at = timezone.now()
    pool.save(update_fields=["removed_at"])


@transaction.atomic
def restore_pool(*, pool: Pool, who: User) -> Pool:
    owner = User.objects.select_for_update().get(pk=who.pk)
    row: Pool = Pool.with_deleted.select_for_update().get(pk=pool.pk)
    if row.removed_at is None:
        return row
    _refuse_many(owner)
    row.removed_at = None
    row.save(update_fields=["removed_at"])
    return row


def _refuse_locked(pool: Pool) -> None:
    if pool.is_locked:
        raise Refused("pool-locked", _("A locked pool cannot be deleted: an event may depend on it."))


@transaction.atomic
def add_figures(*, pool: Pool, figures: Sequence[str]) -> Pool:
    pool = open_row(pool)
    return _save_figures(pool, [*pool.figures, *slugs_of(figures)])


@transaction.atomic
def take_out(*, pool: Pool, figure: str) -> Pool:
    """Remove one copy of the figure, the one entered last."""
    pool = open_row(pool)
    if figure not in pool.figures:
        raise Refused("not-in-pool", _("This figure is not in the pool, or no longer."))
    place = len(pool.figures) - 1 - pool.figures[::-1].index(figure)
    return _save_figures(pool, pool.figures[:place] + pool.figures[place + 1 :])


@transaction.atomic
def replace_figures(*, pool: Pool, figures: Sequence[str]) -> Pool:
    return _save_figures(open_row(pool), slugs_of(figures))


def locked_row(pool: Pool) -> Pool:
    row = Pool.objects.select_for_update().filter(pk=pool.pk).first()
    if row is None:
        raise Refused("pool-deleted", _("This pool has been deleted."))
    return row


def open_row(pool: Pool) -> Pool:
    pool = locked_row(pool)
    if not pool.is_open:
        raise Refused("pool-not-open", _("This pool has been registered and can no longer be changed."))
    return pool


def _save_figures(pool: Pool, figures: list[str]) -> Pool:
    if len(figures) > LARGEST_POOL:
        raise Refused("pool-too-large", _("A pool holds at most 300 figures."))
    pool.figures = figures
    pool.save(update_fields=["figures"])
    return pool


@transaction.atomic
def register_pool(*, pool: Pool, by: User, scope: models.Model | None = None) -> Pool:
    """Register an entered pool, as another player than its owner, who checks it afterwards."""
    pool = open_row(pool)
    if by.pk == pool.owner_id:
        raise Refused("own-pool", _("Another player registers your pool; you check it afterwards."))
    if not pool.figures:
        raise Refused("pool-empty", _("Enter the figures first."))
    pool.state, pool.registered_by, pool.returned_because = PoolState.REGISTERED, by, ""
    pool.save(update_fields=["state", "registered_by", "returned_because"])
    audit.record("pool-registered", who=by, subject=pool, scope=scope, after={"figures": sorted(pool.figures)})
    return pool


def confirm_pool(*, pool: Pool, by: User) -> Pool:
    _refuse_others(pool, by)
    return lock_pool(pool=pool, by=by)


def send_pool_back(*, pool: Pool, by: User, why: str) -> Pool:
    _refuse_others(pool, by)
    return return_pool(pool=pool, by=by, why=why)


def reopen_pool(*, pool: Pool, by: User, why: str) -> Pool:
    if not by.has_perm("teams.judge_pools"):
        raise Refused("not-judge", _("Only a judge can reopen a locked pool."))
    return unlock_pool(pool=pool, by=by, why=why)


def _refuse_others(pool: Pool, by: User) -> None:
    if by.pk != pool.owner_id:
        raise Refused("not-owner", _("Only the owner of the pool can check it."))


@transaction.atomic
def lock_pool(*, pool: Pool, by: User, scope: models.Model | None = None) -> Pool:
    """Lock the pool after its list was compared with the figures on the table."""
    pool = _registered_row(pool)
    pool.state, pool.locked_at = PoolState.LOCKED, timezone.now()
    pool.save(update_fields=["state", "locked_at"])
    audit.record("pool-locked", who=by, subject=pool, scope=scope, after={"figures": sorted(pool.figures)})
    return pool


@transaction.atomic
def return_pool(*, pool: Pool, by: User, why: str, scope: models.Model | None = None) -> Pool:
    """Return the pool to the person who entered it, with a reason."""
    pool = _registered_row(pool)
    pool.state, pool.returned_because = PoolState.OPEN, why
    pool.save(update_fields=["state", "returned_because"])
    audit.record("pool-sent-back", who=by, subject=pool, scope=scope, why=why)
    return pool


def _registered_row(pool: Pool) -> Pool:
    pool = locked_row(pool)
    if not pool.is_registered:
        raise Refused("pool-not-registered", _("This pool is not waiting for a check."))
    return pool


@transaction.atomic
def unlock_pool(*, pool: Pool, by: User, why: str, scope: models.Model | None = None) -> Pool:
    """Unlock the pool to correct it, with a reason."""
    pool = locked_row(pool)
    if not why.strip():
        raise Refused("reason-missing", _("Say why the pool is reopened."))
    before = {"state": pool.state, "figures": sorted(pool.figures)}
    pool.state, pool.locked_at, pool.returned_because = PoolState.OPEN, None, why
    pool.save(update_fields=["state", "locked_at", "returned_because"])
    audit.record("pool-reopened", who=by, subject=pool, scope=scope, before=before, why=why)
    return pool

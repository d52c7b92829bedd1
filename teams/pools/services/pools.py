"""Opening pools and entering their figures."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.profile.models import User
from core.errors import Refused
from teams.lists.services.figures import slugs_of
from teams.models import LARGEST_POOL, Pool

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
    pool = locked_row(pool)
    _refuse_locked(pool)
    pool.delete()


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

"""What is done with lists and pools: each deed one transaction, in the journal where others rely on it."""

from collections.abc import Sequence

from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import journal
from accounts.errors import Refused
from accounts.users import User
from rules.cards import catalogue
from rules.teamlist import TeamList as Document
from teams.models import LARGEST_POOL, Pool, PoolState, TeamList

MOST_LISTS = 300
MOST_POOLS = 100
LARGEST_LIST = 60  # room to think: a team has at most 8


@transaction.atomic
def save_list(
    *, owner: User, document: Document, team: TeamList | None = None, from_pool: Pool | None = None
) -> TeamList:
    """A new list, or a saved one changed; a name that is taken gets a number instead of overwriting what is there."""
    if len(document.figures) > LARGEST_LIST or len(document.pool) > LARGEST_POOL:
        raise Refused("list-too-large", _("A saved list holds at most 60 figures, and a pool 300."))
    User.objects.select_for_update().get(pk=owner.pk)  # two windows that save at once get two names
    if team is None and TeamList.objects.of(owner).count() >= MOST_LISTS:
        raise Refused("too-many-lists", _("You have as many lists as can be kept. Delete one first."))
    team = team or TeamList(owner=owner)
    team.name = _free_name(owner, document.name.strip() or str(_("My team")), team.pk or 0)
    team.team_format, team.legality = document.team_format, document.legality
    team.figures, team.pool = _slugs(document.figures), _slugs(document.pool)
    team.from_pool = from_pool
    team.save()
    return team


def _free_name(owner: User, wanted: str, pk: int) -> str:
    longest = TeamList._meta.get_field("name").max_length or 200
    taken = set(TeamList.objects.of(owner).exclude(pk=pk).values_list("name", flat=True))
    tries = [wanted[:longest], *(f"{wanted[: longest - 6]} ({n})" for n in range(2, MOST_LISTS + 3))]
    return next(name for name in tries if name not in taken)


def _slugs(figures: Sequence[str]) -> list[str]:
    found = [catalogue().find(figure) for figure in figures]
    if None in found:
        raise Refused("unknown-figure", _("Some figures are not in the catalogue."))
    return [card.slug for card in found if card]


@transaction.atomic
def open_pool(*, owner: User, name: str) -> Pool:
    if Pool.objects.private().filter(owner=owner).count() >= MOST_POOLS:
        raise Refused("too-many-pools", _("You have as many pools as can be kept. Delete one first."))
    return Pool.objects.create(owner=owner, name=name)


def _locked_row(pool: Pool) -> Pool:
    return Pool.objects.select_for_update().get(pk=pool.pk)


@transaction.atomic
def add_figures(*, pool: Pool, figures: Sequence[str]) -> Pool:
    pool = _open_row(pool)
    return _keep(pool, [*pool.figures, *_slugs(figures)])


@transaction.atomic
def take_out(*, pool: Pool, figure: str) -> Pool:
    """One copy of it, the last that was entered."""
    pool = _open_row(pool)
    if figure not in pool.figures:
        raise Refused("not-in-pool", _("The pool does not hold this figure (any more)."))
    place = len(pool.figures) - 1 - pool.figures[::-1].index(figure)
    return _keep(pool, pool.figures[:place] + pool.figures[place + 1 :])


@transaction.atomic
def replace_figures(*, pool: Pool, figures: Sequence[str]) -> Pool:
    return _keep(_open_row(pool), _slugs(figures))


def _open_row(pool: Pool) -> Pool:
    pool = _locked_row(pool)
    if not pool.is_open:
        raise Refused("pool-not-open", _("This pool has been registered; its figures stand."))
    return pool


def _keep(pool: Pool, figures: list[str]) -> Pool:
    if len(figures) > LARGEST_POOL:
        raise Refused("pool-too-large", _("A pool holds at most 300 figures."))
    pool.figures = figures
    pool.save(update_fields=["figures"])
    return pool


@transaction.atomic
def register_pool(*, pool: Pool, by: User, scope: models.Model | None = None) -> Pool:
    """Another player vouches for what was opened; the owner cannot do that for himself."""
    pool = _open_row(pool)
    if by.pk == pool.owner_id:
        raise Refused("own-pool", _("Another player registers your pool; you check it afterwards."))
    if not pool.figures:
        raise Refused("pool-empty", _("Enter the figures first."))
    pool.state, pool.registered_by = PoolState.REGISTERED, by
    pool.save(update_fields=["state", "registered_by"])
    journal.record("pool-registered", who=by, subject=pool, scope=scope, after={"figures": sorted(pool.figures)})
    return pool


def confirm_pool(*, pool: Pool, by: User) -> Pool:
    _refuse_others(pool, by)
    return lock_pool(pool=pool, by=by)


def send_pool_back(*, pool: Pool, by: User, why: str) -> Pool:
    _refuse_others(pool, by)
    return return_pool(pool=pool, by=by, why=why)


def reopen_pool(*, pool: Pool, by: User, why: str) -> Pool:
    if not by.has_perm("teams.judge_pools"):
        raise Refused("not-judge", _("Only a judge opens a locked pool."))
    return unlock_pool(pool=pool, by=by, why=why)


def _refuse_others(pool: Pool, by: User) -> None:
    if by.pk != pool.owner_id:
        raise Refused("not-owner", _("Only the owner of the pool checks it."))


# --- the steps themselves: whoever calls them has looked at who may take them --------------------------------------


@transaction.atomic
def lock_pool(*, pool: Pool, by: User, scope: models.Model | None = None) -> Pool:
    """The list was held against the figures on the table: from now on it stands."""
    pool = _registered_row(pool)
    pool.state, pool.locked_at = PoolState.LOCKED, timezone.now()
    pool.save(update_fields=["state", "locked_at"])
    journal.record("pool-locked", who=by, subject=pool, scope=scope, after={"figures": sorted(pool.figures)})
    return pool


@transaction.atomic
def return_pool(*, pool: Pool, by: User, why: str, scope: models.Model | None = None) -> Pool:
    """To whoever entered it: something was wrong."""
    pool = _registered_row(pool)
    pool.state = PoolState.OPEN
    pool.save(update_fields=["state"])
    journal.record("pool-sent-back", who=by, subject=pool, scope=scope, why=why)
    return pool


def _registered_row(pool: Pool) -> Pool:
    pool = _locked_row(pool)
    if not pool.is_registered:
        raise Refused("pool-not-registered", _("This pool does not wait for a check."))
    return pool


@transaction.atomic
def unlock_pool(*, pool: Pool, by: User, why: str, scope: models.Model | None = None) -> Pool:
    """With a reason: what was locked was wrong after all."""
    pool = _locked_row(pool)
    if not why.strip():
        raise Refused("reason-missing", _("Say why the pool is opened again."))
    before = {"state": pool.state, "figures": sorted(pool.figures)}
    pool.state, pool.locked_at = PoolState.OPEN, None
    pool.save(update_fields=["state", "locked_at"])
    journal.record("pool-reopened", who=by, subject=pool, scope=scope, before=before, why=why)
    return pool

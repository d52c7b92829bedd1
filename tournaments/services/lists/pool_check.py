"""Locked pools as a condition for publishing a round: no entered pool may change after play."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from core.errors import Refused
from tournaments.models import Event, Registration, Round


def with_open_pool(event: Event, unpublished: Round) -> list[Registration]:
    """Return players of this round whose pool has figures but is not locked."""
    return [player for player in _seated(event, unpublished) if _has_figures(player) and player.locked_pool is None]


def without_pool(event: Event, unpublished: Round) -> list[Registration]:
    """Return players of this round without a pool; empty if nobody has one, since pools can be kept on paper."""
    seated = list(_seated(event, unpublished))
    lacking = [player for player in seated if not _has_figures(player)]
    return lacking if len(lacking) < len(seated) else []


def refuse_open_pools(event: Event, unpublished: Round) -> None:
    players = with_open_pool(event, unpublished)
    if players:
        message = _("Lock these pools before publishing the round: %(names)s.")
        names = ", ".join(player.full_name for player in players)
        raise Refused("pools-not-locked", message % {"names": names}, players=[player.pk for player in players])


def _seated(event: Event, unpublished: Round) -> Iterable[Registration]:
    if not event.is_limited:
        return []
    return Registration.objects.filter(seats__round=unpublished).named().select_related("pool")


def _has_figures(player: Registration) -> bool:
    return bool(player.pool and player.pool.figures)

"""The pages of a pool at an event, and the way of a pool through the services."""

from django.test import Client

from accounts.models import User
from teams.models import Pool
from tournaments.lists.services import pools
from tournaments.models import Registration

BOOSTERS = ["ush", "kivin", "kivin", "bill-tell", "nox"]
BEST = ["ush", "kivin", "kivin", "nox"]


def browser(user: User | None) -> Client:
    client = Client()
    if user:
        client.force_login(user)
    return client


def entry_of(player: Registration) -> str:
    player.refresh_from_db()
    assert player.pool
    return f"/events/{player.event.slug}/pools/{player.pk}/enter/{player.pool.code}/"


def page_of(player: Registration) -> str:
    return f"/events/{player.event.slug}/pools/{player.pk}/"


def locked_pool(player: Registration, by: User, figures: list[str] | None = None) -> Pool:
    """Through the services: opened, entered, registered by somebody else, locked."""
    owner = player.user
    assert owner is not None
    pool = pools.open_pool(registration=player, who=owner)
    Pool.objects.filter(pk=pool.pk).update(figures=figures or BOOSTERS)
    pools.register_pool(registration=player, who=by)
    return pools.lock_pool(registration=player, who=owner)

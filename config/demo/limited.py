"""A draft evening before its first round: pods are drawn, and there is a pool in every state."""

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from config.demo.people import Hosts, players, user_of
from config.demo.setup import change_state, create_demo_event, register
from rules.games import DEFAULT
from teams.pools.services import replace_figures
from tools.selfplay.rng import Rng
from tools.selfplay.teams import random_team
from tournaments.lists.services.pods import draw_pods
from tournaments.lists.services.pools import lock_pool, open_pool, register_pool
from tournaments.lists.services.submission import submit_list
from tournaments.models import Event, EventState, Registration
from tournaments.players.services.check_in import check_in

PLAYERS = 12  # two pods of six
LOCKED, WITH_A_LIST, REGISTERED, OPENED = 5, 3, 3, 2  # the last two have no pool yet
OTHER_PICKS = 8  # besides those of the team


def drafting(hosts: Hosts) -> Event:
    """This evening: two pods; the player who can sign in has a pool to check."""
    event = create_demo_event(
        hosts,
        _("Astrub Draft Evening"),
        days=0,
        starts_at=_this_evening(),
        ends_at=_this_evening() + timedelta(hours=6),
        capacity=16,
        team_format="limited",
        limited_kind="draft",
        swiss_rounds=3,
        pod_rounds=3,
        entry_fee="12 €",
        prizes=_("1: trophy\n2-4: booster"),
        description=_("Three boosters each, drafted in pods and played inside the pod."),
    )
    change_state(event, hosts, EventState.REGISTRATION)
    register(event, hosts, _people(), lists_of=0)
    change_state(event, hosts, EventState.CHECK_IN)
    for player in event.registrations.all():
        check_in(registration=player, who=hosts.organiser)
    draw_pods(event_id=event.pk, who=hosts.organiser)
    _enter_pools(list(event.registrations.named()))
    return event


def _this_evening() -> datetime:
    return timezone.now().replace(minute=0, second=0, microsecond=0) + timedelta(hours=2)


def _people() -> list[User]:
    """The player who can sign in comes after those whose pools are locked."""
    player, *others = players(PLAYERS)
    return [*others[:LOCKED], player, *others[LOCKED:]]


def _enter_pools(seats: list[Registration]) -> None:
    rng = Rng("pools")
    with_a_pool = seats[: LOCKED + REGISTERED + OPENED]
    for place, seat in enumerate(with_a_pool):
        team = random_team(rng)
        picks = [*team, *(card.slug for card in rng.shuffled(DEFAULT.catalogue().cards)[:OTHER_PICKS])]
        pool = open_pool(registration=seat, who=user_of(seat))
        if place >= LOCKED + REGISTERED:  # still being entered
            replace_figures(pool=pool, figures=picks[:OTHER_PICKS])
            continue
        replace_figures(pool=pool, figures=picks)
        register_pool(registration=seat, who=user_of(with_a_pool[place - 1]))
        if place < LOCKED:
            lock_pool(registration=seat, who=user_of(seat))
        if place < WITH_A_LIST:
            submit_list(registration=seat, who=user_of(seat), figures=team)

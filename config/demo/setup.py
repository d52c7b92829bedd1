"""The steps before the first round of an event: players, lists, check-in."""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from itertools import chain
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from config.demo.people import CLUBS, Hosts
from tools.selfplay.rng import Rng
from tools.selfplay.table_teams import random_pairs
from tools.selfplay.teams import random_team
from tournaments.events.services.editing import create_event
from tournaments.lifecycle.services.transitions import change_event_state
from tournaments.lists.services.reading import declare_not_playing
from tournaments.lists.services.submission import submit_list
from tournaments.models import Event, EventState, Role, Staff, TeamFormat
from tournaments.players.services.check_in import check_in
from tournaments.players.services.links import claim
from tournaments.players.services.registration import add_player

ARENAS = ["the-pit", "bonta-1", "frigost-1"]


def create_demo_event(hosts: Hosts, name: str, *, days: int, **fields: Any) -> Event:
    starts = timezone.now().replace(minute=0, second=0, microsecond=0) + timedelta(days=days)
    about = {
        "name": name,
        "place": _("Youth centre, great hall"),
        "time_zone": "Europe/Paris",
        "starts_at": starts,
        "ends_at": starts + timedelta(hours=11),
        "arenas": ARENAS,
    }
    event = create_event(who=hosts.organiser, fields=about | fields)
    Staff.objects.create(event=event, user=hosts.head_judge, role=Role.HEAD_JUDGE)
    Staff.objects.create(event=event, user=hosts.judge, role=Role.JUDGE)
    for who in (hosts.head_judge, hosts.judge):
        declare_not_playing(event_id=event.pk, who=who)
    return event


def change_state(event: Event, hosts: Hosts, *states: EventState) -> None:
    for state in states:
        change_event_state(event_id=event.pk, who=hosts.organiser, to=state)
    event.refresh_from_db()


def register(
    event: Event, hosts: Hosts, people: list[User], lists_of: int | None = None, teams: Iterable[list[str]] = ()
) -> None:
    """The first `lists_of` of them, or all, submit a list: one of `teams`, or one by chance."""
    lists = chain(teams, _teams(event, Rng(event.slug), len(people)))
    for place, person in enumerate(people):
        about = {"club": CLUBS[place % len(CLUBS)], "paid": place % 3 > 0, "is_minor": person.is_minor}
        added = add_player(event_id=event.pk, who=hosts.organiser, about=about | {"guest_name": person.public_name})
        player = claim(token=added.claim_token, who=person)
        if lists_of is None or place < lists_of:
            submit_list(registration=player, who=person, figures=next(lists))


def _teams(event: Event, rng: Rng, players: int) -> Iterator[list[str]]:
    if event.format.team_format:
        yield from random_pairs(rng, players)
    while True:
        yield rng.shuffled(event.rules.lists.box)[:4] if event.team_format == TeamFormat.BOX else random_team(rng)


def start(event: Event, hosts: Hosts) -> None:
    change_state(event, hosts, EventState.CHECK_IN)
    for player in event.registrations.all():
        check_in(registration=player, who=hosts.organiser)
    change_state(event, hosts, EventState.RUNNING)

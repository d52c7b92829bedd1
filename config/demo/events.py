"""The three events of the demonstration, made through the same services as every other event."""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from config.demo.games import Played, hand_in, play, with_a_slip
from config.demo.people import CLUBS, Hosts, crowd
from rules.selfplay import Chance
from rules.selfplay.teams import random_team
from tournaments.models import Event, EventState, Match, Outcome, Role, Round, Staff
from tournaments.services.announcing import announce
from tournaments.services.check_in import check_in
from tournaments.services.drafting import pair_round
from tournaments.services.events import create_event
from tournaments.services.lists import submit_list
from tournaments.services.moving import move_event
from tournaments.services.publishing import publish_round
from tournaments.services.registering import add_player
from tournaments.services.reporting import confirm_result, dispute_result, report_result
from tournaments.services.results import enter_result
from tournaments.services.scores import Score
from tournaments.services.timer import start_timer

ARENAS = ["the-pit", "bonta-1", "frigost-1"]


@transaction.atomic
def announced(hosts: Hosts) -> Event:
    """In a month; some have registered, and most of the lists are still to come."""
    event = _event(
        hosts,
        _("Amakna Open"),
        days=30,
        capacity=32,
        cut_size=8,
        entry_fee="5 €",
        prizes=_("1: trophy\n2-4: booster"),
        description=_("Constructed, **Swiss rounds and a top cut**. Beginners are welcome."),
    )
    _move(event, hosts, EventState.REGISTRATION)
    _register(event, hosts, crowd(15)[1:], lists_of=5)
    return event


@transaction.atomic
def running(hosts: Hosts) -> Event:
    """24 players in round 3: results, open tables, a dispute, and logs that need a judge."""
    event = _event(hosts, _("Brâkmar League Day"), days=0, capacity=32, swiss_rounds=5, cut_size=4)
    _move(event, hosts, EventState.REGISTRATION)
    _register(event, hosts, crowd(24))
    _start(event, hosts)
    for number in (1, 2):
        games = [play(match) for match in _next_round(event, hosts)]
        for game in games:
            _agree(game)
        for place, game in enumerate(games[:6]):
            hand_in(with_a_slip(game) if place == number else game, _user(game.match.a))
    _halfway(_next_round(event, hosts))
    announce(event_id=event.pk, who=hosts.organiser, text=_("The canteen closes at 2 pm: eat between rounds 3 and 4."))
    return event


@transaction.atomic
def finished(hosts: Hosts) -> Event:
    """64 players, six rounds and a cut to eight: everything is over."""
    event = _event(hosts, _("Pandala Championship"), days=-14, capacity=64, swiss_rounds=6, cut_size=8)
    _move(event, hosts, EventState.REGISTRATION)
    _register(event, hosts, crowd(64))
    _start(event, hosts)
    for _round in range(6):
        _play_out(hosts, _next_round(event, hosts))
    _move(event, hosts, EventState.CUT)
    _play_out(hosts, _publish(hosts, event.rounds.get(state="draft")))
    for _round in range(2):
        _play_out(hosts, _next_round(event, hosts))
    _move(event, hosts, EventState.FINISHED)
    return event


# --- before the first round ---------------------------------------------------------------------------------------


def _event(hosts: Hosts, name: str, *, days: int, **fields: Any) -> Event:
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
    return event


def _move(event: Event, hosts: Hosts, *states: EventState) -> None:
    for state in states:
        move_event(event_id=event.pk, who=hosts.organiser, to=state)
    event.refresh_from_db()


def _register(event: Event, hosts: Hosts, people: list[User], lists_of: int | None = None) -> None:
    chance = Chance(event.slug)
    for place, person in enumerate(people):
        about = {"club": CLUBS[place % len(CLUBS)], "paid": place % 3 > 0, "is_minor": person.is_minor}
        player = add_player(event_id=event.pk, who=hosts.organiser, about=about, user=person)
        if lists_of is None or place < lists_of:
            submit_list(registration=player, who=person, figures=random_team(chance))


def _start(event: Event, hosts: Hosts) -> None:
    _move(event, hosts, EventState.CHECK_IN)
    for player in event.registrations.all():
        check_in(registration=player, who=hosts.organiser)
    _move(event, hosts, EventState.RUNNING)


# --- rounds -------------------------------------------------------------------------------------------------------


def _next_round(event: Event, hosts: Hosts) -> list[Match]:
    return _publish(hosts, pair_round(event_id=event.pk, who=hosts.organiser))


def _publish(hosts: Hosts, drafted: Round) -> list[Match]:
    publish_round(round_id=drafted.pk, who=hosts.organiser)
    drafted.refresh_from_db()
    start_timer(played=drafted, who=hosts.organiser)
    return [match for match in drafted.matches.named().by_table() if not match.is_bye]


def _play_out(hosts: Hosts, matches: list[Match]) -> None:
    """Results only: nobody kept logs of these games."""
    for match in matches:
        chance = Chance(match.pk)
        glory = chance.one_of((6, 7, 9, 10, 13))
        score = Score(Outcome.A, glory, 0) if chance.happens(0.5) else Score(Outcome.B, 0, glory)
        enter_result(match_id=match.pk, who=hosts.organiser, score=score)


def _agree(game: Played) -> None:
    match = report_result(match_id=game.match.pk, who=_user(game.match.a), score=game.score)
    assert match.b is not None
    confirm_result(match_id=match.pk, who=_user(match.b), seen_version=match.version)


def _halfway(matches: list[Match]) -> None:
    """Some tables are done, at one the players disagree, at two only one has spoken, the others still play."""
    for game in map(play, matches[1:5]):
        _agree(game)
    disputed, *half = map(play, matches[5:8])
    match = report_result(match_id=disputed.match.pk, who=_user(disputed.match.a), score=disputed.score)
    assert match.b is not None
    dispute_result(
        match_id=match.pk, who=_user(match.b), seen_version=match.version, note=_("My Queen was not knocked out.")
    )
    for game in half:
        report_result(match_id=game.match.pk, who=_user(game.match.a), score=game.score)


def _user(seat: Any) -> User:
    user: User = seat.user
    return user

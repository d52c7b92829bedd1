"""The three constructed events of the demonstration, created through the same services as every other event."""

from django.utils.translation import gettext as _

from config.demo.desk import fill_desk
from config.demo.games import play, submit, with_an_error
from config.demo.people import Hosts, players, user_of
from config.demo.rounds import next_round, play_half_the_round, play_out, publish, report_and_confirm
from config.demo.setup import change_state, create_demo_event, register, start
from tournaments.models import Event, EventState
from tournaments.services.events.announcements import announce


def announced(hosts: Hosts) -> Event:
    """Takes place in a month; some players have registered, and most lists are missing."""
    event = create_demo_event(
        hosts,
        _("Amakna Open"),
        days=30,
        capacity=32,
        cut_size=8,
        entry_fee="5 €",
        prizes=_("1: trophy\n2-4: booster"),
        description=_("Constructed, **Swiss rounds and a top cut**. Beginners are welcome."),
    )
    change_state(event, hosts, EventState.REGISTRATION)
    register(event, hosts, players(15)[1:], lists_of=5)
    return event


def running(hosts: Hosts) -> Event:
    """24 players in round 3: results, open tables, a dispute, and logs that need a judge."""
    event = create_demo_event(hosts, _("Brâkmar League Day"), days=0, capacity=32, swiss_rounds=5, cut_size=4)
    change_state(event, hosts, EventState.REGISTRATION)
    register(event, hosts, players(24))
    start(event, hosts)
    for number in (1, 2):
        games = [play(match) for match in next_round(event, hosts)]
        for game in games:
            report_and_confirm(game)
        for place, game in enumerate(games[:6]):
            submit(with_an_error(game) if place == number else game, user_of(game.match.a))
    matches = next_round(event, hosts)
    play_half_the_round(matches[:6])
    fill_desk(matches[6:12], hosts)
    announce(event_id=event.pk, who=hosts.organiser, text=_("The canteen is open until round 4 begins."))
    return event


def finished(hosts: Hosts) -> Event:
    """64 players, six rounds and a top 8, all played."""
    event = create_demo_event(
        hosts,
        _("Pandala Championship"),
        days=-14,
        capacity=64,
        swiss_rounds=6,
        cut_size=8,
        prizes=_("1: trophy\n2-4: booster"),
    )
    change_state(event, hosts, EventState.REGISTRATION)
    register(event, hosts, players(64))
    start(event, hosts)
    for _round in range(6):
        play_out(hosts, next_round(event, hosts))
    change_state(event, hosts, EventState.CUT)
    play_out(hosts, publish(hosts, event.rounds.get(state="draft")))
    for _round in range(2):
        play_out(hosts, next_round(event, hosts))
    change_state(event, hosts, EventState.FINISHED)
    return event

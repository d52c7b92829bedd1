"""The three events of the demonstration, made through the same services as every other event."""

from django.db import transaction
from django.utils.translation import gettext as _

from config.demo.games import hand_in, play, with_a_slip
from config.demo.people import Hosts, crowd
from config.demo.preparing import an_event, move, register, start
from config.demo.rounds import agree, halfway, next_round, play_out, publish, user_of
from tournaments.models import Event, EventState
from tournaments.services.events.announcements import announce


@transaction.atomic
def announced(hosts: Hosts) -> Event:
    """In a month; some have registered, and most of the lists are still to come."""
    event = an_event(
        hosts,
        _("Amakna Open"),
        days=30,
        capacity=32,
        cut_size=8,
        entry_fee="5 €",
        prizes=_("1: trophy\n2-4: booster"),
        description=_("Constructed, **Swiss rounds and a top cut**. Beginners are welcome."),
    )
    move(event, hosts, EventState.REGISTRATION)
    register(event, hosts, crowd(15)[1:], lists_of=5)
    return event


@transaction.atomic
def running(hosts: Hosts) -> Event:
    """24 players in round 3: results, open tables, a dispute, and logs that need a judge."""
    event = an_event(hosts, _("Brâkmar League Day"), days=0, capacity=32, swiss_rounds=5, cut_size=4)
    move(event, hosts, EventState.REGISTRATION)
    register(event, hosts, crowd(24))
    start(event, hosts)
    for number in (1, 2):
        games = [play(match) for match in next_round(event, hosts)]
        for game in games:
            agree(game)
        for place, game in enumerate(games[:6]):
            hand_in(with_a_slip(game) if place == number else game, user_of(game.match.a))
    halfway(next_round(event, hosts))
    announce(event_id=event.pk, who=hosts.organiser, text=_("The canteen closes at 2 pm: eat between rounds 3 and 4."))
    return event


@transaction.atomic
def finished(hosts: Hosts) -> Event:
    """64 players, six rounds and a cut to eight: everything is over."""
    event = an_event(hosts, _("Pandala Championship"), days=-14, capacity=64, swiss_rounds=6, cut_size=8)
    move(event, hosts, EventState.REGISTRATION)
    register(event, hosts, crowd(64))
    start(event, hosts)
    for _round in range(6):
        play_out(hosts, next_round(event, hosts))
    move(event, hosts, EventState.CUT)
    play_out(hosts, publish(hosts, event.rounds.get(state="draft")))
    for _round in range(2):
        play_out(hosts, next_round(event, hosts))
    move(event, hosts, EventState.FINISHED)
    return event

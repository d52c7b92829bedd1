"""The three constructed events of the demonstration, created through the same services as every other event."""

from dataclasses import replace

from django.utils.translation import gettext as _

from config.demo.people import Hosts, players, user_of
from config.demo.rounds import (
    MOST_TRIES,
    Played,
    next_round,
    play,
    play_half_the_round,
    play_out,
    publish,
    report_and_confirm,
    submit,
    with_an_error,
)
from config.demo.setup import change_state, create_demo_event, register, start
from judging.cases.services.desk import call_judge, claim
from judging.rulings.services.appeals import appeal
from judging.rulings.services.decisions import Decision, Remedy
from judging.rulings.services.ruling import rule
from tools.selfplay.mutation import mutate
from tools.selfplay.rng import Rng
from tournaments.events.services.announcements import announce
from tournaments.models import Event, EventState, Match

# Errors that can be seen on the board: a step without MP, a spell out of range, a spell without AP.
ILLEGAL_MOVES = ("step-without-mp", "out-of-range", "cast-without-ap")


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


# -- the cases at the desk: illegal moves, two logs that differ, a call, an appeal -------------------------------------


def fill_desk(matches: list[Match], hosts: Hosts) -> None:
    """Open cases at the last tables of the round, which are still playing."""
    disputed_logs, calling, appealing, *broken = matches
    for match, rule_broken in zip(broken, ILLEGAL_MOVES, strict=True):
        submit(with_illegal_move(match, rule_broken), user_of(match.a))
    _two_logs(disputed_logs)
    call_judge(match=calling, by=user_of(calling.a), text=_("May my summon act in the turn in which it came?"))
    _appeal(appealing, hosts)


def with_illegal_move(match: Match, broken: str) -> Played:
    """A game in which this mutator could break its rule."""
    game = play(match)
    for attempt in range(MOST_TRIES):
        mutated = mutate(game.log, Rng(match.pk + attempt), only=[broken])
        if mutated is not None:
            return replace(game, log=mutated.document)
        game = play(match, first_try=attempt + 1)
    raise RuntimeError(f"no game of match {match.pk} allows {broken}")


def _two_logs(match: Match) -> None:
    """Two logs of the same game that disagree about one step."""
    game = play(match)
    assert match.b is not None
    submit(game, user_of(match.a))
    submit(replace(game, log=with_illegal_move(match, ILLEGAL_MOVES[0]).log), user_of(match.b))


def _appeal(match: Match, hosts: Hosts) -> None:
    """A call with a ruling, which the player appeals to the head judge."""
    case = call_judge(match=match, by=user_of(match.a), text=_("My opponent moved two figures at once."))
    claim(case_id=case.pk, judge=hosts.judge)
    message = _("The position stands as it is: play on.")
    decision = Decision(remedy=Remedy.STANDS, reason=_("Nobody else has seen it."), message=message)
    rule(case_id=case.pk, judge=hosts.judge, decision=decision)
    appeal(case_id=case.pk, by=user_of(match.a), text=_("The next table has seen it and was not asked."))

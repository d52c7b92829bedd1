"""Open cases of the demonstration's desk: illegal moves, two logs that differ, a call, an appeal."""

from dataclasses import replace

from django.utils.translation import gettext as _

from config.demo.games import Played, play, submit
from config.demo.people import Hosts, user_of
from judging.services.cases.desk import call_judge, claim
from judging.services.rulings.appeals import appeal
from judging.services.rulings.decisions import Decision, Remedy
from judging.services.rulings.ruling import rule
from tools.selfplay.mutation import mutate
from tools.selfplay.rng import Rng
from tournaments.models import Match

# Errors that can be seen on the board: a step without MP, a spell out of range, a spell without AP.
ILLEGAL_MOVES = ("step-without-mp", "out-of-range", "cast-without-ap")
MOST_TRIES = 20


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

"""The two free-for-all events of the demonstration: one in its second round, and a finished one with its cut."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from accounts.models import User
from config.demo.people import Hosts, players, user_of
from config.demo.rounds import next_round, publish
from config.demo.setup import change_state, create_demo_event, register, start
from tools.selfplay.rng import Rng
from tournaments.events.models.settings import Mode
from tournaments.models import Event, EventState, Match
from tournaments.results.services.entry import enter_result
from tournaments.results.services.reporting import confirm_result, dispute_result, report_result
from tournaments.results.services.scores import Score


def evening(hosts: Hosts) -> Event:
    """14 players at tables of four and three, in round 2: one result is in, one is disputed, the others are playing."""
    event = _event(hosts, _("Evening at Tables of Four"), players(15)[1:], days=0, swiss_rounds=3, cut_size=4)
    _play_out(hosts, next_round(event, hosts))
    done, disputed, *_playing = next_round(event, hosts)
    _agree(done, _score(done))
    first, second, *_others = disputed.seats()
    match = report_result(match_id=disputed.pk, who=user_of(first), score=_score(disputed))
    note = _("I had 4 GG left, the report says 0.")
    dispute_result(match_id=match.pk, who=user_of(second), seen_version=match.version, note=note)
    return event


def finished_cup(hosts: Hosts) -> Event:
    """18 players, three rounds and a top 16, all played."""
    prizes = _("1: trophy\n2-4: booster")
    event = _event(
        hosts, _("Sufokia Four-Player Cup"), players(19)[1:], days=-7, swiss_rounds=3, cut_size=16, prizes=prizes
    )
    for _round in range(3):
        _play_out(hosts, next_round(event, hosts))
    change_state(event, hosts, EventState.CUT)
    _play_out(hosts, publish(hosts, event.rounds.get(state="draft")))
    _play_out(hosts, next_round(event, hosts))
    change_state(event, hosts, EventState.FINISHED)
    return event


def _event(hosts: Hosts, name: str, people: list[User], **fields: object) -> Event:
    event = create_demo_event(hosts, name, capacity=32, mode=Mode.FREE_FOR_ALL, **fields)  # type: ignore[arg-type]
    change_state(event, hosts, EventState.REGISTRATION)
    register(event, hosts, people)
    start(event, hosts)
    return event


def _play_out(hosts: Hosts, matches: Iterable[Match]) -> None:
    for match in matches:
        enter_result(match_id=match.pk, who=hosts.organiser, score=_score(match))


def _agree(match: Match, score: Score) -> None:
    """The first player reports, and all others confirm."""
    first, *others = match.seats()
    version = report_result(match_id=match.pk, who=user_of(first), score=score).version
    for player in others:
        version = confirm_result(match_id=match.pk, who=user_of(player), seen_version=version).version


def _score(match: Match) -> Score:
    """Random places; the winner has all remaining GG."""
    rng = Rng(match.pk)
    places = tuple(rng.shuffled(range(1, len(match.seats()) + 1)))
    glory = rng.one_of((5, 6, 8, 11))
    return Score(places, tuple(glory if place == 1 else 0 for place in places))

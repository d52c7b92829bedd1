"""The events of the demonstration, created through the same services as every other event: four of duels, six crews,
two free-for-alls, and a draft evening before its first round."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from config.demo.people import Hosts, players, user_of
from config.demo.rounds import (
    MOST_TRIES,
    Played,
    agree,
    next_round,
    play,
    play_half_the_round,
    play_out,
    publish,
    submit,
    with_a_second_roll,
    with_an_error,
)
from config.demo.setup import change_state, create_demo_event, register, start
from judging.cases.services.desk import call_judge, claim
from judging.rulings.services.appeals import appeal
from judging.rulings.services.decisions import Decision, Remedy
from judging.rulings.services.ruling import rule
from rules.games import DEFAULT, FIRST_BOX
from teams.pools.services import replace_figures
from tools.selfplay.mutation import mutate
from tools.selfplay.rng import Rng
from tools.selfplay.teams import random_team
from tournaments.events.models.settings import Mode, TeamFormat
from tournaments.events.services.announcements import announce
from tournaments.lists.services.pods import draw_pods
from tournaments.lists.services.pools import lock_pool, open_pool, register_pool
from tournaments.lists.services.submission import submit_list
from tournaments.models import Event, EventState, Match, Registration, RewardBox
from tournaments.players.services.check_in import check_in
from tournaments.players.services.crews import form_crew
from tournaments.results.services.entry import enter_result
from tournaments.results.services.reporting import dispute_result, report_result
from tournaments.results.services.scores import Score

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
            agree(game.match, game.score)
        for place, game in enumerate(games[:6]):
            submit(with_an_error(game) if place == number else game, user_of(game.match.a))
    own = event.registrations.get(user=hosts.player)
    matches = sorted(next_round(event, hosts), key=lambda match: match.seat_of(own) is None)
    play_half_the_round(matches[:6])  # the first table still plays: that of the player who can sign in
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


def first_box(hosts: Hosts) -> Event:
    """Eight players by the rule book of 2013, in round 2: one log of round 1 breaks the rule of the second roll."""
    event = create_demo_event(
        hosts,
        _("Cup of the First Box"),
        days=0,
        ruleset=FIRST_BOX.slug,
        team_format=TeamFormat.BOX,
        rewards=RewardBox.ORIGINAL,
        capacity=8,
        swiss_rounds=3,
        cut_size=2,
        arenas=["the-pit"],
        description=_("By the rule book of 2013, with four figures of the box each. Games and dice are made up."),
    )
    change_state(event, hosts, EventState.REGISTRATION)
    register(event, hosts, players(9)[1:])
    start(event, hosts)
    recorded, rolled_again, *others = next_round(event, hosts)
    for game in (play(recorded, is_proved=True), with_a_second_roll(play(rolled_again))):
        agree(game.match, game.score)
        submit(game, user_of(game.match.a))
    play_out(hosts, others)
    next_round(event, hosts)
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


CREW_NAMES = ("Team Bouftou", "Pink Piwis", "", "", "", "")  # a crew without a name is named after its players


def crew_day(hosts: Hosts) -> Event:
    people = players(2 * len(CREW_NAMES) + 1)[1:]
    event = create_demo_event(
        hosts, _("Two-Against-Two Day"), days=0, capacity=16, mode=Mode.TWO_V_TWO, swiss_rounds=3, cut_size=4
    )
    change_state(event, hosts, EventState.REGISTRATION)
    register(event, hosts, people)
    numbers = list(event.registrations.order_by("pk").values_list("pk", flat=True))
    for name, couple in zip(CREW_NAMES, zip(numbers[::2], numbers[1::2], strict=True), strict=True):
        form_crew(event_id=event.pk, who=hosts.organiser, players=couple, name=name)
    start(event, hosts)
    for _round in range(2):
        play_out(hosts, next_round(event, hosts))
    return event


def tables_evening(hosts: Hosts) -> Event:
    """14 players at tables of four and three, in round 2: one result is in, one is disputed, the others are playing."""
    event = _event(hosts, _("Evening at Tables of Four"), players(15)[1:], days=0, swiss_rounds=3, cut_size=4)
    _play_out(hosts, next_round(event, hosts))
    done, disputed, *_playing = next_round(event, hosts)
    agree(done, _score(done))
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


def _score(match: Match) -> Score:
    """Random places; the winner has all remaining GG."""
    rng = Rng(match.pk)
    places = tuple(rng.shuffled(range(1, len(match.seats()) + 1)))
    glory = rng.one_of((5, 6, 8, 11))
    return Score(places, tuple(glory if place == 1 else 0 for place in places))


DRAFTERS = 12  # two pods of six
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
    register(event, hosts, _drafters(), lists_of=0)
    change_state(event, hosts, EventState.CHECK_IN)
    for player in event.registrations.all():
        check_in(registration=player, who=hosts.organiser)
    draw_pods(event_id=event.pk, who=hosts.organiser)
    _enter_pools(list(event.registrations.named()))
    return event


def _this_evening() -> datetime:
    return timezone.now().replace(minute=0, second=0, microsecond=0) + timedelta(hours=2)


def _drafters() -> list[User]:
    """The player who can sign in comes after those whose pools are locked."""
    player, *others = players(DRAFTERS)
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

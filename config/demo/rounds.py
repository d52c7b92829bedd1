"""Rounds of the demonstration, confirmed or still open.

Their games are played at random by the engine, so that every log and result is real.
"""

import json
from copy import deepcopy
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from accounts.models import User
from config.demo.people import Hosts, user_of
from judging.logs.services.submission import submit_log
from judging.models import Submission
from rules.games import replay
from tools.selfplay.game import random_game
from tools.selfplay.mutation import mutate
from tools.selfplay.mutator import Document
from tools.selfplay.rng import Rng
from tournaments.models import DuelOutcome, Ending, Event, Match, Registration, Round
from tournaments.results.services.entry import enter_result
from tournaments.results.services.reporting import confirm_result, dispute_result, report_result
from tournaments.results.services.scores import Score
from tournaments.rounds.services.pairing import pair_round
from tournaments.rounds.services.publishing import publish_round
from tournaments.rounds.services.timer import start_timer

ENDINGS = {"glory": Ending.GLORY, "krosmasters": Ending.KROSMASTERS, "concession": Ending.CONCESSION}
MOST_TRIES = 20  # a game that ends on time has no winner, and the bracket needs one


@dataclass(frozen=True, slots=True)
class Played:
    match: Match
    log: Document
    score: Score


def play(match: Match, first_try: int = 0, *, is_proved: bool = False) -> Played:
    """A whole game between the two lists, and its result; `is_proved`: one in which no unknown fact decides."""
    assert match.b is not None
    event, teams, arena = match.round.event, _teams(match.a, match.b), _arena(match)
    for attempt in range(first_try, first_try + MOST_TRIES):
        seed = f"{match.round.event_id}/{match.pk}/{attempt}"
        log = random_game(seed, teams, arena, event.ruleset, team_format=event.team_format)
        for side, seat in (("A", match.a), ("B", match.b)):
            log["players"][side]["name"] = seat.full_name
        report = replay(_as_bytes(log))
        if is_proved and report.verdict != "valid":
            continue
        if report.winner and report.won_by in ENDINGS and report.glory:
            outcome = DuelOutcome.A if report.winner == "A" else DuelOutcome.B
            return Played(match, log, Score.duel(outcome, report.glory["A"], report.glory["B"], ENDINGS[report.won_by]))
    raise RuntimeError(f"no game of match {match.pk} had a winner")


def submit(played: Played, submitter: User) -> Submission:
    return submit_log(content=_as_bytes(played.log), submitter=submitter, match=played.match)


def with_an_error(played: Played) -> Played:
    """The same game with one rule broken."""
    mutated = mutate(played.log, Rng(played.match.pk))
    assert mutated is not None
    return replace(played, log=mutated.document)


def with_a_second_roll(played: Played) -> Played:
    """The same game, in which a die of the first Roll for Tension was rolled again."""
    log = deepcopy(played.log)
    next(action for action in log["actions"] if action["do"] == "tension")["reroll"] = "dodge"
    return replace(played, log=log)


def _teams(*seats: Registration) -> list[list[str]]:
    return [list(seat.lists.current().get().figures) for seat in seats]


def _arena(match: Match) -> str:
    event: Event = match.round.event
    return match.arena or event.arenas[match.pk % len(event.arenas)]


def _as_bytes(log: Document) -> bytes:
    return json.dumps(log, ensure_ascii=False).encode()


def next_round(event: Event, hosts: Hosts) -> list[Match]:
    return publish(hosts, pair_round(event_id=event.pk, who=hosts.organiser))


def publish(hosts: Hosts, drafted: Round) -> list[Match]:
    publish_round(round_id=drafted.pk, who=hosts.organiser)
    drafted.refresh_from_db()
    start_timer(played=drafted, who=hosts.organiser)
    return [match for match in drafted.matches.named().by_table() if not match.is_bye]


def play_out(hosts: Hosts, matches: list[Match]) -> None:
    """Enter results only, without logs."""
    for match in matches:
        rng = Rng(match.pk)
        glory = rng.one_of((6, 7, 9, 10, 13))
        score = Score.duel(DuelOutcome.A, glory, 0) if rng.happens(0.5) else Score.duel(DuelOutcome.B, 0, glory)
        enter_result(match_id=match.pk, who=hosts.organiser, score=score)


def agree(match: Match, score: Score) -> None:
    """The first player reports, and all others confirm."""
    first, *others = match.seats()
    version = report_result(match_id=match.pk, who=user_of(first), score=score).version
    for player in others:
        version = confirm_result(match_id=match.pk, who=user_of(player), seen_version=version).version


def play_half_the_round(matches: list[Match]) -> None:
    """Some results are confirmed, one is disputed, two are reported by one player, the other tables are playing."""
    for game in map(play, matches[1:3]):
        agree(game.match, game.score)
    disputed, *half = map(play, matches[3:6])
    match = report_result(match_id=disputed.match.pk, who=user_of(disputed.match.a), score=disputed.score)
    assert match.b is not None
    dispute_result(
        match_id=match.pk, who=user_of(match.b), seen_version=match.version, note=_("My Queen was not knocked out.")
    )
    for game in half:
        report_result(match_id=game.match.pk, who=user_of(game.match.a), score=game.score)

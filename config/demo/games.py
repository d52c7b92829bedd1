"""Games of the demonstration, played at random by the engine, so that every log and result is real."""

import json
from dataclasses import dataclass, replace

from accounts.models import User
from judging.models import Submission
from judging.services.logs.submission import receive
from rules.games import replay
from tools.selfplay.game import random_game
from tools.selfplay.mutation import mutate
from tools.selfplay.mutator import Document
from tools.selfplay.rng import Rng
from tournaments.models import Ending, Event, Match, Outcome, Registration
from tournaments.services.results.scores import Score

ENDINGS = {"glory": Ending.GLORY, "krosmasters": Ending.KROSMASTERS, "concession": Ending.CONCESSION}
MOST_TRIES = 20  # a game that ends on time has no winner, and the bracket needs one


@dataclass(frozen=True, slots=True)
class Played:
    match: Match
    log: Document
    score: Score


def play(match: Match, first_try: int = 0) -> Played:
    """A whole game between the two lists, and its result."""
    assert match.b is not None
    for attempt in range(first_try, first_try + MOST_TRIES):
        log = random_game(f"{match.round.event_id}/{match.pk}/{attempt}", _teams(match.a, match.b), _arena(match))
        for side, seat in (("A", match.a), ("B", match.b)):
            log["players"][side]["name"] = seat.full_name
        report = replay(_as_bytes(log))
        if report.winner and report.won_by in ENDINGS and report.glory:
            outcome = Outcome.A if report.winner == "A" else Outcome.B
            return Played(match, log, Score(outcome, report.glory["A"], report.glory["B"], ENDINGS[report.won_by]))
    raise RuntimeError(f"no game of match {match.pk} had a winner")


def submit(played: Played, submitter: User) -> Submission:
    return receive(content=_as_bytes(played.log), submitter=submitter, match=played.match)


def with_an_error(played: Played) -> Played:
    """The same game with one rule broken."""
    mutated = mutate(played.log, Rng(played.match.pk))
    assert mutated is not None
    return replace(played, log=mutated.document)


def _teams(*seats: Registration) -> list[list[str]]:
    return [list(seat.lists.current().get().figures) for seat in seats]


def _arena(match: Match) -> str:
    event: Event = match.round.event
    return match.arena or event.arenas[match.pk % len(event.arenas)]


def _as_bytes(log: Document) -> bytes:
    return json.dumps(log, ensure_ascii=False).encode()
